"""How lines stand in columns."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from retrieval.ingestion.readers.pdf.borderless.heads import CENTRED
from retrieval.ingestion.readers.pdf.borderless.rules import SAME_PLACE
from retrieval.ingestion.readers.pdf.cells import Cell, Column, Line, columns_reached
from retrieval.ingestion.readers.pdf.gaps import ROW_GAP, Band, height

PROSE = 6
"""Words of a usual cell in two columns from which on they are columns of prose. By hand."""
CLOSE = 2.2
"""Of a word's height between rows of a table without rules. Chosen by hand."""
MOST_ALONE = 0.45
"""Of the width of such a table that a line of one cell may take. Chosen by hand."""


def places(line: Line, columns: Sequence[Column]) -> list[tuple[int, ...]]:
    return [columns_reached(cell, columns) for cell in line]


def width(line: Line) -> float:
    return line[-1].x1 - line[0].x0


def has_columns(band: Band) -> bool:
    """Whether most lines hold several cells, and these are no columns of prose."""
    several = [line for line in band if len(line) > 1]
    if not several or len(several) < 0.4 * len(band):
        return False
    words = [len(cell.text.split()) for line in several for cell in line]
    return max(map(len, several)) > 2 or median(words) < PROSE


def ends_cell(band: Band, line: Line) -> bool:
    """Whether a single cell below the last row is the rest of one of its cells."""
    last, left = band[-1], min(each.x0 for each in band[0]) + SAME_PLACE
    close = line[0].top - max(each.bottom for each in last) <= ROW_GAP * height(line)
    return close and any(abs(line[0].x0 - each.x0) <= SAME_PLACE for each in last if each.x0 > left)


def is_centred(cell: Cell, below: Band) -> bool:
    """Whether a few words stand in the middle of what these lines take."""
    left = min(line[0].x0 for line in below)
    wide = max(line[-1].x1 for line in below) - left
    beside = abs(cell.x0 + cell.x1 - 2 * left - wide) / 2
    return beside <= 2 * CENTRED * wide and cell.x1 - cell.x0 < MOST_ALONE * wide
