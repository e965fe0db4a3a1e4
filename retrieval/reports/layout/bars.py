"""Tables without cells: of Markdown, whose rows have no bars at their ends, with the line below
their heads; of plain text, whose cells are apart by wide gaps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from retrieval.reports.columns import columns_of
from retrieval.reports.lines import CELL, TextLine

FEWEST_APART = 3
"""Cells of such a row. Chosen by hand: a line of two is as often a name with its value."""
_RULED = re.compile(r"[-=_ ]+")
_DRAWN = frozenset("|:- ")


def with_rows(lines: Sequence[TextLine]) -> Iterator[TextLine]:
    """The lines, those of such a table as rows; without the lines that only draw a table."""
    is_inside = False
    apart = set(_rows_apart(lines))
    for number, line in enumerate(lines):
        if _only_draws(line.words):
            continue
        if number in apart:
            if not _RULED.fullmatch(line.words):
                yield replace(line, is_apart=True)
            continue
        bare = "|" in line.words and not line.is_row
        after = lines[number + 1].words if number + 1 < len(lines) else ""
        is_inside = bare and (is_inside or _begins(line, after))
        yield replace(line, has_no_outer_bars=True) if is_inside else line


def _rows_apart(lines: Sequence[TextLine]) -> Iterator[int]:
    """Which lines are the heads and rows of such a table: one of its columns is a class, which is
    told by its head alone ("II"), and every line down to an empty one has as many cells."""
    number = 0
    while number < len(lines):
        heads = _cells_apart(lines[number])
        end = number + 1
        if len(heads) >= FEWEST_APART and {"gene", "class"} <= set(columns_of(heads) or ()):
            while end < len(lines) and lines[end].words:
                end += 1
            rows = [each for each in lines[number + 1 : end] if not _RULED.fullmatch(each.words)]
            if rows and all(len(_cells_apart(each)) == len(heads) for each in rows):
                yield from range(number, end)
        number = end


def _cells_apart(line: TextLine) -> list[str]:
    return [] if "|" in line.words else CELL.findall(line.words)


def _only_draws(words: str) -> bool:
    """Whether a line only draws the table: ``--- | :---:``."""
    return "|" in words and "--" in words and _DRAWN.issuperset(words)


def _begins(line: TextLine, after: str) -> bool:
    """Whether a table begins with this line: it heads columns of variants, or a drawn line
    follows it."""
    if "|" not in after:
        return False
    heads = [cell.words for cell in replace(line, has_no_outer_bars=True).cells]
    return bool(_only_draws(after) or columns_of(heads))
