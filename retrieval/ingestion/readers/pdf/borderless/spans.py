"""Which columns the words of a row reach over, where no cell is drawn: what stands in the middle of
several columns, and has none beside it there, is a cell over all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from retrieval.ingestion.readers.pdf.cells import Cell, Column, Line, columns_reached

SAME_EDGE = 1.5
"""Points within which words stand below each other. Chosen by hand."""
OFF_MIDDLE = 6.0
"""Points by which a cell over several columns may stand beside their middle: the edges of columns
are guessed from words. Chosen by hand."""
_USUAL_PADDING = 6.0
"""Points from the edge of a cell to its words: what report generators take."""


@dataclass(slots=True)
class CellWords:
    """The words of one cell, which may have several lines."""

    x0: float
    x1: float
    places: set[int]
    """The columns that it reaches over."""
    words: list[str] = field(default_factory=list)

    @property
    def middle(self) -> float:
        return (self.x0 + self.x1) / 2

    @property
    def text(self) -> str:
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a table, with the edges that part them and the cells that stand in each."""

    spans: tuple[Column, ...]
    edges: tuple[float, ...]
    own: tuple[tuple[Cell, ...], ...]

    def places(self, cell: Cell) -> set[int]:
        return set(columns_reached(cell, self.spans))

    def off_middle(self, piece: CellWords, first: int, last: int) -> float:
        """How far the middle of words is from that of these columns."""
        return abs(piece.middle - (self.edges[first] + self.edges[last + 1]) / 2)

    def is_aligned(self, piece: CellWords) -> bool:
        """Whether words stand in their one column as half of the others do."""
        (place,) = piece.places
        others = [each for each in self.own[place] if each.text not in piece.words]
        below = [each for each in others if _in_line(piece, each)]
        return bool(others) and 2 * len(below) >= len(others)


def _in_line(piece: CellWords, cell: Cell) -> bool:
    middle = (cell.x0 + cell.x1) / 2
    apart = (piece.x0 - cell.x0, piece.x1 - cell.x1, piece.middle - middle)
    return min(map(abs, apart)) <= SAME_EDGE


def columns_with_edges(
    columns: Sequence[Column], lines: Sequence[Line], around: Column | None
) -> Columns:
    """The columns of these lines. ``around``: where the rules of the table begin and end."""
    own: list[list[Cell]] = [[] for _ in columns]
    for cell in (cell for line in lines for cell in line):
        places = columns_reached(cell, columns)
        if len(places) == 1:
            own[places[0]].append(cell)
    left, right = around or (columns[0][0] - _USUAL_PADDING, columns[-1][1] + _USUAL_PADDING)
    padding = max(0.0, columns[0][0] - left)
    inner = (_edge(*pair, padding) for pair in pairwise(map(_Stand, own, columns)))
    return Columns(tuple(columns), (left, *inner, right), tuple(map(tuple, own)))


class _Stand:
    """How the words of a column stand: most of them begin, or end, below each other."""

    def __init__(self, cells: Sequence[Cell], column: Column) -> None:
        self.left, self.begin = _most_common([each.x0 for each in cells], column[0])
        self.right, self.end = _most_common([each.x1 for each in cells], column[1])
        self.column = column


def _most_common(edges: Sequence[float], otherwise: float) -> tuple[float, float]:
    """The place at which most of these edges lie, and their share."""
    near = [(sum(abs(each - one) <= SAME_EDGE for each in edges), one) for one in edges]
    count, place = max(near, default=(0, otherwise))
    return place, count / max(1, len(edges))


def _edge(one: _Stand, other: _Stand, padding: float) -> float:
    if other.begin > 0.5:
        return other.left - padding
    if one.end > 0.5:
        return one.right + padding
    return (one.column[1] + other.column[0]) / 2


def pieces_of(lines: Sequence[Line], columns: Columns) -> list[CellWords]:
    """The cells of a row from its lines."""
    found: list[CellWords] = []
    for cell in (cell for line in lines for cell in line):
        places = columns.places(cell)
        own = next((each for each in found if each.places & places), None)
        if own is None:
            found.append(CellWords(cell.x0, cell.x1, places, [cell.text]))
        else:
            own.x0, own.x1 = min(own.x0, cell.x0), max(own.x1, cell.x1)
            own.places |= places
            own.words.append(cell.text)
    return found


def spread(pieces: Sequence[CellWords], columns: Columns) -> None:
    """Let each piece reach over the empty columns beside it in whose middle it stands."""
    taken = {place for each in pieces for place in each.places}
    for piece in pieces:
        if len(piece.places) == 1 and columns.is_aligned(piece):
            continue
        first, last = min(piece.places), max(piece.places)
        off = columns.off_middle(piece, first, last)
        best = min(
            _runs(first, last, taken, len(columns.spans)),
            key=lambda run: (columns.off_middle(piece, *run), run),
        )
        gained = columns.off_middle(piece, *best)
        if gained <= OFF_MIDDLE and off > 2 * gained + SAME_EDGE:
            piece.places |= set(range(best[0], best[1] + 1))
            taken |= piece.places


def _runs(first: int, last: int, taken: set[int], count: int) -> Iterator[tuple[int, int]]:
    """The runs of columns that hold these and else only empty ones."""
    begin, end = first, last
    while begin > 0 and begin - 1 not in taken:
        begin -= 1
    while end < count - 1 and end + 1 not in taken:
        end += 1
    return ((a, b) for a in range(begin, first + 1) for b in range(last, end + 1))


def words_by_column(pieces: Sequence[CellWords], columns: Columns) -> tuple[str, ...]:
    """The words by column; those over several columns stand in each."""
    held: list[list[str]] = [[] for _ in columns.spans]
    for piece in pieces:
        for place in piece.places:
            held[place].append(piece.text)
    return tuple(" ".join(each) for each in held)
