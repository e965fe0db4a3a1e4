"""Runs code within bubblewrap, watches it, and says what came of it."""

from __future__ import annotations

import asyncio
import json
import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field

from agents.analyses.sandbox.bubblewrap import arguments_for, files_for
from agents.analyses.sandbox.contract import (
    CodeExceeded,
    CodeJob,
    CodeLimits,
    CodeOutcome,
    CodeRan,
    CodeUnavailable,
    ExceededLimit,
)
from agents.analyses.sandbox.syscalls import syscall_filter
from agents.analyses.sandbox.watching import sum_exceeded

LIMITS = CodeLimits()
WATCH_SECONDS = 0.05
"""Between two looks at what the processes hold. Chosen by hand: in this time a process takes some
hundred MB, which the limit of each bounds."""
_PIECE = 1 << 16
_LONGEST_HEAD = 1000
_SAYS_NO_MEMORY = ("MemoryError", "annot allocate", "std::bad_alloc")
"""How Python, R and Bash say that they got none."""
_SAYS_NO_PROCESS = ("fork: retry", "BlockingIOError: [Errno 11]", "can't start new thread")
_DID_NOT_START = "bubblewrap could not start here, so no code was run: {0}"


async def run_confined(job: CodeJob, limits: CodeLimits = LIMITS) -> CodeOutcome:
    """What comes of code, whatever it does. When the waiting is broken off, the code is ended."""
    stop = threading.Event()
    try:
        return await asyncio.to_thread(run_and_wait, job, limits, stop)
    finally:
        stop.set()


def run_and_wait(
    job: CodeJob, limits: CodeLimits = LIMITS, stop: threading.Event | None = None
) -> CodeOutcome:
    """As :func:`run_confined`. Blocking."""
    with ExitStack() as opened:
        held = {name: _file_with(opened, content) for name, content in files_for(job).items()}
        program = syscall_filter()
        filter_at = _file_with(opened, program) if program else None
        told, tells = os.pipe()
        reader = opened.enter_context(os.fdopen(told, "rb", buffering=0))
        writer = opened.enter_context(os.fdopen(tells, "wb", buffering=0))
        passed = [*held.values(), tells, *([] if filter_at is None else [filter_at])]
        process = subprocess.Popen(  # noqa: S603
            arguments_for(job, limits, held, tells, filter_at),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={}, cwd="/", pass_fds=passed,
        )  # fmt: skip
        writer.close()
        try:
            heard = _Heard(process, limits, stop or threading.Event())
            heard.listen({"report": reader.fileno()})
        finally:
            _end(process)
        return heard.outcome()


def _file_with(opened: ExitStack, content: bytes) -> int:
    """A file in memory that the sandbox reads from its beginning."""
    at = os.memfd_create("sandbox")
    opened.callback(os.close, at)
    with os.fdopen(os.dup(at), "wb") as file:
        file.write(content)
    os.lseek(at, 0, os.SEEK_SET)
    return at


def _end(process: subprocess.Popen[bytes]) -> None:
    """With it all that it started: they hang on it."""
    with suppress(ProcessLookupError):
        process.kill()
    process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


@dataclass
class _Heard:
    """What a sandbox writes, and why it was ended, if it was."""

    process: subprocess.Popen[bytes]
    limits: CodeLimits
    stop: threading.Event
    exceeded: ExceededLimit | None = None
    said: dict[str, bytearray] = field(default_factory=dict)

    def listen(self, beside: Mapping[str, int]) -> None:
        """Until all is written, or a limit is reached."""
        ends = time.monotonic() + self.limits.seconds
        streams = {"printed": self.process.stdout, "complaint": self.process.stderr, **beside}
        with selectors.DefaultSelector() as selector:
            for name, stream in streams.items():
                if stream is not None:
                    selector.register(stream, selectors.EVENT_READ, name)
                self.said[name] = bytearray()
            while selector.get_map() and not self.stop.is_set() and self.exceeded is None:
                for key, _ in selector.select(WATCH_SECONDS):
                    piece = os.read(key.fd, _PIECE)
                    self.said[key.data] += piece
                    if not piece:
                        selector.unregister(key.fileobj)
                self.exceeded = self._limit_reached(ends)

    def _limit_reached(self, ends: float) -> ExceededLimit | None:
        if len(self.said["printed"]) + len(self.said["complaint"]) > self.limits.output:
            return "output"
        if len(self.said["report"]) > self.limits.picture + _LONGEST_HEAD:
            return "output"
        if time.monotonic() > ends:
            return "time"
        return sum_exceeded(self.process.pid, self.limits)

    def outcome(self) -> CodeOutcome:
        """What all of it amounts to."""
        printed, complaint = (_text(self.said[name]) for name in ("printed", "complaint"))
        no_process = any(words in complaint for words in _SAYS_NO_PROCESS)
        if no_process and self.exceeded in (None, "time", "output"):
            return CodeExceeded(limit="processes", printed=printed)
        if self.exceeded:
            return CodeExceeded(limit=self.exceeded, printed=printed)
        head, _, picture = bytes(self.said["report"]).partition(b"\n")
        try:
            told = json.loads(head)
            status = int(told["status"])
        except (ValueError, TypeError, KeyError):
            return CodeUnavailable(_DID_NOT_START.format(complaint.strip() or "it said nothing"))
        if status == -signal.SIGXCPU:
            return CodeExceeded(limit="time", printed=printed)
        if status and any(words in complaint for words in _SAYS_NO_MEMORY):
            return CodeExceeded(limit="memory", printed=printed)
        return CodeRan(status=status, printed=printed, complaint=complaint, picture=picture)


def _text(said: bytearray) -> str:
    return said.decode("utf-8", "replace")
