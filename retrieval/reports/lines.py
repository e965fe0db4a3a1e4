"""The lines of a document with where they stand, and the cells of a row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from retrieval.reports.contract import Span
from retrieval.text.cell_bars import cells_between_bars

CELL = re.compile(r"[^ \t]+(?: [^ \t]+)*")
"""Words between wide gaps."""
NOT_DETECTED = "not detected"
"""What a cell says whose sign the document explains so."""


@dataclass(frozen=True, slots=True)
class RowCell:
    """Words, and where they begin in the document."""

    words: str
    start: int
    width: int | None = None
    """How many characters of the document they are, if others than themselves."""
    written: str = ""
    """What the document writes, with its signs before bars, for a cell of a line."""

    @property
    def places(self) -> range:
        """Where they stand in the document."""
        return range(self.start, self.start + (self.width or len(self.words)))

    def span(self, inside: Span) -> Span:
        """A stretch of the words as a stretch of the document."""
        return self.start + inside[0], self.start + inside[1]


def extent(cells: Sequence[RowCell]) -> Span:
    """From the first to the last character of these cells."""
    starts = [cell.start for cell in cells]
    return min(starts), max(cell.start + len(cell.words) for cell in cells)


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line without the blanks around it."""

    words: str
    start: int
    has_no_outer_bars: bool = False
    """Whether it is a row of a table whose rows have no bars at their ends."""
    is_apart: bool = False
    """Whether it is a row whose cells are apart by wide gaps."""
    absent_signs: frozenset[str] = frozenset()
    """Cells that say that something is not there, as the document explains them."""

    @property
    def end(self) -> int:
        return self.start + len(self.words)

    @property
    def is_row(self) -> bool:
        """Whether it is a row of cells between bars."""
        if self.has_no_outer_bars or self.is_apart:
            return True
        return self.words.startswith("|") and self.words.endswith("|") and len(self.words) > 2

    @property
    def cells(self) -> tuple[RowCell, ...]:
        """The cells of a row, without blanks around them."""
        found = []
        if self.is_apart:
            return tuple(
                self._cell(each[0], self.start + each.start()) for each in CELL.finditer(self.words)
            )
        first = 1 if self.words.startswith("|") else 0
        last = len(self.words) - (1 if self.words.endswith("|") else 0)
        place = self.start + first
        for written in cells_between_bars(self.words[first:last]):
            lead = len(written) - len(written.lstrip())
            found.append(self._cell(written.strip(), place + lead))
            place += len(written) + 1
        return tuple(found)

    def _cell(self, written: str, start: int) -> RowCell:
        if written in self.absent_signs:
            return RowCell(NOT_DETECTED, start, len(written), written)
        # As long as it is written, and not read as the end of a cell.
        return RowCell(written.replace("\\|", " ¦"), start, written=written)


def lines_of(text: str) -> Iterator[TextLine]:
    """Every line, empty ones included; a mark between pages is no part of one."""
    place = 0
    for written in text.split("\n"):
        bare = written.strip(" \t\f\r")
        lead = written.find(bare) if bare else 0
        yield TextLine(bare, place + lead)
        place += len(written) + 1


@dataclass(frozen=True, slots=True)
class JoinedRow:
    """A row whose cells may go on over several lines: each cell with all its words, as a text of
    its own, and where each character of that stands in the document."""

    text: str
    cells: tuple[RowCell, ...]
    places: Sequence[int]

    def span(self, inside: Span) -> Span:
        """A stretch of the text as a stretch of the document, from its first to its last word."""
        return self.places[inside[0]], self.places[inside[1] - 1] + 1


def joined_row(lines: Sequence[TextLine]) -> JoinedRow:
    """The lines of one row as one: below each other stand the parts of a cell."""
    text, cells, places = "", list[RowCell](), list[int]()
    for parts in zip_longest(*(line.cells for line in lines)):
        start, before = len(text), ""
        for part in (each for each in parts if each and each.words):
            if part.words == before:
                # A merged cell, in all the lines that it reaches.
                continue
            before = part.words
            if len(text) > start:
                text, places = f"{text} ", [*places, part.start]
            text += part.words
            at = part.places
            places += [at[min(n, len(at) - 1)] for n in range(len(part.words))]
        cells.append(RowCell(text[start:], start))
        text, places = f"{text} ", [*places, lines[-1].end]
    return JoinedRow(text, tuple(cells), tuple(places))
