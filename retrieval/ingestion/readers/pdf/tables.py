"""The tables of a page whose cells are drawn: rows with the words of merged cells in all they
reach."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pdfplumber.utils.clustering import cluster_list
from pdfplumber.utils.text import extract_text

from retrieval.ingestion.readers.pdf.cells import cell_lines
from retrieval.ingestion.readers.pdf.gaps import rows_by_gaps
from retrieval.ingestion.readers.pdf.lines import WORD_GAP, is_heavy, words_in
from retrieval.ingestion.readers.pdf.paragraphs import PlacedLine

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in points from the page's upper left corner."""

FEWEST = 2
"""Rows and columns: a single cell is a frame around words."""
MOST_CELLS = 20_000
"""Of a table. Chosen by hand: what has more is a drawing."""
SAME_EDGE = 2.0
"""Points within which two edges are one. Chosen by hand: half of what a thick rule takes."""
LEAST_TOLD = 0.3
"""Share of the cells that hold words, below which lines are a chart or a form. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class PdfTable:
    """A table where it stands on its page."""

    box: Box
    rows: tuple[tuple[str, ...], ...]
    """A row of one cell over all columns is that cell alone."""
    columns: tuple[float, ...]
    """Where each column begins."""
    head_is_bold: bool
    may_go_on: bool = False
    """Whether it is one only if it goes on from the page before: without a head its first row would
    be taken for one."""
    otherwise: tuple[tuple[PlacedLine, ...] | PdfTable, ...] = ()
    """What its page is read as, if it does not go on."""

    @property
    def lines(self) -> Iterator[str]:
        """The rows as readers tell rows."""
        return (f"| {' | '.join(row)} |" for row in self.rows)


@dataclass(frozen=True, slots=True)
class _Grid:
    """The places of a drawn table: which cell reaches over each."""

    columns: tuple[float, ...]
    tops: tuple[float, ...]
    owners: tuple[tuple[int, ...], ...]
    """By row and column the number of the cell, -1 for none."""


def drawn_tables(page: Any) -> list[PdfTable]:
    """The tables of a page whose cells are drawn."""
    found = (_table(page, each.cells) for each in page.find_tables())
    return [each for each in found if each is not None]


def _table(page: Any, cells: Sequence[Box]) -> PdfTable | None:
    grid = _grid(cells)
    if grid is None or _holds_undrawn_rows(page, grid):
        return None
    words = _words_of_cells(page.chars, grid, len(cells))
    rows = list(_rows(grid, words))
    told = [cell for row in rows for cell in row]
    wide = max((len(set(row)) for row in rows), default=0)
    if len(rows) < FEWEST or wide < FEWEST or sum(map(bool, told)) < LEAST_TOLD * len(told):
        return None
    box = (grid.columns[0], grid.tops[0], grid.columns[-1], grid.tops[-1])
    first = [each for each in page.chars if is_inside(each, (*box[:3], grid.tops[1]))]
    columns = tuple(left for left, _ in _own_columns(grid, words))
    return PdfTable(box, tuple(rows), columns, is_bold(first))


def _holds_undrawn_rows(page: Any, grid: _Grid) -> bool:
    """Whether lines are drawn between the columns only: a cell of the first column and those beside
    it hold the words of several rows."""
    across = (grid.columns[0], grid.columns[-1])
    for top, bottom in pairwise(grid.tops):
        box = (across[0], top, across[1], bottom)
        lines = cell_lines(words_in([each for each in page.chars if is_inside(each, box)]))
        if len(rows_by_gaps(lines, grid.columns[1])) > 1:
            return True
    return False


def is_bold(chars: Sequence[dict[str, Any]]) -> bool:
    """Whether all letters are of a heavy face."""
    faces = [each["fontname"] for each in chars if not each["text"].isspace()]
    return bool(faces) and all(map(is_heavy, faces))


def is_inside(letter: dict[str, Any], box: Box) -> bool:
    """Whether the middle of a letter or word lies in the box."""
    across, down = (letter["x0"] + letter["x1"]) / 2, (letter["top"] + letter["bottom"]) / 2
    return bool(box[0] <= across < box[2] and box[1] <= down < box[3])


def _grid(cells: Sequence[Box]) -> _Grid | None:
    columns = _edges([edge for cell in cells for edge in (cell[0], cell[2])])
    tops = _edges([edge for cell in cells for edge in (cell[1], cell[3])])
    if min(len(columns), len(tops)) <= FEWEST or len(columns) * len(tops) > MOST_CELLS:
        return None
    owners = [[-1] * (len(columns) - 1) for _ in tops[1:]]
    for number, (left, top, right, bottom) in enumerate(cells):
        for row in range(_nearest(tops, top), _nearest(tops, bottom)):
            for column in range(_nearest(columns, left), _nearest(columns, right)):
                owners[row][column] = number
    return _Grid(columns, tops, tuple(map(tuple, owners)))


def _edges(places: list[float]) -> tuple[float, ...]:
    return tuple(sum(group) / len(group) for group in cluster_list(places, SAME_EDGE))


def _nearest(edges: Sequence[float], place: float) -> int:
    return bisect_left(edges, place - SAME_EDGE)


def _words_of_cells(chars: Sequence[dict[str, Any]], grid: _Grid, number: int) -> list[str]:
    """The words in each cell, read line by line."""
    held: list[list[dict[str, Any]]] = [[] for _ in range(number)]
    for each in chars:
        column = bisect_right(grid.columns, (each["x0"] + each["x1"]) / 2) - 1
        row = bisect_right(grid.tops, (each["top"] + each["bottom"]) / 2) - 1
        if 0 <= column < len(grid.columns) - 1 and 0 <= row < len(grid.tops) - 1:
            owner = grid.owners[row][column]
            if owner >= 0:
                held[owner].append(each)
    return [words_of(each) for each in held]


def words_of(chars: list[dict[str, Any]]) -> str:
    """The words of these letters in one line; a bar would part cells."""
    told = extract_text(chars, x_tolerance_ratio=WORD_GAP) if chars else ""
    return " ".join(told.replace("|", "¦").split())


def _rows(grid: _Grid, words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The rows that say something; an edge that parts no cells makes none."""
    columns = [column for _, column in _own_columns(grid, words)]
    above: tuple[int, ...] = ()
    for row in grid.owners:
        told = tuple(words[row[column]] if row[column] >= 0 else "" for column in columns)
        if row != above and any(told):
            yield told[:1] if len(set(row)) == 1 else told
        above = row


def _own_columns(grid: _Grid, words: Sequence[str]) -> Iterator[tuple[float, int]]:
    """Where each column begins and its number, of those that hold words other than the last's."""
    columns = list(zip(*grid.owners, strict=True))
    if any(words[owner] for owner in columns[0] if owner >= 0):
        yield grid.columns[0], 0
    for number, (before, column) in enumerate(pairwise(columns), start=1):
        own = {owner for owner, left in zip(column, before, strict=True) if owner != left}
        if any(words[owner] for owner in own if owner >= 0):
            yield grid.columns[number], number
