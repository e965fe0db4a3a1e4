"""What the two processes say to each other: JSON, and after it the content of a file."""

from __future__ import annotations

import json
import socket
import struct
from typing import Any

_HEAD = struct.Struct("!QQ")
_PIECE = 1 << 20
"""Bytes received at a time. Chosen by hand: a large file then needs some tens of calls."""


class FrameTooLong(Exception):
    """More is announced than may come."""


def send(link: socket.socket, words: dict[str, Any], content: bytes = b"") -> None:
    """Raises OSError when nobody reads, TimeoutError when it takes too long."""
    told = json.dumps(words, ensure_ascii=True).encode("ascii")
    link.sendall(_HEAD.pack(len(told), len(content)) + told)
    if content:
        link.sendall(content)


def receive(link: socket.socket, most: int) -> tuple[dict[str, Any], bytes] | None:
    """The next words and content, or None when the other side is gone. Raises
    :class:`FrameTooLong`, OSError and, when it takes too long, TimeoutError."""
    head = _exactly(link, _HEAD.size)
    if head is None:
        return None
    told, held = _HEAD.unpack(head)
    if told + held > most:
        raise FrameTooLong
    words, content = _exactly(link, told), _exactly(link, held)
    if words is None or content is None:
        return None
    return json.loads(words), content


def _exactly(link: socket.socket, size: int) -> bytes | None:
    pieces = bytearray()
    while len(pieces) < size:
        piece = link.recv(min(_PIECE, size - len(pieces)))
        if not piece:
            return None
        pieces += piece
    return bytes(pieces)
