"""Cells of a row in a text: they stand between bars, and a bar within a cell has a backslash."""

from __future__ import annotations

import re

_BETWEEN = re.compile(r"(?<!\\)\|")
_ESCAPED = "\\|"


def cells_between_bars(row: str) -> list[str]:
    """The cells as they are written, of a row without its outer bars."""
    return _BETWEEN.split(row)


def escape_bars(words: str) -> str:
    """The words of a cell as they are written into a row."""
    return words.replace("|", _ESCAPED)


def unescape_bars(cell: str) -> str:
    """The words of a cell that is written so."""
    return cell.replace(_ESCAPED, "|")
