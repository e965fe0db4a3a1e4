"""What a measurement shows: results on the standard output, and beside it, where somebody looks
on, what is being done and how far it is."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Count = Callable[[int], None]
"""Is called with how many are done so far."""


class Terminal:
    """Lines, JSON and bars. Bars are drawn on the standard error, and only if it is a terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bars: Progress | None = None
        self._left_out: list[str] = []
        self._is_json = False

    @property
    def has_left_out(self) -> bool:
        """Whether something that was to be measured is in no figure."""
        return bool(self._left_out)

    def leave_out(self, line: str) -> None:
        """A sentence on what is in no figure; it stands beside them when the command ends."""
        self._left_out.append(line)

    def tell_left_out(self) -> None:
        """Say what is in no figure: below the figures, or beside an object for programs."""
        for line in self._left_out:
            if self._is_json:
                self.say(line)
            else:
                self.write(line)

    def write(self, line: str) -> None:
        """A line of the result."""
        sys.stdout.write(line + "\n")

    def write_json(self, value: Any) -> None:
        """The result for programs; what is in no figure stands in an object as ``left_out``."""
        self._is_json = True
        if self._left_out and isinstance(value, dict):
            value = {**value, "left_out": self._left_out}
        self.write(json.dumps(value, ensure_ascii=False, indent=1))

    def say(self, line: str) -> None:
        """A line about the work, not part of the result."""
        self._console.print(line, highlight=False, markup=False, soft_wrap=True)

    def counter(self, total: int, what: str = "questions") -> Count:
        """A bar for so many things; it goes when all are done."""
        if not self._console.is_terminal or not total:
            return lambda done: None
        bars = self._start_bar()
        task = bars.add_task(what, total=total)

        def count(done: int) -> None:
            bars.update(task, completed=done)
            if done >= total:
                bars.remove_task(task)
                if not bars.tasks:
                    self.close()

        return count

    def close(self) -> None:
        """Take the bars away; the cursor is shown again."""
        if self._bars is not None:
            self._bars.stop()
            self._bars = None

    def _start_bar(self) -> Progress:
        if self._bars is None:
            self._bars = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                console=self._console,
                transient=True,
            )
            self._bars.start()
        return self._bars


@contextmanager
def open_terminal(console: Console | None = None) -> Iterator[Terminal]:
    """The terminal of the process; its bars are gone when the block is left, however it is."""
    terminal = Terminal(console or Console(stderr=True))
    try:
        yield terminal
    finally:
        terminal.close()
