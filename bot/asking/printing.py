"""Lines on standard output, as the terminal or the file behind it takes them."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console

from bot.asking.protocol import PrintedLine


def print_lines(lines: Sequence[PrintedLine], console: Console) -> None:
    """For people: in the colours of the terminal, each line as long as it is."""
    for line in lines:
        style = "dim" if line.dim else None
        console.print(line.text, markup=False, highlight=False, style=style, soft_wrap=True)


def write_lines(lines: Sequence[PrintedLine]) -> None:
    """For programs: the bytes, at once."""
    for line in lines:
        sys.stdout.write(line.text + "\n")
    sys.stdout.flush()
