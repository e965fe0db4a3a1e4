"""What the made documents say: headings, paragraphs, items and tables, as ``texts/`` has them.

A line of a table begins with a bar. In it ``<`` is a place that the cell to the left takes, ``^``
one that the cell above takes; a line of one cell is a row over all columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Literal

_FOLDER = Path(__file__).parent / "texts"
Kind = Literal["title", "heading", "paragraph", "item"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell with the rows and columns that it takes."""

    row: int
    column: int
    rows: int
    columns: int
    words: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first ``heads`` rows head it."""

    cells: tuple[Cell, ...]
    row_count: int
    column_count: int
    heads: int

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The words of each row by column: merged cells in all they reach, those over all columns
        once."""
        grid = [[""] * self.column_count for _ in range(self.row_count)]
        alone: set[int] = set()
        for cell in self.cells:
            for row in range(cell.row, cell.row + cell.rows):
                grid[row][cell.column : cell.column + cell.columns] = [cell.words] * cell.columns
            if cell.columns == self.column_count:
                alone.add(cell.row)
        return tuple(tuple(row[:1] if at in alone else row) for at, row in enumerate(grid))

    def row(self, number: int) -> tuple[Cell, ...]:
        """The cells that begin in a row, from left to right."""
        own = (each for each in self.cells if each.row == number)
        return tuple(sorted(own, key=lambda cell: cell.column))


@dataclass(frozen=True, slots=True)
class Words:
    """A heading, a paragraph or an item of a list."""

    kind: Kind
    words: str


Block = Words | Table


@dataclass(frozen=True, slots=True)
class Text:
    """What a document says, in order."""

    name: str
    blocks: tuple[Block, ...]

    @property
    def title(self) -> str:
        first = self.blocks[0]
        assert isinstance(first, Words)
        return first.words


def read_texts(folder: Path = _FOLDER) -> dict[str, Text]:
    """All texts by name."""
    paths = sorted(folder.glob("*.txt"))
    return {each.stem: Text(each.stem, tuple(_blocks(each))) for each in paths}


def _blocks(path: Path) -> Iterator[Block]:
    lines = path.read_text(encoding="utf-8").splitlines()
    for tabular, run in groupby(lines, key=lambda line: line.startswith("|")):
        if tabular:
            yield _table([_cells(line) for line in run])
        else:
            yield from map(_words, run)


def _words(line: str) -> Words:
    marks: Sequence[tuple[str, Kind]] = (("## ", "heading"), ("# ", "title"), ("- ", "item"))
    for mark, kind in marks:
        if line.startswith(mark):
            return Words(kind, line.removeprefix(mark))
    return Words("paragraph", line)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip()[1:-1].split("|")]


def _table(rows: Sequence[Sequence[str]]) -> Table:
    wide = max(map(len, rows))
    full = [[*row, *("<" * (wide - len(row)) if len(row) == 1 else ())] for row in rows]
    cells = [
        Cell(at, column, _reach_down(full, at, column), _reach_right(row, column), words)
        for at, row in enumerate(full)
        for column, words in enumerate(row)
        if words not in ("<", "^")
    ]
    heads = 2 if len(rows[0]) == 1 else _reach_down(full, 0, 0)
    return Table(tuple(cells), len(full), wide, heads)


def _reach_right(row: Sequence[str], column: int) -> int:
    reach = 1
    while column + reach < len(row) and row[column + reach] == "<":
        reach += 1
    return reach


def _reach_down(rows: Sequence[Sequence[str]], at: int, column: int) -> int:
    reach = 1
    while at + reach < len(rows) and rows[at + reach][column] == "^":
        reach += 1
    return reach
