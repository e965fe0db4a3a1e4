"""What ``curbside ask`` and a running worker tell each other through a socket of this machine:
one JSON object a line.

The caller says who it is (:class:`Hello`) and is accepted or refused. Then it sends one
:class:`AskRequest` after the other, each when the one before is answered. For each it is first told
the run that answers it, then the lines to print. Whatever breaks ends the connection, and the
caller answers itself."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from bot.db.server.socket_folder import socket_folder

LONGEST_LINE = 8_000_000
"""Bytes. Chosen by hand: far above any question that a shell or a batch file hands over."""
SOCKETS = "*.sock"
_NAME = re.compile(r"[^\x00-\x1f\x7f\ud800-\udfff]{0,200}")
CallerRefusal = Literal["busy", "empty", "other code", "other settings"]
"""Why a worker does not answer: its places for callers are taken, its silos hold nothing yet, or
it would not answer as the caller itself does."""


def is_conversation_name(name: str) -> bool:
    """Whether a conversation may be called so; an empty name is that of one of its own."""
    return bool(_NAME.fullmatch(name))


class ProtocolBroken(Exception):
    """A line was not what was expected of it."""


@dataclass(frozen=True, slots=True)
class Hello:
    """By which a worker knows that it answers exactly as the caller would."""

    code: str
    settings: str


@dataclass(frozen=True, slots=True)
class AskRequest:
    """A question to answer."""

    question: str
    thread: str
    """Name of the conversation; empty for one of its own."""
    run_id: str
    """The run that is to answer it; in a conversation, an earlier one may go on instead."""
    as_json: bool
    named: Mapping[str, Any] = field(default_factory=dict)
    """Keys to put before those of the JSON object."""
    opened: bool = False
    """The run is stored already: it only has to be answered."""


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line to print."""

    text: str
    dim: bool = False
    failed: bool = False
    """It stands for a run that could not go on."""


def call_folder(home: Path) -> Path:
    """The private folder of the sockets on which workers of this data folder are called."""
    return socket_folder(home.resolve() / "asking")


def encode_line(value: Hello | AskRequest | Mapping[str, Any]) -> bytes:
    """A line of the protocol."""
    told = asdict(value) if isinstance(value, Hello | AskRequest) else value
    return json.dumps(told).encode() + b"\n"


def decode_line(line: bytes) -> dict[str, Any]:
    """The object of a line. Raises :class:`ProtocolBroken`, also at the end of the connection."""
    try:
        value = json.loads(line)
    except ValueError:
        raise ProtocolBroken from None
    if not isinstance(value, dict):
        raise ProtocolBroken
    return value


def decoded_hello(line: bytes) -> Hello:
    """Raises :class:`ProtocolBroken`."""
    try:
        return Hello(**decode_line(line))
    except TypeError:
        raise ProtocolBroken from None


def decoded_request(line: bytes) -> AskRequest:
    """Raises :class:`ProtocolBroken`."""
    try:
        return AskRequest(**decode_line(line))
    except TypeError:
        raise ProtocolBroken from None
