"""What test process and fork server send each other."""

from __future__ import annotations

import fcntl
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

DESCRIPTORS = 5
"""Of a request: the file that it stands in, three standard streams, where its state is told."""
NUMBER_BYTES = 4
"""Of a process id and of an exit code, as they are sent."""


@dataclass(frozen=True, slots=True)
class Request:
    """A process that is wanted."""

    module: str
    arguments: Sequence[str]
    environment: dict[str, str]
    folder: str
    new_session: bool
    python: str
    """What it starts processes of ours with (``sys.executable``)."""


def send_number(state: socket.socket, number: int) -> None:
    state.send(number.to_bytes(NUMBER_BYTES, "big", signed=True))


def receive_number(state: socket.socket) -> int | None:
    """None when the other side has gone."""
    said = state.recv(NUMBER_BYTES)
    return int.from_bytes(said, "big", signed=True) if said else None


@contextmanager
def alone() -> Iterator[None]:
    """While the block lasts no other test process of this clone begins or ends a server."""
    with Path(__file__).open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
