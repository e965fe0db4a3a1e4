"""Tables that a PDF gives as plain lines.

A PDF keeps no cells: a table comes as lines, about one for each row. They are told from running
text by their first column, which holds the same kind of thing in every row: a grade, a range, a
class of impairment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from retrieval.derivation.layout.aligned_tables import AlignedTable, aligned_tables
from retrieval.statements.model import Span

FEWEST_ROWS = 3
"""Lines that look like rows. Two may be chance. Chosen by hand."""
MOST_HEAD_LINES = 3
"""Lines before the first row that are its head. Chosen by hand: a head seldom takes more."""
LEAST_SHARE = 0.3
"""Of the lines begin a row: cells of up to three lines. Chosen by hand."""
LONGEST_LINE = 160
"""Characters; a line of running text on an A4 page has about 90. Chosen by hand."""

_NUMBER = r"\d{1,6}(?:[.,]\d{1,3})?(?![.,]?\d)"
_SIGN = r"(?:[<>≤≥]\s?|(?i:above|below|over|under|from|at least|less than|more than|up to)\s)"
_MEASURE = (
    r"(?:(?i:LVEF|QTc[FB]?|CrCl|e?GFR|ANC|neutrophils|platelets|bilirubin|h(?:a?emoglobin|b))\s)"
)
_PRESSURE = r"\d{2,3}/\d{2,3}"
_TAIL = r"(?:or|and) (?:above|more|higher|over|greater|below|less|lower|under)\b"
_FIRST_CELL = re.compile(
    r"(?:(?:CTCAE )?Grades? ?)?(?:[0-5](?: ?(?:-|–|to|or|/) ?[0-5])?|I{1,3}|IV)(?![\w.)%])(?=\s)"
    r"|Child-Pugh [ABC]\b"
    r"|(?:Mild|Moderate|Severe|Normal|Strong|Weak|Poor|Intermediate|Rapid|Ultrarapid|Dialysis)\b"
    rf"|{_MEASURE}?{_SIGN}{_NUMBER}|{_MEASURE}?{_NUMBER} ?(?:-|–|to) ?{_NUMBER}|\*\d"
    rf"|{_PRESSURE} ?(?:-|–|to) ?{_PRESSURE}|(?:{_PRESSURE}|{_MEASURE}?{_NUMBER}) {_TAIL}"
)
_NO_ROW = re.compile(r"[|#]|>(?!\s?\d)|[-*+•‣–]\s")
_SENTENCE = re.compile(r"[A-Z](?:[^\s|]{0,40} ){5,40}[^\s|]{1,40}\.")
_UNIT_HEAD = re.compile(r"\([^()]{0,20}(?:/|%|ULN|mmHg|ms\b|dB\b|per )[^()]{0,20}\)")
_GAPS = re.compile(r"\t+| {2,}")
_ENDED = re.compile(r"[.!?]$")
_GRADE = re.compile(r"(?:CTCAE )?Grade\b")


@dataclass(frozen=True, slots=True)
class PdfTableRow:
    """A row with the lines that head its table."""

    claim: Span
    head: tuple[Span, ...]
    cells: tuple[tuple[str, str], ...]

    @property
    def spans(self) -> tuple[Span, ...]:
        return (*self.head, self.claim)


@dataclass(frozen=True, slots=True)
class LineTable:
    """A table at ``start:end``."""

    start: int
    end: int
    rows: tuple[PdfTableRow, ...]
    heading: Span | None = None
    """A line above the head that names the table: "Renal impairment"."""


def line_tables(text: str) -> tuple[LineTable, ...]:
    """All tables of plain lines in the text, in order."""
    aligned = [_of_columns(each) for each in aligned_tables(text)]
    found = [table for lines in _blocks(text) if (table := _table(text, lines)) is not None]
    apart = [each for each in found if not any(_overlap(each, other) for other in aligned)]
    return tuple(sorted((*aligned, *apart), key=lambda each: each.start))


def _of_columns(table: AlignedTable) -> LineTable:
    head = (table.head,) if table.head else ()
    rows = tuple(PdfTableRow(span, head, cells) for span, cells in table.rows)
    return LineTable(table.start, table.end, rows)


def _overlap(one: LineTable, other: LineTable) -> bool:
    return one.start < other.end and other.start < one.end


def _blocks(text: str) -> Iterator[list[Span]]:
    """Lines without an empty one, an item or a second table's head between them."""
    block: list[Span] = []
    place = 0
    lines = text.split("\n")
    for number, line in enumerate(lines):
        stripped = line.strip()
        start = place + (len(line) - len(line.lstrip()))
        after = lines[number + 1].strip() if number + 1 < len(lines) else ""
        apart = _NO_ROW.match(stripped) or _is_running_text(stripped, after)
        if block and (not stripped or apart):
            yield block
            block = []
        elif block and _heads_again(text, block, stripped):
            # The line before names the second table.
            yield block[:-1]
            block = block[-1:]
        if stripped and not apart:
            block.append((start, start + len(stripped)))
        place += len(line) + 1
    if block:
        yield block


def _is_running_text(line: str, after: str) -> bool:
    """Whether a line is a sentence of its own behind a table, and no end of a cell: a row does not
    go on after it."""
    whole = _SENTENCE.fullmatch(line) and not _FIRST_CELL.match(line)
    return bool(whole) and not _FIRST_CELL.match(after)


def _heads_again(text: str, block: Sequence[Span], line: str) -> bool:
    """Whether a line heads a second table of the block: it has a unit in brackets, and two lines
    before it, a row of the first table ended."""
    if not _UNIT_HEAD.search(line) or len(block) < FEWEST_ROWS + 1:
        return False
    return not _begins_row(text, block[-1]) and any(_begins_row(text, each) for each in block[-4:])


def _table(text: str, lines: Sequence[Span]) -> LineTable | None:
    if len(lines) < FEWEST_ROWS:
        return None
    firsts = [number for number, line in enumerate(lines) if _begins_row(text, line)]
    if firsts and firsts[0] > MOST_HEAD_LINES:
        # Of running text before it without an empty line, only the last line may be its head.
        before = firsts[0] - 1
        lines = lines[before:]
        firsts = [number - before for number in firsts]
    few = len(firsts) < max(FEWEST_ROWS, LEAST_SHARE * len(lines))
    if few or _ENDED.search(text[slice(*lines[max(0, firsts[0] - 1)])]):
        return None
    first_of_head = _first_head_line(text, lines[: firsts[0]])
    head = ((lines[first_of_head][0], lines[firsts[0] - 1][1]),) if firsts[0] else ()
    longest = max((after - own for own, after in pairwise(firsts)), default=1)
    # Nothing tells where the last row ends: it takes no more lines than another does.
    ends = [*firsts[1:], min(len(lines), firsts[-1] + longest)]
    rows = tuple(
        PdfTableRow(span, head, _cells(text, span, head))
        for first, last in zip(firsts, ends, strict=True)
        for span in [(lines[first][0], lines[last - 1][1])]
    )
    start = lines[first_of_head][0] if firsts[0] else lines[0][0]
    return _with_heading(text, LineTable(start, lines[ends[-1] - 1][1], rows))


def _with_heading(text: str, table: LineTable) -> LineTable:
    """The table with the line above its head told apart, where the head is a line with a unit."""
    start, end = table.rows[0].head[0] if table.rows[0].head else (0, 0)
    name, _, rest = text[start:end].partition("\n")
    named = name and not _UNIT_HEAD.search(name) and not _GAPS.search(name.strip())
    if not named or "\n" in rest.strip() or not _UNIT_HEAD.search(rest):
        return table
    head = (end - len(rest.lstrip()), end)
    rows = tuple(replace(row, head=(head,)) for row in table.rows)
    return replace(table, rows=rows, heading=(start, start + len(name.rstrip())))


def _first_head_line(text: str, lines: Sequence[Span]) -> int:
    """Which of the lines before the rows begins their head: the one after the last that ends a
    sentence."""
    ended = [number for number, span in enumerate(lines) if _ENDED.search(text[slice(*span)])]
    return ended[-1] + 1 if ended else 0


def _begins_row(text: str, line: Span) -> bool:
    start, end = line
    return end - start <= LONGEST_LINE and bool(_FIRST_CELL.match(text, start, end))


def _cells(text: str, row: Span, head: tuple[Span, ...]) -> tuple[tuple[str, str], ...]:
    """Cells where two blanks or more part them in the head and in the row alike; else the first
    cell, which is told by what it holds, and the rest."""
    last_line = text[slice(*head[0])].split("\n")[-1].strip() if head else ""
    words = " ".join(text[slice(*row)].split())
    names, values = _GAPS.split(last_line), _GAPS.split(text[slice(*row)])
    if len(names) == len(values) > 1:
        return tuple(zip(names, values, strict=True))
    first = _FIRST_CELL.match(words)
    if first is None:
        return ()
    grade = _GRADE.match(last_line)
    return ((grade[0] if grade else last_line, first[0]), ("", words[first.end() :].strip()))
