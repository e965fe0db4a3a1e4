"""Tables of plain text: cells stand in columns apart by blanks, or behind a leader of dots.

A line of dashes under the head, or the same number of cells in every line, tells them from running
text. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from retrieval.statements.model import Span

FEWEST_ROWS = 2
"""Lines under a head with dashes, or with leaders. Chosen by hand."""
FEWEST_UNRULED = 3
"""Lines with as many cells as their head, where no dashes part them. Chosen by hand."""
FEWEST_CELLS = 3
"""Cells of such a line; two may be a wide gap in running text. Chosen by hand."""
LONGEST_LINE = 200
"""Characters. Chosen by hand: longer lines are running text."""

_RULE = re.compile(r"[-=+_ ]{6,200}")
_DASHES = re.compile(r"[ \t]{1,200}")
_GAP = re.compile(r"[ \t]{2,200}|\t")
_LEADER = re.compile(
    r"(?P<label>(?:[^.]|\.(?=[^\s.])){2,120}?) ?(?:\.{4,120}|(?:\. ){3,60}\.?) ?"
    r"(?P<value>\S.{0,160})"
)
_MARKED = re.compile(r"[|#>]|[-*+•‣–]\s")


@dataclass(frozen=True, slots=True)
class AlignedTable:
    """A table at ``start:end``: its head, if it has one, and each row with its cells."""

    start: int
    end: int
    head: Span | None
    rows: tuple[tuple[Span, tuple[tuple[str, str], ...]], ...]


def aligned_tables(text: str) -> Iterator[AlignedTable]:
    """All tables of plain text whose cells stand in columns, in order."""
    block: list[Span] = []
    for line in (*_lines(text), None):
        if line is not None:
            block.append(line)
        elif block:
            yield from _in_block(text, block)
            block = []


def _lines(text: str) -> Iterator[Span | None]:
    """The lines of the text without the blanks around them; None for one that ends a block."""
    place = 0
    for line in text.split("\n"):
        stripped = line.strip()
        start = place + len(line) - len(line.lstrip())
        told = stripped and len(stripped) <= LONGEST_LINE and not _MARKED.match(stripped)
        yield (start, start + len(stripped)) if told else None
        place += len(line) + 1


def _in_block(text: str, lines: Sequence[Span]) -> Iterator[AlignedTable]:
    place = 0
    while place < len(lines):
        table, taken = _table_at(text, lines, place)
        if table is not None:
            yield table
        place += max(1, taken)


def _table_at(text: str, lines: Sequence[Span], place: int) -> tuple[AlignedTable | None, int]:
    """The table that begins at a line, and how many lines it takes."""
    if found := _with_leaders(text, lines, place):
        return found, len(found.rows)
    if _is_rule(text, lines[place]):
        return None, 1
    heads = _cells(text, lines[place])
    ruled = place + 1 < len(lines) and _is_rule(text, lines[place + 1])
    # Dashes below tell a head that has digits: "1L", "Day 1".
    if len(heads) < (2 if ruled else FEWEST_CELLS) or (not ruled and any(map(_has_digit, heads))):
        return None, 1
    first = place + 1 + ruled
    starts = _columns(text, lines[place + ruled])
    rows = []
    for at in range(first, len(lines)):
        line = lines[at]
        cells = _cells(text, line)
        if len(cells) != len(heads):
            cells = _at_columns(text, line, starts)
        if len(cells) != len(heads) or not cells[0]:
            break
        rows.append((line, tuple(zip(heads, cells, strict=True))))
    if len(rows) < (FEWEST_ROWS if ruled else FEWEST_UNRULED):
        return None, 1
    end = rows[-1][0][1]
    return AlignedTable(lines[place][0], end, lines[place], tuple(rows)), len(rows) + 1 + ruled


def _with_leaders(text: str, lines: Sequence[Span], place: int) -> AlignedTable | None:
    rows = []
    for at in range(place, len(lines)):
        match = _LEADER.fullmatch(text, *lines[at])
        if match is None:
            break
        rows.append((lines[at], (("", match["label"].strip()), ("", match["value"].strip()))))
    if len(rows) < FEWEST_ROWS:
        return None
    return AlignedTable(rows[0][0][0], rows[-1][0][1], None, tuple(rows))


def _is_rule(text: str, line: Span) -> bool:
    return bool(_RULE.fullmatch(text, *line)) and any(mark in text[slice(*line)] for mark in "-=_")


def _cells(text: str, line: Span) -> list[str]:
    return _GAP.split(text[slice(*line)])


def _columns(text: str, line: Span) -> list[int]:
    """Where the cells of a line begin, counted from the begin of the line."""
    margin = line[0] - _line_start(text, line)
    words = text[slice(*line)]
    gap = _DASHES if _is_rule(text, line) else _GAP
    return [margin, *(margin + match.end() for match in gap.finditer(words))]


def _at_columns(text: str, line: Span, starts: Sequence[int]) -> list[str]:
    """The cells of a line cut where the columns of its head begin; none where a word stands
    across. A label that fills its column has but one blank behind it."""
    begin = _line_start(text, line)
    whole = text[begin : line[1]]
    if any(len(whole) >= start > 0 and whole[start - 1 : start].strip() for start in starts):
        return []
    ends = [*starts[1:], len(whole)]
    return [whole[start:end].strip() for start, end in zip(starts, ends, strict=True)]


def _line_start(text: str, line: Span) -> int:
    return text.rfind("\n", 0, line[0]) + 1


def _has_digit(cell: str) -> bool:
    return any(sign.isdigit() for sign in cell)
