"""In how many lists a line is, by where it begins: an item that begins further to the right is one
of a list inside the item before. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from retrieval.ingestion.readers.pdf.lists.marks import (
    END_OF_LINE,
    ITEM,
    ItemMark,
    mark_of,
    with_joined_marks,
)
from retrieval.ingestion.readers.pdf.lists.unmarked import LEAST_INDENT, with_unmarked_items
from retrieval.ingestion.readers.pdf.paragraphs import (
    OTHER_SIZE,
    PlacedLine,
    is_apart,
    usual_distance,
)
from retrieval.ingestion.readers.pdf.tables import PdfTable

INDENT = "  "
"""Before an item, for each list around its own."""
SAME_LEFT = 0.4
"""Of the letters' size by which items of one list may shift. Chosen by hand: two blanks take a
little more, and a list inside an item is seldom set closer."""
SAME_COUNTED = 1.4
"""The same for items that are counted: numbers that end at one place begin at several."""
UNKNOWN_WORDS = 2.0
"""Of the letters' size from a mark to its words, where that is not known. Chosen by hand: word
processors leave one and a half."""
OTHER_COLUMN = 8.0
"""Of the letters' size between the margins of two columns. Chosen by hand: a list indents less."""
SMALLER = 0.93
"""Of the letters' size of a list, below which a line is a note below it. Chosen by hand: 10 points
beside 11 are less."""

_ENDED = re.compile(r"[.!?;:]['\"”)\]]{0,3}\s{0,9}\Z")
_BEGINS = re.compile(r"\s{0,9}[A-ZÄÖÜ(\"“]")

Prose = tuple[PlacedLine, ...]
PageBlock = Prose | PdfTable


@dataclass(frozen=True, slots=True)
class _OpenItem:
    """An item that the reading is in."""

    left: float
    mark: ItemMark
    line: PlacedLine
    """As it is told."""

    @property
    def size(self) -> float:
        return self.line.size


@dataclass(slots=True)
class _Reading:
    """Where the reading of the pages stands."""

    items: list[_OpenItem] = field(default_factory=list)
    margin: float = 0.0
    """Where running text began last."""
    shift: float = 0.0
    """What is taken from where a line begins, for its column stands further to the right."""

    def begin(self, column: Sequence[PlacedLine]) -> None:
        """Go on to a column. What is open in a list goes on as far from the margin as it was."""
        edge = _edge(column)
        far = edge.left - self.margin
        told = bool(self.items) and mark_of(edge.words, nested=True) is None
        if not self.items:
            self.margin, self.shift = edge.left, 0.0
        elif told or abs(far) > OTHER_COLUMN * edge.size:
            self.shift = far if told else self._shift_of_items(column, far)
        else:
            self.shift = 0.0

    def _shift_of_items(self, column: Sequence[PlacedLine], far: float) -> float:
        """The shift of a column that has no more than items: its first goes on with the list that
        has such a mark."""
        for line in column:
            mark = mark_of(line.words, nested=True)
            if mark is not None:
                alike = [each.left for each in self.items if each.mark.kind == mark.kind]
                return line.left - alike[0] if len(alike) == 1 else far
        return far

    def ends_above(self, above: PlacedLine | None, line: PlacedLine) -> bool:
        """Whether the last item ends with the line above: what follows begins to the left of its
        mark, and is no rest of a sentence."""
        left = line.left - self.shift + SAME_LEFT * line.size
        if above is None or not self.items or left >= self.items[-1].left:
            return False
        return bool(_ENDED.search(above.words[-END_OF_LINE:]) and _BEGINS.match(line.words))

    def take(self, line: PlacedLine, begins: bool) -> PlacedLine:
        """The line with its indent, and its mark as lists are told. ``begins``: a paragraph."""
        mark = mark_of(line.words, nested=bool(self.items))
        if mark is not None and mark.is_capital and not self._is_indented(line):
            mark = None
        if mark is None:
            if self._goes_on_unmarked(line) if begins else self._stands_deeper(line):
                mark = ItemMark("", ITEM, line.words.lstrip())
            elif not begins:
                return line
        if self.items and line.size < SMALLER * self.items[-1].size:
            return line
        self._leave(line, mark)
        indent = INDENT * len(self.items)
        if mark is None:
            return replace(line, words=indent + line.words.lstrip(), begins=True)
        told = replace(line, words=f"{indent}{mark.told} {mark.rest}")
        self.items.append(_OpenItem(line.left - self.shift, mark, told))
        return told

    def _is_indented(self, line: PlacedLine) -> bool:
        """Whether the line stands to the right of running text, and is no rest of an item."""
        left = line.left - self.shift
        rest = self.items and left > self.items[-1].left + SAME_LEFT * line.size
        return left - self.margin > LEAST_INDENT * line.size and not (rest and not line.words_left)

    def _goes_on_unmarked(self, line: PlacedLine) -> bool:
        """Whether the line begins where an item without a mark does, with another inside that."""
        most = SAME_LEFT * line.size
        return any(
            not each.mark.kind and abs(line.left - self.shift - each.left) <= most
            for each in self.items
        )

    def _stands_deeper(self, line: PlacedLine) -> bool:
        """Whether the line stands to the right of where the words of the last item begin: its rest
        would stand below them."""
        if not self.items or not _BEGINS.match(line.words):
            return False
        item = self.items[-1]
        words = item.line.words_left or item.line.left + UNKNOWN_WORDS * line.size
        begun = item.left if not item.mark.kind else words - self.shift
        return line.left - self.shift > begun + LEAST_INDENT * line.size

    def _leave(self, line: PlacedLine, mark: ItemMark | None) -> None:
        """Leave the items that the line is not in. What is larger is a heading."""
        if self.items and mark is None and line.size > OTHER_SIZE * self.items[-1].size:
            self.items.clear()
        left = line.left - self.shift
        while self.items and left - self.items[-1].left <= _same_left(self.items[-1], mark, line):
            self.items.pop()


def _same_left(item: _OpenItem, mark: ItemMark | None, line: PlacedLine) -> float:
    """By how much the line may begin further to the right than an item, and be beside it."""
    goes_on = mark is not None and mark.kind == item.mark.kind and mark.counts_on
    return (SAME_COUNTED if goes_on else SAME_LEFT) * line.size


def _edge(column: Sequence[PlacedLine]) -> PlacedLine:
    """The line that begins furthest to the left; a word alone may be a number in the margin."""
    told = [line for line in column if len(line.words.split()) > 1]
    return min(told or column, key=lambda line: line.left)


def with_levels(pages: Sequence[Sequence[PageBlock]]) -> Iterator[list[PageBlock]]:
    """The pages, the items of lists in lists indented."""
    reading = _Reading()
    for page in pages:
        told: list[PageBlock] = [
            each if isinstance(each, PdfTable) else tuple(_lines_with_indent(each, reading))
            for each in page
        ]
        if told and reading.items and not isinstance(told[-1], PdfTable):
            told[-1] = tuple(_notes_before(told[-1], reading.items[0]))
        yield told


def _notes_before(lines: Prose, item: _OpenItem) -> Sequence[PlacedLine]:
    """The lines, where notes at the end of a page stand before the list that goes on behind them:
    they would part it."""
    notes = list(takewhile(lambda line: line.size < SMALLER * item.size, reversed(lines)))[::-1]
    rest = lines[: len(lines) - len(notes)]
    begun = next((at for at, line in enumerate(rest) if line is item.line), None)
    if not notes or begun is None:
        return lines
    first = [replace(each, begins=True) for each in (notes[0], rest[begun])]
    return [*rest[:begun], first[0], *notes[1:], first[1], *rest[begun + 1 :]]


def _lines_with_indent(lines: Prose, reading: _Reading) -> Iterator[PlacedLine]:
    usual = usual_distance(lines)
    above: PlacedLine | None = None
    for column in _columns(with_joined_marks(lines)):
        marked = with_unmarked_items(column, usual)
        reading.begin(marked)
        for line, own in zip(column, marked, strict=True):
            begins = above is None or is_apart(above, line, usual)
            yield reading.take(own, begins or reading.ends_above(above, own))
            above = line


def _columns(lines: Sequence[PlacedLine]) -> Iterator[list[PlacedLine]]:
    """The lines of each column: the next one begins further up."""
    column: list[PlacedLine] = []
    for line in lines:
        if column and column[-1].down - line.down > 2 * line.size:
            yield column
            column = []
        column.append(line)
    if column:
        yield column
