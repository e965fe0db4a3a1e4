"""Tables of a page whose cells are not drawn: rules above and below the rows, or none at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, pairwise, takewhile
from statistics import median
from typing import Any

from retrieval.ingestion.readers.pdf.cells import (
    Column,
    Line,
    cell_lines,
    columns_of,
    columns_reached,
)
from retrieval.ingestion.readers.pdf.lines import Letters, lines_of, words_in
from retrieval.ingestion.readers.pdf.open_rows import (
    FEWEST_ROWS,
    ROW_GAP,
    SAME_PLACE,
    Band,
    height,
    open_table,
)
from retrieval.ingestion.readers.pdf.paragraphs import PlacedLine
from retrieval.ingestion.readers.pdf.running import MOST_RUNNING
from retrieval.ingestion.readers.pdf.tables import Box, PdfTable, is_inside

SHORTEST_RULE = 80.0
"""Points; a shorter line underlines words or belongs to a sign."""
THICKEST = 3.0
"""Points; a higher area is a shade behind words."""
PROSE = 6
"""Words of a usual cell in two columns from which on they are columns of prose. By hand."""
CLOSE = 2.2
"""Of a word's height between rows of a table without rules. Chosen by hand."""
MOST_ALONE = 0.45
"""Of the width of such a table that a line of one cell may take. Chosen by hand."""
ALIGNED = 0.8
"""Share of lines whose cells stand in columns. Chosen by hand: a head may reach over several."""


def open_tables(page: Any, taken: Sequence[Box]) -> list[PdfTable]:
    """The tables of a page whose cells are not drawn, outside these boxes."""
    chars = [each for each in page.chars if not any(is_inside(each, box) for box in taken)]
    lines = cell_lines(words_in(chars))
    found = [
        table
        for each in _between_rules(_rules(page, taken), lines)
        if (table := open_table(each, chars))
    ]
    boxes = [each.box for each in found]
    left = [line for line in lines if not any(_is_within(line, box) for box in boxes)]
    open_ones = [table for each in _without_rules(left) if (table := open_table([each], chars))]
    found += [table for table in open_ones if _has_head(table)]
    # What begins a page without a head may go on from the page before.
    first = [each for each in open_ones if not _has_head(each) and _begins_page(each, lines)]
    if not found and not first and (rows := _first_rows(lines)):
        rest = open_table([rows], chars, fewest=1)
        first = [rest] if rest else []
    return [*found, *(replace(each, otherwise=_words_in(each.box, chars)) for each in first)]


def _begins_page(table: PdfTable, lines: Sequence[Line]) -> bool:
    return sum(line[0].bottom <= table.box[1] for line in lines) <= MOST_RUNNING


def _first_rows(lines: Sequence[Line]) -> Band:
    """The lines of several cells that a page begins with, below the lines that all pages have."""
    for at, line in enumerate(lines[: MOST_RUNNING + 1]):
        if len(line) > 1:
            rest = takewhile(lambda each: len(each) > 1, lines[at:])
            return list(rest)[:FEWEST_ROWS]
    return []


def _words_in(box: Box, chars: Letters) -> tuple[PlacedLine, ...]:
    return tuple(lines_of([each for each in chars if is_inside(each, box)]))


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


def _is_within(line: Line, box: Box) -> bool:
    return box[1] <= (line[0].top + line[0].bottom) / 2 < box[3] and line[0].x0 < box[2]


def _rules(page: Any, taken: Sequence[Box]) -> list[Box]:
    """The level lines of a page from top to bottom, also those drawn as thin areas."""
    drawn = (page.lines, page.rects)
    edges = ((e["x0"], e["top"], e["x1"], e["bottom"]) for each in drawn for e in each)
    level = {
        each for each in edges if each[3] - each[1] < THICKEST < SHORTEST_RULE <= each[2] - each[0]
    }
    apart = [each for each in level if not any(_is_at(each, box) for box in taken)]
    return sorted(apart, key=lambda each: (each[1], each[0]))


def _is_at(rule: Box, box: Box) -> bool:
    """Whether a rule belongs to a table that was found already."""
    return box[1] - 1 <= rule[1] <= box[3] + 1 and rule[0] < box[2] and box[0] < rule[2]


def _between_rules(rules: Sequence[Box], lines: Sequence[Line]) -> Iterator[list[Band]]:
    """What may be a table: bands between rules of the same width that hold columns."""
    groups: list[list[Box]] = []
    for rule in rules:
        own = next((group for group in groups if _as_wide(group[-1], rule)), None)
        if own is None:
            groups.append([rule])
        elif rule[1] - own[-1][1] > 2:
            own.append(rule)
    for group in groups:
        bands = [(above, _between(above, below, lines)) for above, below in pairwise(group)]
        for tabular, run in groupby(bands, key=lambda each: _has_columns(each[1])):
            for held in _tables_of(_with_head(list(run), lines)) if tabular else ():
                if len(held) > 1 or len(held[0]) >= FEWEST_ROWS:
                    yield held


def _with_head(run: Sequence[tuple[Box, Band]], lines: Sequence[Line]) -> list[Band]:
    """Bands that follow one another, with the head that has no rule above it."""
    rule, first = run[0]
    head = _above(rule, lines, first)
    return [*([head] if head else []), *(band for _, band in run)]


def _above(rule: Box, lines: Sequence[Line], first: Band) -> Band:
    """The head of a table that has no rule above it: lines of nearly as many cells as the first
    band has, close above its first rule."""
    most = max(map(len, first), default=0)
    found: Band = []
    edge = rule[1]
    for line in reversed(_between((*rule[:1], 0.0, *rule[2:]), rule, lines)):
        bottom = max(each.bottom for each in line)
        if (
            len(line) < 2
            or edge - bottom > CLOSE * height(line)
            or (not found and len(line) < most - 1)
        ):
            break
        found.insert(0, line)
        edge = min(each.top for each in line)
    return found if most > 1 else []


def _tables_of(bands: list[Band]) -> Iterator[list[Band]]:
    """The bands in tables: one that begins with a line of words well above its cells holds the
    name and the head of the next."""
    held: list[Band] = []
    for band in bands:
        at = next((number for number, line in enumerate(band) if len(line) > 1), 0)
        gap = band[at][0].top - band[at - 1][0].bottom if at else 0.0
        if held and gap > ROW_GAP * height(band[0]) and len(bands) > FEWEST_ROWS:
            yield held
            held = [band[at:]]
        else:
            held.append(band)
    if held:
        yield held


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
            band += takewhile(partial(_ends_cell, band), run[several[-1] + 1 :])
            if _has_columns(band) and _is_aligned(band):
                yield band


def _follows(run: Band, line: Line) -> bool:
    """Whether a line stands close below the others, and is no running text beside them."""
    if line[0].top - max(each.bottom for each in run[-1]) >= CLOSE * height(line):
        return False
    several = len(run[0]) > 1
    wide = max(each.x1 for each in run[0]) - min(each.x0 for each in run[0])
    return (len(line) > 1) == several or (several and _width(line) < MOST_ALONE * wide)


def _width(line: Line) -> float:
    return line[-1].x1 - line[0].x0


def _ends_cell(band: Band, line: Line) -> bool:
    """Whether a single cell below the last row is the rest of one of its cells."""
    last, left = band[-1], min(each.x0 for each in band[0]) + SAME_PLACE
    close = line[0].top - max(each.bottom for each in last) <= ROW_GAP * height(line)
    return close and any(abs(line[0].x0 - each.x0) <= SAME_PLACE for each in last if each.x0 > left)


def _is_aligned(band: Band) -> bool:
    """Whether the cells of nearly all lines stand in a column each, and hold few words."""
    columns = columns_of(band)
    several = [line for line in band if len(line) > 1]
    apart = [line for line in several if len(set(_places(line, columns))) == len(line)]
    cells = [cell.text for line in several for cell in line]
    short = median(len(each.split()) for each in cells) < PROSE - 1
    values = [line for line in several if any(map(str.isdigit, line[-1].text))]
    told = len(columns) > 2 or len(values) * 2 >= len(several)
    return len(columns) > 1 and short and told and len(apart) >= ALIGNED * len(several)


def _places(line: Line, columns: Sequence[Column]) -> list[tuple[int, ...]]:
    return [columns_reached(cell, columns) for cell in line]


def _as_wide(one: Box, other: Box) -> bool:
    return abs(one[0] - other[0]) <= SAME_PLACE and abs(one[2] - other[2]) <= SAME_PLACE


def _between(above: Box, below: Box, lines: Sequence[Line]) -> Band:
    box = (above[0] - SAME_PLACE, above[1], above[2] + SAME_PLACE, below[1])
    return [
        line
        for line in lines
        if box[1] <= (line[0].top + line[0].bottom) / 2 < box[3]
        and all(box[0] <= each.x0 and each.x1 <= box[2] for each in line)
    ]


def _has_columns(band: Band) -> bool:
    """Whether most lines hold several cells, and these are no columns of prose."""
    several = [line for line in band if len(line) > 1]
    if not several or len(several) < 0.4 * len(band):
        return False
    words = [len(cell.text.split()) for line in several for cell in line]
    return max(map(len, several)) > 2 or median(words) < PROSE
