"""Names with their values, a line each: "Gene: EGFR", "VAF: 34 %"; or rows of two cells. What
stands together below each other is one row, whose heads are the names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from retrieval.reports.columns import Column, column_of
from retrieval.reports.lines import RowCell, TextLine
from retrieval.reports.statements.mentions import alterations_in

LONGEST_NAME = 40
"""Characters of what stands before the colon. Chosen by hand: longer ones are sentences."""
_PART = re.compile(r"(?: *(?:[;|\t]| {2,}) *)")
_PAIR = re.compile(r"(?:[-*•] )?(?P<name>[A-Za-z%][\w /'().%-]{1,38}?) ?[:=] {0,3}(?=\S)")
_NUMBERED = re.compile(r"#? ?\d{1,3}\.?")
_MADE_OF = ("variant", "coding")


@dataclass(frozen=True, slots=True)
class Pair:
    """A value, and the field that its name says it holds; empty for any other name."""

    column: Column
    cell: RowCell


def pairs_of(line: TextLine) -> tuple[Pair, ...]:
    """The names and values of a line; none for any other line."""
    if line.is_row:
        cells = [cell for cell in line.cells if cell.words]
        is_pair = len(cells) == 2 and len(cells[0].words) <= LONGEST_NAME
        found = [_pair(cells[0].words.rstrip(" :"), cells[1])] if is_pair else []
    else:
        found = list(_pairs_in(line))
    # A value that names several variants is a list, not a value of one row.
    several = any(each.column and len(alterations_in(each.cell.words)) > 1 for each in found)
    return () if several else tuple(found)


def _pair(name: str, value: RowCell) -> Pair:
    column = column_of(name)
    is_number = column in _MADE_OF and _NUMBERED.fullmatch(value.words)
    return Pair("" if is_number or column == "sample" else column, value)


def _pairs_in(line: TextLine) -> Iterator[Pair]:
    place = 0
    ends = [*((m.start(), m.end()) for m in _PART.finditer(line.words)), (len(line.words),) * 2]
    for end, begin in ends:
        if match := _PAIR.match(line.words, place, end):
            words = line.words[match.end() : end].rstrip()
            if words:
                yield _pair(match["name"], RowCell(words, line.start + match.end()))
        place = begin


@dataclass(slots=True)
class Block:
    """The pairs of one row that may go on."""

    pairs: list[Pair] = field(default_factory=list)

    def ends_before(self, pairs: Sequence[Pair]) -> bool:
        """Whether these pairs begin another row: with its gene, or where rows have no gene of
        their own, with its variant."""
        own = {each.column for each in self.pairs}
        new = {each.column for each in pairs}
        return "gene" in own & new or ("gene" not in own | new and "variant" in own & new)

    def take(self, pairs: Sequence[Pair]) -> None:
        """Go on with these."""
        self.pairs += [each for each in pairs if each.column]
