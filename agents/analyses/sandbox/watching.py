"""What the processes of a sandbox hold together: the kernel limits each, this limits their sum."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from pathlib import Path

from agents.analyses.sandbox.contract import CodeLimits, ExceededLimit

_PROC = Path("/proc")
_OF_THE_SANDBOX = 3
"""Processes that are not the code's: bubblewrap, what it is within, what runs the code."""


def sum_exceeded(process: int, limits: CodeLimits) -> ExceededLimit | None:
    """Which limit the process and all that came from it exceed by now."""
    found = list(_descendants(process))
    if len(found) - _OF_THE_SANDBOX > limits.processes:
        return "processes"
    pages = sum(map(_resident_pages, found))
    return "memory" if pages * resource.getpagesize() > limits.memory else None


def _descendants(process: int) -> Iterator[int]:
    waiting = [process]
    while waiting:
        each = waiting.pop()
        yield each
        for thread in _threads_of(each):
            waiting += map(int, _text_of(thread / "children").split())


def _threads_of(process: int) -> list[Path]:
    try:
        return list((_PROC / str(process) / "task").iterdir())
    except OSError:
        return []


def _resident_pages(process: int) -> int:
    told = _text_of(_PROC / str(process) / "statm").split()
    return int(told[1]) if told else 0


def _text_of(path: Path) -> str:
    """Nothing for a process that has ended meanwhile."""
    try:
        return path.read_text(encoding="ascii")
    except OSError:
        return ""
