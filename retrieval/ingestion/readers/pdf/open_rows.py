"""Rows of a table whose cells are not drawn: which lines make one, and in which columns their words
stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from retrieval.ingestion.readers.pdf.cells import (
    Cell,
    Column,
    Line,
    columns_of,
    columns_reached,
)
from retrieval.ingestion.readers.pdf.lines import Letters
from retrieval.ingestion.readers.pdf.tables import Box, PdfTable, is_bold, is_inside

ROW_GAP = 0.4
"""Of a word's height between two rows, where lines of one cell stand closer. Chosen by hand: lines
of a paragraph have a fifth between them."""
SAME_PLACE = 4.0
"""Points within which rules begin or end together."""
FEWEST_ROWS = 3
"""Of a table without rules, its head counted. Chosen by hand."""
CENTRED = 0.06
"""Of the width of a table by which a name in its middle may stand beside it. Chosen by hand."""
LEAST_FILLED = 0.5
"""Share of the places of a table that hold words. Chosen by hand: code in columns has fewer."""

Band = list[Line]
"""The lines between two rules."""


def height(line: Line) -> float:
    """Of its first words."""
    return max(line[0].bottom - line[0].top, 1.0)


def open_table(bands: list[Band], chars: Letters, fewest: int = 2) -> PdfTable | None:
    """The table that these lines make, if they do."""
    lines = [line for band in bands for line in band]
    columns = columns_of(lines)
    rows = [row for number, band in enumerate(bands) for row in _rows(band, number, bands)]
    told = _with_stubs([_row_words(row, columns) for row in rows], _parts(rows[:2], columns))
    if len(columns) < 2 or len(told) < fewest or max(len(set(row)) for row in told) < 2:
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
        found.append((top - bottom) / height(line))
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
    single = len(row) == 1 and len(row[0]) == 1
    alone = single and (told[0] or len(set(told)) == 1 or _names_rows(row[0][0], columns))
    return (row[0][0].text,) if alone else told


def _names_rows(cell: Cell, columns: Sequence[Column]) -> bool:
    """Whether a single cell stands in the middle of the table and gives no value: the name of the
    rows below it."""
    left, right = columns[0][0], columns[-1][1]
    beside = abs((cell.x0 + cell.x1) - (left + right)) / 2
    return beside <= CENTRED * (right - left) and not any(map(str.isdigit, cell.text))


def _parts(rows: Sequence[Band], columns: Sequence[Column]) -> dict[int, Cell]:
    """The cells of the first row that reach over several columns of the second, by column: one
    stands in the middle of what it heads, and its words may be narrower than a column."""
    if len(rows) < 2 or len(rows[0]) != 1:
        return {}
    below = {place for line in rows[1] for cell in line for place in columns_reached(cell, columns)}
    heads = {cell: set(columns_reached(cell, columns)) for cell in rows[0][0]}
    taken = {place for reached in heads.values() for place in reached}
    for place in sorted(below - taken):
        beside = [
            cell
            for cell, reached in heads.items()
            if reached <= below and {place - 1, place + 1} & reached
        ]
        gains = {
            cell: _off_middle(cell, heads[cell], columns)
            - _off_middle(cell, heads[cell] | {place}, columns)
            for cell in beside
        }
        best = max(gains, key=lambda cell: gains[cell], default=None)
        if best is not None and gains[best] > 0:
            heads[best].add(place)
    wide = {cell: reached for cell, reached in heads.items() if len(reached) > 1}
    return {place: cell for cell, reached in wide.items() for place in reached}


def _off_middle(cell: Cell, places: set[int], columns: Sequence[Column]) -> float:
    """How far the middle of a cell is from that of these columns, or of what they take up to the
    next: words may begin at the left of a column that is wider."""
    last = max(places)
    left, right = columns[min(places)][0], columns[last][1]
    ends = (right, columns[last + 1][0]) if last + 1 < len(columns) else (right,)
    return min(abs((cell.x0 + cell.x1) - (left + end)) / 2 for end in ends)


def _with_stubs(rows: list[tuple[str, ...]], parts: dict[int, Cell]) -> tuple[tuple[str, ...], ...]:
    """The rows, where the first has its words in all columns that they head, and the second tells
    those apart: what stands above its empty cells heads both."""
    if not parts or len(rows[0]) != len(rows[1]):
        return tuple(rows)
    first = tuple(
        parts[place].text if place in parts else words for place, words in enumerate(rows[0])
    )
    if not all(rows[1][place] for place in parts):
        return (first, *rows[1:])
    second = tuple(words or above for words, above in zip(rows[1], first, strict=True))
    return (first, second, *rows[2:])
