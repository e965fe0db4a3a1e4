"""Rows of a table as claims, each with what its table says of it: head, caption, group.

A table is read row by row. Its first row is its head; a single cell before that is its caption, a
single cell in between heads the rows after it. A blank first cell repeats the one above. Where the
head holds grades or ranges ("Grade 1 | Grade 2"), each cell below it is a claim of its own. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from names.clinical.grammar.bounds import read_bounds
from names.clinical.organs import read_organs
from names.clinical.toxicities import GRADES, read_toxicities
from names.clinical.values import OrganFunction, Toxicity
from retrieval.statements.model import Span
from retrieval.text.cell_bars import cells_between_bars

LONGEST_GROUP = 8
"""Words of a single cell that heads rows; a longer one is a note. Chosen by hand."""
FEWEST_CONDITIONS = 2
"""Cells of a head with grades or ranges from which on its columns are the conditions. Chosen by
hand."""
_BARE_GRADE = re.compile(r"[1-5](?: ?(?:-|–|to|or|/) ?[1-5])?|I{1,3}|IV")
_GRADES_ABOVE = re.compile(r"(?i)\b(?:grades?|CTCAE)\b")
_CLASS = re.compile(r"(?:normal|mild|moderate|severe|Child-Pugh [ABC])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RowClaim:
    """What a row, or one cell of it, claims."""

    claim: Span
    context: tuple[Span, ...]
    """Head, caption and group, which are quoted with it."""
    above: tuple[Span, ...]
    """Of these the ones that head the whole row, the nearest first."""
    cells: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class TableReader:
    """Where the reading of one table stands."""

    text: str
    head: Span
    caption: Span | None = None
    wide: Span | None = None
    """The row above the head whose cells reach over several columns."""
    group: Span | None = None
    first_cell: str = ""
    label: Span | None = None
    """The last first cell that had words."""
    rows: int = 0

    def take(self, row: Span) -> Iterator[RowClaim]:
        """The claims of the next row; none when it only heads others."""
        cells = self._cells(row)
        told = [cell for cell in cells if self._words(cell)]
        heads = self._cells(self.head)
        if not told:
            return
        if not self.rows and len(_nonempty(self, heads)) < 2 <= len(told):
            self.caption, self.head = self.head, row
            return
        if not self.rows and self.wide is None and self._has_second_head(heads, cells):
            self.wide, self.head = self.head, row
            return
        self.rows += 1
        if len(told) == 1 and len(heads) > 1 and told[0] == cells[0]:
            if len(self._words(told[0]).split()) <= LONGEST_GROUP:
                self.group, self.first_cell, self.label = told[0], "", None
                return
            yield RowClaim(told[0], (), (), ())
            return
        wide = self._cells(self.wide) if self.wide is not None else []
        if sum(map(self._is_condition, heads[1:], self._wide_words(wide, heads))) >= (
            FEWEST_CONDITIONS
        ):
            yield from self._columns(heads, cells, wide)
            return
        yield self._row(row, heads, cells)

    def _has_second_head(self, heads: Sequence[Span], cells: Sequence[Span]) -> bool:
        """Whether the first row has one cell over several columns and the next row tells them
        apart: "Allergy | Dose | Dose", then "Allergy | eGFR 20 or above | eGFR below 20"."""
        wide = list(map(self._words, heads))
        told = list(map(self._words, cells))
        merged = any(one and one == other for one, other in pairwise(wide))
        below = len(told) == len(wide) and told[0] in ("", wide[0])
        return merged and below and told != wide

    def _row(self, row: Span, heads: Sequence[Span], cells: Sequence[Span]) -> RowClaim:
        values = [self._words(cell) for cell in cells]
        self.first_cell = values[0] or self.first_cell
        values[0] = self.first_cell
        named = tuple(zip(self._names(heads), values, strict=False))
        above = self._above()
        return RowClaim(row, (self.head, *above), above, named)

    def _names(self, heads: Sequence[Span]) -> Iterator[str]:
        """What heads each column, the words over it included: "Infusion time (min) 1st dose"."""
        wide = self._cells(self.wide) if self.wide is not None else []
        above = self._wide_words(wide, heads)
        yield from map(self._words, heads[:1])
        for head, over in zip(heads[1:], above, strict=False):
            own = self._words(head)
            yield own if over in ("", own) else f"{over} {own}"

    def _columns(
        self, heads: Sequence[Span], cells: Sequence[Span], wide: Sequence[Span]
    ) -> Iterator[RowClaim]:
        """Each cell under its condition: the head of its column, with the cell above that, and
        what names its row: the cells before the first condition ("Abemaciclib | Diarrhoea"), of
        which an empty first one repeats the one above."""
        over = [*self._wide_words(wide, heads)]
        firsts = (n for n, e in enumerate(heads) if n and self._is_condition(e, over[n - 1]))
        count = next(firsts, 1)
        if self._words(cells[0]):
            self.label = cells[0]
        labels = [self.label or cells[0], *cells[1:count]]
        labels = [each for each in labels if self._words(each)]
        names = ", ".join(map(self._words, labels))
        corner = " ".join((*map(self._words, heads[:count]), names)).strip()
        tops = [*wide, *[None] * (len(heads) - len(wide))]
        for head, top, cell in list(zip(heads, tops, cells, strict=False))[count:]:
            if self._words(cell):
                measured = self._words(top) if top is not None else ""
                own = (
                    (f"{corner} {measured}".strip(), self._words(head)),
                    (names, self._words(cell)),
                )
                named = (span for span in (self.group, top, self.caption) if span is not None)
                yield RowClaim(cell, (head, *labels, *named), self._above(), own)

    def _above(self) -> tuple[Span, ...]:
        return tuple(span for span in (self.group, self.wide, self.caption) if span is not None)

    def _wide_words(self, wide: Sequence[Span], heads: Sequence[Span]) -> list[str]:
        """The words above each head but the first."""
        return [*map(self._words, wide[1:]), *[""] * (len(heads) - len(wide))]

    def _is_condition(self, cell: Span, above: str = "") -> bool:
        """Whether a head holds a grade or a range. ``above``: the words over it, which may say that
        a bare number is a grade."""
        words = self._words(cell)
        if _BARE_GRADE.fullmatch(words) and _GRADES_ABOVE.search(above):
            return True
        grade = GRADES.regex.fullmatch(words)
        bounds = read_bounds(words, 0, lead=False)
        ranged = bounds is not None and not bounds.is_point and bounds.end == len(words)
        return bool(grade or ranged or _CLASS.fullmatch(words) or _is_named_condition(words))

    def _cells(self, row: Span) -> list[Span]:
        """The cells of a row without blanks around them; an empty one has no length."""
        start, end = row
        line = self.text[start:end]
        inner = line.strip().strip("|")
        at = start + line.index(inner) if inner else start
        found = []
        for cell in cells_between_bars(inner):
            lead = len(cell) - len(cell.lstrip())
            found.append((at + lead, at + lead + len(cell.strip())))
            at += len(cell) + 1
        return found

    def _words(self, cell: Span) -> str:
        return " ".join(self.text[slice(*cell)].split())


def _is_named_condition(words: str) -> bool:
    """Whether the words are nothing but a measure with its numbers or an event with its grade."""
    found = (*read_organs(words), *read_toxicities(words))
    return any(
        _says_how_much(each.value) and each.end - each.start >= NEARLY_ALL * len(words)
        for each in found
    )


NEARLY_ALL = 0.8
"""Share of a cell that a condition takes up. Chosen by hand: "LVEF above 55 %" is one."""


def _says_how_much(value: object) -> bool:
    match value:
        case OrganFunction():
            return bool(value.grade) or value.low is not None or value.high is not None
        case Toxicity():
            return value.grade_from is not None
        case _:
            return False


def _nonempty(reader: TableReader, cells: Sequence[Span]) -> list[Span]:
    return [cell for cell in cells if reader.text[slice(*cell)].strip()]
