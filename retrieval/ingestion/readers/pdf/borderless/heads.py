"""The head of a table whose cells are not drawn: its name, words over several columns, and below
those what tells the columns apart."""

from __future__ import annotations

from collections.abc import Sequence

from retrieval.ingestion.readers.pdf.borderless.spans import (
    OFF_MIDDLE,
    SAME_EDGE,
    CellWords,
    Columns,
    pieces_of,
    words_by_column,
)
from retrieval.ingestion.readers.pdf.cells import Cell, Line
from retrieval.ingestion.readers.pdf.gaps import ROW_GAP
from retrieval.ingestion.readers.pdf.tables import Box

CENTRED = 0.06
"""Of the width of a table by which a name in its middle may stand beside it. Chosen by hand."""


def names_all(piece: CellWords, columns: Columns) -> bool:
    """Whether a single cell stands in the middle of the table and gives no value: the name of the
    rows below it."""
    left, right = columns.spans[0][0], columns.spans[-1][1]
    middles = ((left + right) / 2, (columns.edges[0] + columns.edges[-1]) / 2)
    beside = min(abs(piece.middle - middle) for middle in middles)
    return beside <= CENTRED * (right - left) and not any(map(str.isdigit, piece.text))


def head_rows(
    lines: Sequence[Line], columns: Columns, rules: Sequence[Box]
) -> list[tuple[str, ...]]:
    """The rows of the head. ``rules``: the short ones, which stand below what heads several
    columns."""
    upper = _upper_lines(lines)
    first = pieces_of(lines[:upper], columns)
    if len(lines) > upper and len(first) == 1 and names_all(first[0], columns):
        return [(first[0].text,), *head_rows(lines[upper:], columns, rules)]
    below = pieces_of(lines[upper:], columns)
    lower = {place for each in below if len(each.places) == 1 for place in each.places}
    taken = {place for each in first for place in each.places}
    heads = [each for each in first if _reach(each, columns, rules, taken, lower)]
    if not heads:
        return [words_by_column(pieces_of(lines, columns), columns)]
    headed = {place for each in heads for place in each.places}
    under = [each for each in below if each.places <= headed]
    rest = [[cell for cell in line if not columns.places(cell) & headed] for line in lines]
    tops = [cell.top for line in lines[upper:] for cell in line if columns.places(cell) <= headed]
    high, low = _stubs(rest, columns, min(tops, default=0.0))
    return [words_by_column([*heads, *high], columns), words_by_column([*under, *low], columns)]


def _stubs(
    lines: Sequence[Sequence[Cell]], columns: Columns, top: float
) -> tuple[list[CellWords], list[CellWords]]:
    """What stands beside words over several columns, in the first and in the second row of the
    head: one cell for both, or two where words begin with the second row, apart from those above
    them. ``top``: where that row begins."""
    whole: dict[frozenset[int], list[Cell]] = {}
    for cell in (cell for line in lines for cell in line):
        whole.setdefault(frozenset(columns.places(cell)), []).append(cell)
    high: list[CellWords] = []
    low: list[CellWords] = []
    for cells in whole.values():
        above = [each for each in cells if each.top < top - SAME_EDGE]
        below = [each for each in cells if each.top >= top - SAME_EDGE]
        apart = above and below and below[0].top - above[-1].bottom > ROW_GAP * _height(below[0])
        high += pieces_of([tuple(above if apart else cells)], columns)
        low += pieces_of([tuple(below if apart else cells)], columns)
    return high, low


def _height(cell: Cell) -> float:
    return cell.bottom - cell.top


def _upper_lines(lines: Sequence[Line]) -> int:
    """How many lines the words of the first row take: those of the next ones stand close below
    them, and in their middle."""
    count = 1
    while count < len(lines) - 1 and all(
        any(_goes_on(cell, each) for each in lines[count - 1]) for cell in lines[count]
    ):
        count += 1
    return count


def _goes_on(cell: Cell, above: Cell) -> bool:
    close = cell.top - above.bottom <= ROW_GAP * _height(cell)
    return close and abs(cell.x0 + cell.x1 - above.x0 - above.x1) / 2 <= SAME_EDGE


def _reach(
    piece: CellWords, columns: Columns, rules: Sequence[Box], taken: set[int], lower: set[int]
) -> bool:
    """Whether words of the first line head several columns of the second; they then reach them."""
    ruled = _places_over_rule(piece, columns, rules)
    if ruled and ruled <= lower:
        piece.places |= ruled
        return True
    own = piece.places & lower
    if not own:
        return False
    free = (lower - taken) | own
    first, last = min(piece.places), max(piece.places)
    runs = [
        (a, b)
        for a in range(first + 1)
        for b in range(last, len(columns.spans))
        if all(place in free for place in range(a, b + 1))
    ]
    best = min(runs, key=lambda run: (columns.off_middle(piece, *run), run), default=None)
    if best is None or best[0] == best[1] or columns.off_middle(piece, *best) > 2 * OFF_MIDDLE:
        return False
    alone = columns.off_middle(piece, first, last)
    if first == last and alone <= columns.off_middle(piece, *best) + SAME_EDGE:
        return False
    piece.places |= set(range(best[0], best[1] + 1))
    return True


def _places_over_rule(piece: CellWords, columns: Columns, rules: Sequence[Box]) -> set[int]:
    """The columns over the first short rule below the words."""
    for rule in rules:
        if rule[0] - SAME_EDGE <= piece.middle <= rule[2] + SAME_EDGE:
            places = {
                place
                for place, (left, right) in enumerate(columns.spans)
                if rule[0] - SAME_EDGE <= (left + right) / 2 <= rule[2] + SAME_EDGE
            }
            return places if len(places) > 1 else set()
    return set()
