"""Words of a page that stand close together in a line, and the columns that they stand in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

CELL_GAP = 0.75
"""Of a word's height: what parts cells. Blanks take a third; columns stand further apart."""
LEAST_OVERLAP = 2.0
"""Points that a cell and a column share at least, or half of what is narrower than twice that: an I
takes two points."""
MOST_BRIDGED = 10
"""One line of so many, and always two, may have a cell over the same columns. Chosen by hand."""
MOST_HEADS = 3
"""Lines of a head. Chosen by hand."""
_MARK = re.compile(r"\(cid:\d+\)|[^\w%<>≤≥±+=]|_|\(?(?:[A-Za-z]|\d{1,2}|[ivx]{1,4})[.)]")
"""What begins the item of a list, and is no cell of its own. A sign of a value is one."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Words of one line that stand close together."""

    x0: float
    x1: float
    top: float
    bottom: float
    text: str


Column = tuple[float, float]
"""Where a column begins and ends."""
Line = tuple[Cell, ...]


def cell_lines(words: Sequence[dict[str, Any]]) -> list[Line]:
    """All lines from top to bottom, in cells."""
    found: list[list[dict[str, Any]]] = []
    for word in sorted(words, key=lambda each: (each["top"] + each["bottom"]) / 2):
        if found and _is_level(found[-1][-1], word):
            found[-1].append(word)
        else:
            found.append([word])
    return [tuple(_cells(line)) for line in found]


def _is_level(last: dict[str, Any], word: dict[str, Any]) -> bool:
    height = min(last["bottom"] - last["top"], word["bottom"] - word["top"])
    apart = abs(last["top"] + last["bottom"] - word["top"] - word["bottom"]) / 2
    return bool(apart <= 0.4 * height)


def _cells(line: Sequence[dict[str, Any]]) -> Iterator[Cell]:
    held: list[dict[str, Any]] = []
    for word in sorted(line, key=lambda each: each["x0"]):
        apart = held and word["x0"] - held[-1]["x1"] > CELL_GAP * (word["bottom"] - word["top"])
        if apart and not (len(held) == 1 and _MARK.fullmatch(held[0]["text"])):
            yield _cell(held)
            held = []
        held.append(word)
    yield _cell(held)


def _cell(words: Sequence[dict[str, Any]]) -> Cell:
    return Cell(
        words[0]["x0"],
        max(each["x1"] for each in words),
        min(each["top"] for each in words),
        max(each["bottom"] for each in words),
        " ".join(each["text"] for each in words).replace("|", "¦"),
    )


def columns_of(lines: Sequence[Line], heads: int = 0) -> list[Column]:
    """Where columns begin and end: narrow cells make them, wider ones stretch them; those of the
    first ``heads`` lines do so only where nothing stands below them. A cell over
    several columns heads them, unless many lines have one: then they are one column. What stands
    between two columns, in lines that have neither, is a cell over both; what only the head has,
    beside what only the rows have, is the head of these."""
    found: list[Column] = []
    over: list[Cell] = []
    for cell in _narrow_first(line for line in lines[heads:] if len(line) > 1):
        reached = [each for each in found if _overlap(cell, each)]
        if len(reached) > 1:
            over.append(cell)
        elif not reached or not _only_touches(cell, reached[0]):
            _stretch(found, cell, reached)
    lowest = [line for line in lines[:heads] if len(line) > 1]
    for number, line in enumerate(reversed(lowest)):
        for cell in line:
            reached = [each for each in found if _overlap(cell, each)]
            if not reached or (number == 0 and len(reached) == 1):
                _stretch(found, cell, reached)
    several = [line for line in lines if len(line) > 1]
    apart = _without_betweens(sorted(found), several)
    apart = _with_their_heads(apart, several, len(lowest) if heads > 1 else MOST_HEADS)
    return _without_bridges(apart, over, several)


def _stretch(columns: list[Column], cell: Cell, reached: Sequence[Column]) -> None:
    for each in reached:
        columns.remove(each)
    edges = (cell.x0, cell.x1, *(edge for each in reached for edge in each))
    columns.append((min(edges), max(edges)))


def _narrow_first(lines: Iterable[Line]) -> list[Cell]:
    return sorted((cell for line in lines for cell in line), key=lambda cell: cell.x1 - cell.x0)


def _lines_with(column: Column, lines: Sequence[Line]) -> set[int]:
    """The lines that have a cell in the column."""
    return {
        number for number, line in enumerate(lines) if any(_overlap(cell, column) for cell in line)
    }


def _without_betweens(columns: list[Column], lines: Sequence[Line]) -> list[Column]:
    """The columns without those of few cells, in lines in which the two beside them have none."""
    filled = [_lines_with(each, lines) for each in columns]
    between = {
        at
        for at in range(1, len(columns) - 1)
        if len(filled[at]) <= max(2, len(lines) // MOST_BRIDGED)
        and not filled[at] & (filled[at - 1] | filled[at + 1])
        and filled[at - 1] & filled[at + 1]
    }
    return [each for at, each in enumerate(columns) if at not in between]


def _with_their_heads(columns: list[Column], lines: Sequence[Line], heads: int) -> list[Column]:
    """The columns, where one of the head alone is one with that of the rows below it."""
    found = columns[:1]
    for column in columns[1:]:
        one, other = sorted(
            (_lines_with(found[-1], lines), _lines_with(column, lines)),
            key=lambda each: max(each, default=0),
        )
        if max(one, default=0) < heads <= max(other, default=0) and not one & other:
            found[-1] = (found[-1][0], column[1])
        else:
            found.append(column)
    return found


def _without_bridges(
    columns: list[Column], over: Sequence[Cell], lines: Sequence[Line]
) -> list[Column]:
    most = max(2, len(lines) // MOST_BRIDGED)
    found = columns[:1]
    for column in columns[1:]:
        last = found[-1]
        bridges = sum(_overlap(each, last) and _overlap(each, column) for each in over)
        if (
            bridges > most
            and bridges > len(_lines_with(last, lines) & _lines_with(column, lines)) // 2
        ):
            found[-1] = (last[0], column[1])
        else:
            found.append(column)
    return found


def _only_touches(cell: Cell, column: Column) -> bool:
    """Whether less than half of both is shared: the cell stands between columns."""
    shared = min(cell.x1, column[1]) - max(cell.x0, column[0])
    return 2 * shared < min(cell.x1 - cell.x0, column[1] - column[0])


def _overlap(cell: Cell, column: Column) -> bool:
    narrower = min(cell.x1 - cell.x0, column[1] - column[0])
    shared = min(cell.x1, column[1]) - max(cell.x0, column[0])
    return shared > min(LEAST_OVERLAP, narrower / 2)


def columns_reached(cell: Cell, columns: Sequence[Column]) -> tuple[int, ...]:
    """The columns that a cell reaches over, or the nearest."""
    over = [number for number, each in enumerate(columns) if _overlap(cell, each)]
    return tuple(over or [min(range(len(columns)), key=lambda n: abs(columns[n][0] - cell.x0))])
