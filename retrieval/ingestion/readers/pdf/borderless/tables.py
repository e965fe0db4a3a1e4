"""Tables of a page whose cells are not drawn: rules above and below the rows, or none at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from statistics import median
from typing import Any

from retrieval.ingestion.readers.pdf.borderless.alignment import (
    CLOSE,
    MOST_ALONE,
    PROSE,
    ends_cell,
    has_columns,
    places,
    width,
)
from retrieval.ingestion.readers.pdf.borderless.bands import between_rules
from retrieval.ingestion.readers.pdf.borderless.rows import (
    FEWEST_ROWS,
    open_table,
)
from retrieval.ingestion.readers.pdf.borderless.rules import rules_of
from retrieval.ingestion.readers.pdf.cells import (
    Cell,
    Line,
    cell_lines,
    columns_of,
)
from retrieval.ingestion.readers.pdf.gaps import Band, height
from retrieval.ingestion.readers.pdf.lines import words_in
from retrieval.ingestion.readers.pdf.running_lines import MOST_RUNNING
from retrieval.ingestion.readers.pdf.tables import Box, PdfTable, is_inside

ALIGNED = 0.8
"""Share of lines whose cells stand in columns. Chosen by hand: a head may reach over several."""


def open_tables(page: Any, taken: Sequence[Box]) -> list[PdfTable]:
    """The tables of a page whose cells are not drawn, outside these boxes."""
    chars = [each for each in page.chars if not any(is_inside(each, box) for box in taken)]
    lines = cell_lines(words_in(chars))
    rules = rules_of(page, taken)
    found = [
        table
        for each, around in between_rules(rules, lines)
        if (table := open_table(each, chars, rules=rules.short, around=around))
    ]
    boxes = [each.box for each in found]
    left = [outside for line in lines if (outside := _outside(line, boxes))]
    open_ones = [table for each in _without_rules(left) if (table := open_table([each], chars))]
    found += [table for table in open_ones if _has_head(table)]
    # What begins a page without a head may go on from the page before.
    first = [each for each in open_ones if not _has_head(each) and _begins_page(each, lines)]
    if not found and not first and (rows := _first_rows(lines)):
        rest = open_table([rows], chars, fewest=1)
        first = [rest] if rest else []
    return [*found, *(replace(each, may_go_on=True) for each in first[:1])]


def _begins_page(table: PdfTable, lines: Sequence[Line]) -> bool:
    return sum(line[0].bottom <= table.box[1] for line in lines) <= MOST_RUNNING


def _first_rows(lines: Sequence[Line]) -> Band:
    """The lines of several cells that a page begins with, below the lines that all pages have."""
    for at, line in enumerate(lines[: MOST_RUNNING + 1]):
        if len(line) > 1:
            rest = takewhile(lambda each: len(each) > 1, lines[at:])
            return list(rest)[:FEWEST_ROWS]
    return []


def _has_head(table: PdfTable) -> bool:
    """Whether the first row is another kind of thing than those below it: it gives no values. A
    row that is taken for a head would be quoted with all others."""
    first, *below = table.rows
    whole = [row for row in below if len(row) == len(first)]
    valued = [
        cell[:1].isdigit() and all(row[place][:1].isdigit() for row in whole)
        for place, cell in enumerate(first)
    ]
    return not any(valued)


def _outside(line: Line, boxes: Sequence[Box]) -> Line:
    """The cells of a line that stand in none of these boxes."""
    return tuple(each for each in line if not any(_is_within(each, box) for box in boxes))


def _is_within(cell: Cell, box: Box) -> bool:
    level = box[1] <= (cell.top + cell.bottom) / 2 < box[3]
    return level and box[0] <= (cell.x0 + cell.x1) / 2 < box[2]


def _without_rules(lines: Sequence[Line]) -> Iterator[Band]:
    """What may be a table although nothing is drawn: lines close together, most of several short
    cells that stand below each other."""
    runs: list[Band] = []
    for line in lines:
        if runs and _follows(runs[-1], line):
            runs[-1].append(line)
        else:
            runs.append([line])
    for run in runs:
        several = [number for number, line in enumerate(run) if len(line) > 1]
        if len(several) >= FEWEST_ROWS:
            band = run[several[0] : several[-1] + 1]
            band += takewhile(partial(ends_cell, band), run[several[-1] + 1 :])
            if has_columns(band) and _is_aligned(band):
                yield band


def _follows(run: Band, line: Line) -> bool:
    """Whether a line stands close below the others, and is no running text beside them."""
    if line[0].top - max(each.bottom for each in run[-1]) >= CLOSE * height(line):
        return False
    several = len(run[0]) > 1
    wide = max(each.x1 for each in run[0]) - min(each.x0 for each in run[0])
    return (len(line) > 1) == several or (several and width(line) < MOST_ALONE * wide)


def _is_aligned(band: Band) -> bool:
    """Whether the cells of nearly all lines stand in a column each, and hold few words."""
    columns = columns_of(band)
    several = [line for line in band if len(line) > 1]
    apart = [line for line in several if len(set(places(line, columns))) == len(line)]
    cells = [cell.text for line in several for cell in line]
    short = median(len(each.split()) for each in cells) < PROSE - 1
    values = [line for line in several if any(map(str.isdigit, line[-1].text))]
    told = len(columns) > 2 or len(values) * 2 >= len(several)
    return len(columns) > 1 and short and told and len(apart) >= ALIGNED * len(several)
