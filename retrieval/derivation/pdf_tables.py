"""Tables that a PDF gives as plain lines.

A PDF keeps no cells: a table comes as lines, about one for each row. They are told from running
text by their first column, which holds the same kind of thing in every row: a grade, a range, a
class of impairment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from retrieval.statements.model import Span

FEWEST_ROWS = 3
"""Lines that look like rows. Two may be chance. Chosen by hand."""
MOST_HEAD_LINES = 3
"""Lines before the first row that are its head. Chosen by hand: a head seldom takes more."""
LEAST_SHARE = 0.3
"""Of the lines begin a row: cells of up to three lines. Chosen by hand."""
LONGEST_LINE = 160
"""Characters; a line of running text on an A4 page has about 90."""

_FIRST_CELL = re.compile(
    r"(?:(?:CTCAE )?Grades? ?)?(?:[0-5](?: ?(?:-|–|to|or|/) ?[0-5])?|I{1,3}|IV)(?![\w.)%])(?=\s)"
    r"|Child-Pugh [ABC]\b"
    r"|(?:Mild|Moderate|Severe|Normal|Strong|Weak|Poor|Intermediate|Rapid|Ultrarapid|Dialysis)\b"
    r"|[<>≤≥]\s?\d|\d{1,3}(?:\.\d)? ?(?:-|–|to) ?\d{1,3}\b|\*\d"
)
_NO_ROW = re.compile(r"[|#>]|[-*+•‣–]\s")
_GAPS = re.compile(r"\t+| {2,}")


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row with the lines that head its table."""

    claim: Span
    head: tuple[Span, ...]
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class LineTable:
    """A table at ``start:end``."""

    start: int
    end: int
    rows: tuple[TableRow, ...]


def line_tables(text: str) -> tuple[LineTable, ...]:
    """All tables of plain lines in the text, in order."""
    return tuple(table for lines in _blocks(text) if (table := _table(text, lines)) is not None)


def _blocks(text: str) -> Iterator[list[Span]]:
    """Lines without an empty one between them."""
    block: list[Span] = []
    place = 0
    for line in text.split("\n"):
        stripped = line.strip()
        if stripped:
            start = place + (len(line) - len(line.lstrip()))
            block.append((start, start + len(stripped)))
        elif block:
            yield block
            block = []
        place += len(line) + 1
    if block:
        yield block


def _table(text: str, lines: Sequence[Span]) -> LineTable | None:
    if len(lines) < FEWEST_ROWS or any(_NO_ROW.match(text, start) for start, _ in lines):
        return None
    firsts = [number for number, line in enumerate(lines) if _begins_row(text, line)]
    few = len(firsts) < max(FEWEST_ROWS, LEAST_SHARE * len(lines))
    if few or firsts[0] > MOST_HEAD_LINES:
        return None
    head = ((lines[0][0], lines[firsts[0] - 1][1]),) if firsts[0] else ()
    ends = [*firsts[1:], len(lines)]
    rows = tuple(
        TableRow(span, head, _cells(text, span, head))
        for first, last in zip(firsts, ends, strict=True)
        for span in [(lines[first][0], lines[last - 1][1])]
    )
    return LineTable(lines[0][0], lines[-1][1], rows)


def _begins_row(text: str, line: Span) -> bool:
    start, end = line
    return end - start <= LONGEST_LINE and bool(_FIRST_CELL.match(text, start, end))


def _cells(text: str, row: Span, head: tuple[Span, ...]) -> tuple[tuple[str, str], ...]:
    """Cells where two blanks or more part them in the head and in the row alike; else none."""
    if not head:
        return ()
    last_line = text[slice(*head[0])].split("\n")[-1]
    names, values = _GAPS.split(last_line.strip()), _GAPS.split(text[slice(*row)])
    alike = len(names) == len(values) > 1
    return tuple(zip(names, values, strict=True)) if alike else ()
