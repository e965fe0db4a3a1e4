"""The processes that the demo starts: remembered in a file, so that a demo that was killed hard
leaves nothing behind that the next one does not find and end."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Protocol

import psutil

GRACE_SECONDS = 8.0
"""How long processes may take to end before they are killed. Chosen by hand: a worker that is told
to stop finishes the step that it is in."""


class ChildDied(Exception):
    """A part of the demo ended on its own."""

    def __init__(self, name: str, log: Path) -> None:
        lines = log.read_text(errors="replace").strip().splitlines() if log.exists() else []
        said = f" It said last: {lines[-1]}" if lines else ""
        super().__init__(f"The {name} ended unexpectedly.{said} See {log}.")


class Process(Protocol):
    """A started process: what of :class:`subprocess.Popen` is used here."""

    pid: int

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def send_signal(self, number: int, /) -> None: ...

    def kill(self) -> None: ...


StartProcess = Callable[[Sequence[str], dict[str, str], BinaryIO], Process]
"""Starts Python with these arguments and this environment, with its output in this file."""


def start_python(
    command: Sequence[str], environment: dict[str, str], log: BinaryIO
) -> subprocess.Popen[bytes]:
    """Start a Python module or script of ours as a shell does."""
    return subprocess.Popen(  # noqa: S603 - our own programs
        [sys.executable, *command],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
        start_new_session=True,  # Ctrl-C is ours to pass on, in order
    )


@dataclass
class Children:
    """The running processes of one demo, by name."""

    home: Path
    start_process: StartProcess = start_python
    running: dict[str, Process] = field(default_factory=dict)

    def start(self, name: str, command: Sequence[str], environment: dict[str, str]) -> None:
        """Start a Python module or script of ours with its output in a log of its own."""
        with self.log(name).open("wb") as log:
            self.running[name] = self.start_process(command, environment, log)
        self._remember()

    def log(self, name: str) -> Path:
        path = self.home / "logs" / f"{name}.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def check(self) -> None:
        """Raise :class:`ChildDied` if one of them has ended."""
        for name, child in self.running.items():
            if child.poll() is not None:
                raise ChildDied(name, self.log(name))

    def stop(self) -> None:
        """End them, the last started first, hard if they do not go in time."""
        for child in reversed(self.running.values()):
            child.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + GRACE_SECONDS
        for child in self.running.values():
            try:
                child.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        self._file.unlink(missing_ok=True)

    @property
    def _file(self) -> Path:
        return self.home / "demo.json"

    def _remember(self) -> None:
        rows = [
            {"name": name, "pid": child.pid, "created": psutil.Process(child.pid).create_time()}
            for name, child in self.running.items()
            if child.poll() is None
        ]
        self._file.write_text(json.dumps(rows))


@contextmanager
def children(home: Path, start_process: StartProcess = start_python) -> Iterator[Children]:
    """Processes that end with the block."""
    started = Children(home, start_process)
    try:
        yield started
    finally:
        started.stop()


def end_orphans(home: Path) -> int:
    """End what a demo that was killed hard left running, and say how many there were. A process
    id that another program got in the meantime is told apart by its start time."""
    file = home / "demo.json"
    orphans = []
    with suppress(FileNotFoundError, ValueError):
        for row in json.loads(file.read_text()):
            with suppress(psutil.NoSuchProcess):
                process = psutil.Process(row["pid"])
                if abs(process.create_time() - row["created"]) < 1:
                    process.terminate()
                    orphans.append(process)
    _, alive = psutil.wait_procs(orphans, timeout=GRACE_SECONDS)
    for process in alive:
        process.kill()
    file.unlink(missing_ok=True)
    return len(orphans)
