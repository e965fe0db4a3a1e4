"""PDF files whose words are put at places one by one, in an order that nobody reads in."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from reportlab.lib.colors import lightgrey
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from evals.documents.flowing_pdf import FACE, HEAVY, register_faces
from evals.documents.layout import HEADER, WrittenFile, footer
from evals.documents.texts import Cell, Table, Text, Words

LEFT, RIGHT, TOP, BOTTOM = 50.0, 545.0, 770.0, 60.0
SIZE, LEADING, PADDING = 8.5, 11.0, 3.0
_SPLITTABLE = 9
"""Letters from which on a word is parted at the end of a line."""


@dataclass(frozen=True, slots=True)
class _Line:
    """Words of a line with their place."""

    x: float
    y: float
    words: str
    face: str


@dataclass(frozen=True, slots=True)
class _Rule:
    x0: float
    y0: float
    x1: float
    y1: float


_Mark = _Line | _Rule


def scatter(text: Text) -> WrittenFile:
    """The footer first; tables column by column; each word by itself, without blanks; long words
    parted at the end of a line."""
    return WrittenFile(_pdf(text, hyphens=True, letters=False))


def by_letter(text: Text) -> WrittenFile:
    """Each letter by itself, without blanks, over a mark across the page."""
    return WrittenFile(_pdf(text, hyphens=False, letters=True))


def _pdf(text: Text, *, hyphens: bool, letters: bool) -> bytes:
    register_faces()
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=A4, invariant=True)
    canvas.setTitle(text.title)
    for number, page in enumerate(_pages(text, hyphens=hyphens, by_column=not letters), start=1):
        if letters:
            _put_draft_mark(canvas)
        for mark in (_Line(LEFT, 30, footer(number), FACE), *page,
                     _Line(LEFT, 810, HEADER, FACE)):  # fmt: skip
            if isinstance(mark, _Rule):
                canvas.setLineWidth(0.4)
                canvas.line(mark.x0, mark.y0, mark.x1, mark.y1)
            else:
                _put(canvas, mark, letters=letters)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def _put_draft_mark(canvas: Any) -> None:
    canvas.saveState()
    canvas.translate(150, 200)
    canvas.rotate(55)
    canvas.setFillColor(lightgrey)
    canvas.setFont(HEAVY, 110)
    canvas.drawString(0, 0, "DRAFT")
    canvas.restoreState()


def _put(canvas: Any, line: _Line, *, letters: bool) -> None:
    canvas.setFont(line.face, SIZE)
    x = line.x
    for word in line.words.split(" "):
        if letters:
            at = x
            for letter in word:
                canvas.drawString(at, line.y, letter)
                at += stringWidth(letter, line.face, SIZE)
        else:
            canvas.drawString(x, line.y, word)
        x += stringWidth(f"{word} ", line.face, SIZE)


def _pages(text: Text, *, hyphens: bool, by_column: bool) -> Iterator[list[_Mark]]:
    """The marks of each page; a table stands on one page where it fits on one."""
    page: list[_Mark] = []
    y = TOP
    for block in text.blocks:
        for height, marks in _pieces(block, hyphens=hyphens, by_column=by_column):
            if y - height < BOTTOM:
                yield page
                page, y = [], TOP
            page += [_move(mark, y) for mark in marks]
            y -= height
        y -= 5
    yield page


def _move(mark: _Mark, y: float) -> _Mark:
    if isinstance(mark, _Rule):
        return _Rule(mark.x0, mark.y0 + y, mark.x1, mark.y1 + y)
    return _Line(mark.x, mark.y + y, mark.words, mark.face)


def _pieces(
    block: Words | Table, *, hyphens: bool, by_column: bool
) -> Iterator[tuple[float, list[_Mark]]]:
    """Height and marks of what stays on one page, from its own top."""
    if isinstance(block, Table):
        yield from _TablePieces(block, by_column).pieces()
        return
    face = HEAVY if block.kind in ("title", "heading") else FACE
    told = f"\N{BULLET} {block.words}" if block.kind == "item" else block.words
    for words in _wrap(told, RIGHT - LEFT, face, hyphens=hyphens):
        yield LEADING, [_Line(LEFT, -SIZE, words, face)]


def _wrap(words: str, wide: float, face: str, *, hyphens: bool) -> Iterator[str]:
    line = ""
    for word in words.split(" "):
        longer = f"{line} {word}".strip()
        if stringWidth(longer, face, SIZE) <= wide:
            line = longer
            continue
        half = len(word) // 2
        part = f"{line} {word[:half]}-"
        if hyphens and len(word) >= _SPLITTABLE and word.isalpha() and (
            stringWidth(part, face, SIZE) <= wide
        ):  # fmt: skip
            yield part
            line = word[half:]
        else:
            yield line
            line = word
    yield line


class _TablePieces:
    """A table as pieces of a page: all of it, or rows where it is longer than a page."""

    def __init__(self, table: Table, by_column: bool) -> None:
        self._table, self._by_column = table, by_column
        longest = [6.0] * table.column_count
        for cell in table.cells:
            if cell.columns == 1:
                longest[cell.column] = max(longest[cell.column], min(len(cell.words), 22))
        wide = (RIGHT - LEFT) / sum(longest)
        self._edges = [LEFT + wide * sum(longest[:n]) for n in range(table.column_count + 1)]
        self._heights = [self._height(row) for row in range(table.row_count)]

    def pieces(self) -> Iterator[tuple[float, list[_Mark]]]:
        if sum(self._heights) < TOP - BOTTOM:
            yield sum(self._heights), list(self._marks(range(self._table.row_count)))
            return
        heads = self._table.heads
        yield sum(self._heights[:heads]), list(self._marks(range(heads)))
        for row in range(heads, self._table.row_count):
            yield self._heights[row], list(self._marks(range(row, row + 1)))

    def _lines(self, cell: Cell) -> list[str]:
        wide = self._edges[cell.column + cell.columns] - self._edges[cell.column] - 2 * PADDING
        return list(_wrap(cell.words, wide, self._face(cell), hyphens=False))

    def _face(self, cell: Cell) -> str:
        return HEAVY if cell.row < self._table.heads else FACE

    def _height(self, row: int) -> float:
        own = [cell for cell in self._table.row(row) if cell.rows == 1]
        return max((len(self._lines(cell)) for cell in own), default=1) * LEADING + 2 * PADDING

    def _marks(self, rows: range) -> Iterator[_Mark]:
        tops = {row: -sum(self._heights[rows.start : row]) for row in (*rows, rows.stop)}
        cells = [cell for cell in self._table.cells if cell.row in rows]
        order = (lambda c: (c.column, c.row)) if self._by_column else (lambda c: (c.row, c.column))
        for cell in sorted(cells, key=order):
            top = tops[cell.row]
            for number, words in enumerate(self._lines(cell)):
                y = top - PADDING - SIZE - number * LEADING
                yield _Line(self._edges[cell.column] + PADDING, y, words, self._face(cell))
            yield from self._frame(cell, top, tops[min(cell.row + cell.rows, rows.stop)])

    def _frame(self, cell: Cell, top: float, bottom: float) -> Iterator[_Rule]:
        left, right = self._edges[cell.column], self._edges[cell.column + cell.columns]
        yield _Rule(left, top, right, top)
        yield _Rule(left, bottom, right, bottom)
        yield _Rule(left, top, left, bottom)
        yield _Rule(right, top, right, bottom)
