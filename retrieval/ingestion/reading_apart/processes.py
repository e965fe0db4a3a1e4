"""Hands files to processes that read them, and replaces those that end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from retrieval.errors import DeclarationInvalid, DocumentUnreadable
from retrieval.ingestion.problems import SoundPart
from retrieval.ingestion.reading_apart import frames
from retrieval.ingestion.reading_apart.limits import FOR_INGESTION, ReadLimits
from retrieval.stores.document_json import from_json

_MODULE = "retrieval.ingestion.reading_apart.child"
_STARTING_SECONDS = 120
"""Until a process has loaded what it reads with: most of a second of the processor, longer where
others work. It is no part of the time that a file may take. Chosen by hand."""
_LONGEST_GREETING = 100
"""Bytes of what a process says when it is ready; it says one word."""
_NO_READER = "{} was not read: no process could be started to read it. Try again."
_TOO_SLOW = "{} takes too long to read. Attach the part that matters, or save it as text."
_TOO_LARGE = "{} takes too much memory to read. Attach the part that matters, or save it as text."
_TOO_MUCH = "{} holds too much to read. Attach the part that matters."
_BROKEN = "{} is damaged or built in a way I cannot read. Save it again, or save it as text."


class ReaderProcesses:
    """Reads files in processes of its own, at most so many at a time; none is started before the
    first file. For several threads. Close it, or use it as a context."""

    def __init__(self, limits: ReadLimits = FOR_INGESTION, most: int = 1) -> None:
        self._limits = limits
        self._turns = threading.BoundedSemaphore(most)
        self._lock = threading.Lock()
        self._idle: list[_Child] = []
        self._closed = False

    def read_attachment(self, name: str, content: bytes) -> str:
        """As :func:`retrieval.ingestion.readers.read_attachment`. Blocking."""
        return str(self._ask(name, None, content)["text"])

    def read_sound_part(self, silo: str, path: Path, content: bytes) -> SoundPart:
        """As :func:`retrieval.ingestion.readers.read_sound_part`. Blocking."""
        reply = self._ask(path.name, silo, content)
        return SoundPart(
            tuple(map(from_json, reply["documents"])),
            tuple(reply["refused"]),
            tuple(reply["remarks"]),
        )

    def close(self) -> None:
        """End the processes that wait for a file; one that reads ends with its file."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for child in idle:
            child.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _ask(self, name: str, silo: str | None, content: bytes) -> dict[str, Any]:
        words = {
            "name": name,
            "silo": silo,
            "memory": self._limits.memory,
            "processor_seconds": self._limits.processor_seconds,
        }
        with self._turns:
            reply = self._reply(name, words, content)
        if "unreadable" in reply:
            raise DocumentUnreadable(reply["unreadable"])
        if "invalid" in reply:
            raise DeclarationInvalid(reply["invalid"])
        if "failed" in reply:
            sentence = _TOO_LARGE if reply["failed"] == "memory" else _BROKEN
            raise DocumentUnreadable(sentence.format(name))
        return reply

    def _reply(self, name: str, words: dict[str, Any], content: bytes) -> dict[str, Any]:
        try:
            child, goes_on = self._take(), False
        except OSError as error:
            raise DocumentUnreadable(_NO_READER.format(name)) from error
        try:
            reply = child.ask(words, content, self._limits)
            goes_on = not reply["last"]
            return reply
        except TimeoutError as error:
            raise DocumentUnreadable(_TOO_SLOW.format(name)) from error
        except frames.FrameTooLong as error:
            raise DocumentUnreadable(_TOO_MUCH.format(name)) from error
        except OSError as error:
            child.end()
            sentence = _TOO_SLOW if child.ran_out_of_time else _BROKEN
            raise DocumentUnreadable(sentence.format(name)) from error
        finally:
            self._put_back(child, goes_on)

    def _take(self) -> _Child:
        with self._lock:
            idle, self._idle = self._idle, []
        for number, child in enumerate(idle):
            if child.lives:
                with self._lock:
                    self._idle += idle[number + 1 :]
                return child
            child.end()
        return _start_child()

    def _put_back(self, child: _Child, goes_on: bool) -> None:
        with self._lock:
            kept = goes_on and not self._closed
            if kept:
                self._idle.append(child)
        if not kept:
            child.end()


@dataclass(frozen=True, slots=True)
class _Child:
    """A process that reads, and the socket to it."""

    process: subprocess.Popen[bytes]
    link: socket.socket

    @property
    def lives(self) -> bool:
        return self.process.poll() is None

    @property
    def ran_out_of_time(self) -> bool:
        """Whether the kernel ended it, since it had taken all the time of the processor it had."""
        return self.process.returncode == -signal.SIGXCPU

    def ask(self, words: dict[str, Any], content: bytes, limits: ReadLimits) -> dict[str, Any]:
        """Raises OSError when the process ends, TimeoutError when it takes too long."""
        ends = time.monotonic() + limits.seconds
        self.link.settimeout(limits.seconds)
        frames.send(self.link, words, content)
        self.link.settimeout(max(0.001, ends - time.monotonic()))
        found = frames.receive(self.link, limits.output)
        if found is None:
            raise ConnectionResetError
        return found[0]

    def end(self) -> None:
        """At once, whatever it does. Nothing is lost: it keeps nothing."""
        with suppress(OSError):
            self.link.close()
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


def _start_child() -> _Child:
    """It inherits no variable of the environment, where tokens stand, and no file but its socket.
    It hears of the end of this process by the socket, and ends, too."""
    ours, its = socket.socketpair()
    with its:
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", _MODULE],
            stdin=its.fileno(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={"PYTHONPATH": os.pathsep.join(each for each in sys.path if each)},
            cwd="/",
            close_fds=True,
        )
    child = _Child(process, ours)
    ours.settimeout(_STARTING_SECONDS)
    try:
        if frames.receive(ours, _LONGEST_GREETING) is None:
            raise ConnectionResetError
    except OSError:
        child.end()
        raise
    return child
