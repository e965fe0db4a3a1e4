"""Tables of a page whose cells are not drawn: rules above and below the rows, or none at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from retrieval.ingestion.readers.pdf.lines import Letters, words_in
from retrieval.ingestion.readers.pdf.tables import Box, PdfTable, is_bold, is_inside

ROW_GAP = 0.4
"""Of a word's height between two rows, where lines of one cell stand closer. Chosen by hand: lines
of a paragraph have a fifth between them."""
SAME_PLACE = 4.0
"""Points within which rules begin or end together."""
SHORTEST_RULE = 80.0
"""Points; a shorter line underlines words or belongs to a sign."""
THICKEST = 3.0
"""Points; a higher area is a shade behind words."""
FEWEST_ROWS = 3
"""Of a table without rules, its head counted. Chosen by hand."""
PROSE = 6
"""Words of a usual cell in two columns from which on they are columns of prose. By hand."""
CLOSE = 1.8
"""Of a word's height between rows of a table without rules. Chosen by hand."""
MOST_ALONE = 0.45
"""Of the width of such a table that a line of one cell may take. Chosen by hand."""
LEAST_FILLED = 0.5
"""Share of the places of a table that hold words. Chosen by hand: code in columns has fewer."""
ALIGNED = 0.8
"""Share of lines whose cells stand in columns. Chosen by hand: a head may reach over several."""


Band = list[Line]
"""The lines between two rules."""


def open_tables(page: Any, taken: Sequence[Box]) -> list[PdfTable]:
    """The tables of a page whose cells are not drawn, outside these boxes."""
    chars = [each for each in page.chars if not any(is_inside(each, box) for box in taken)]
    lines = cell_lines(words_in(chars))
    found = [
        table
        for each in _between_rules(_rules(page, taken), lines)
        if (table := _table(each, chars))
    ]
    boxes = [each.box for each in found]
    left = [line for line in lines if not any(_is_within(line, box) for box in boxes)]
    open_ones = (_table([each], chars) for each in _without_rules(left))
    return [*found, *(table for table in open_ones if table and _has_head(table))]


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
        bands = [_between(above, below, lines) for above, below in pairwise(group)]
        for tabular, run in groupby(bands, key=_has_columns):
            held = list(run)
            if tabular and (len(held) > 1 or len(held[0]) >= FEWEST_ROWS):
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
    if line[0].top - max(each.bottom for each in run[-1]) >= CLOSE * _height(line):
        return False
    several = len(run[0]) > 1
    wide = max(each.x1 for each in run[0]) - min(each.x0 for each in run[0])
    return (len(line) > 1) == several or (several and _width(line) < MOST_ALONE * wide)


def _width(line: Line) -> float:
    return line[-1].x1 - line[0].x0


def _ends_cell(band: Band, line: Line) -> bool:
    """Whether a single cell below the last row is the rest of one of its cells."""
    last = band[-1]
    close = line[0].top - max(each.bottom for each in last) <= ROW_GAP * _height(line)
    return close and any(abs(line[0].x0 - each.x0) <= SAME_PLACE for each in last[1:])


def _height(line: Line) -> float:
    return max(line[0].bottom - line[0].top, 1.0)


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


def _table(bands: list[Band], chars: Letters) -> PdfTable | None:
    lines = [line for band in bands for line in band]
    columns = columns_of(lines)
    rows = [row for number, band in enumerate(bands) for row in _rows(band, number, bands)]
    told = tuple(_row_words(row, columns) for row in rows)
    if len(columns) < 2 or len(told) < 2 or max(len(set(row)) for row in told) < 2:
        return None
    if sum(bool(cell) for row in told for cell in row) < LEAST_FILLED * sum(map(len, told)):
        return None
    lefts = tuple(left for left, _ in columns)
    first = [each for each in chars if is_inside(each, _box(rows[0]))]
    return PdfTable(_box(lines), told, lefts, is_bold(first))


def _box(lines: Sequence[Line]) -> Box:
    cells = [cell for line in lines for cell in line]
    return (
        min(each.x0 for each in cells) - 1,
        min(each.top for each in cells) - 1,
        max(each.x1 for each in cells) + 1,
        max(each.bottom for each in cells) + 1,
    )


def _rows(band: Band, number: int, bands: Sequence[Band]) -> Iterator[Band]:
    """The lines of each row of a band."""
    if number == 0 and len(bands) > 1:
        most = max(map(len, band))
        wide = [line for line in band if 1 < len(line) < most]
        if wide and band[0] is wide[0]:
            yield band[:1]
            band = band[1:]
        yield band
        return
    if len(bands) > FEWEST_ROWS:
        yield band
        return
    gaps = _gaps(band)
    padded = list(_cut(band, [gap > ROW_GAP for gap in gaps]))
    if len(padded) > 1 and not any(_holds_rows(row) for row in padded):
        yield from padded
    else:
        yield from _cut(band, [not _is_rest(line, band) for line in band[1:]])


def _cut(band: Band, begins: Sequence[bool]) -> Iterator[Band]:
    """The band in pieces: a line begins a new one where it is told so."""
    row = band[:1]
    for new, line in zip(begins, band[1:], strict=True):
        if new:
            yield row
            row = []
        row.append(line)
    yield row


def _holds_rows(lines: Band) -> bool:
    """Whether lines that stand close together are rows of their own: two are as full as any, and
    the second does not go on small."""
    most = max(map(len, lines))
    full = [line for line in lines if len(line) == most]
    return any(not line[0].text[:1].islower() for line in full[1:])


def _gaps(band: Band) -> list[float]:
    """How far below all before it each line but the first begins, by its height."""
    found, bottom = [], 0.0
    for before, line in pairwise(band):
        bottom = max(bottom, max(each.bottom for each in before))
        top = min(each.top for each in line)
        found.append((top - bottom) / _height(line))
    return found


def _is_rest(line: Line, band: Band) -> bool:
    """Whether a line goes on with the row above: its first cell is empty, or goes on small."""
    left = min(each.x0 for each in band[0])
    return line[0].x0 > left + 3 * SAME_PLACE or (len(line) == 1 and line[0].text[:1].islower())


def _row_words(row: Band, columns: Sequence[Column]) -> tuple[str, ...]:
    """The words of a row by column; words over several columns stand in each."""
    held: list[list[str]] = [[] for _ in columns]
    for cell in (each for line in row for each in line):
        for place in columns_reached(cell, columns):
            held[place].append(cell.text)
    told = tuple(" ".join(each) for each in held)
    alone = len(row) == 1 and len(row[0]) == 1 and (told[0] or len(set(told)) == 1)
    return (row[0][0].text,) if alone else told
