"""Lines that stand apart from those above them: the rows of a table without rules between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from retrieval.ingestion.readers.pdf.cells import Line

ROW_GAP = 0.4
"""Of a word's height between two rows, where lines of one cell stand closer. Chosen by hand: lines
of a paragraph have a fifth between them."""

Band = list[Line]
"""The lines between two rules."""


def height(line: Line) -> float:
    """Of its first words."""
    return max(line[0].bottom - line[0].top, 1.0)


def gaps(band: Sequence[Line]) -> list[float]:
    """How far below all before it each line but the first begins, by its height."""
    found, bottom = [], 0.0
    for before, line in pairwise(band):
        bottom = max(bottom, max(each.bottom for each in before))
        top = min(each.top for each in line)
        found.append((top - bottom) / height(line))
    return found


def cut(band: Sequence[Line], begins: Sequence[bool]) -> Iterator[Band]:
    """The band in pieces: a line begins a new one where it is told so."""
    row = list(band[:1])
    for new, line in zip(begins, band[1:], strict=True):
        if new:
            yield row
            row = []
        row.append(line)
    yield row


def rows_by_gaps(band: Sequence[Line], second: float) -> list[Band]:
    """The rows of a band, if gaps part it so that each begins with several cells, the first of
    them left of where the second column begins; else the band as one."""
    if not band:
        return []
    rows = list(cut(band, [gap > ROW_GAP for gap in gaps(band)]))
    full = all(len(row[0]) > 1 and row[0][0].x0 < second for row in rows)
    return rows if full else [list(band)]
