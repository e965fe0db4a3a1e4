"""Names with their values, a line each: "Gene: EGFR", "VAF: 34 %"; or rows of two cells. What
stands together below each other is one row, whose heads are the names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from retrieval.reports.cells import CLASS, share_in
from retrieval.reports.columns import Column, column_of, columns_of, heads_result, is_head_name
from retrieval.reports.headings import heads_classed
from retrieval.reports.lines import RowCell, TextLine
from retrieval.reports.statements.mentions import alterations_in
from retrieval.reports.variant_names import (
    gene_in,
    is_change_of_copies,
    leading_gene,
    variants_in,
)

LONGEST_NAME = 40
"""Characters of what stands before the colon. Chosen by hand: longer ones are sentences."""
_PART = re.compile(r" {0,20}[;|\t] {0,20}|(?<=[^ :=]) {2,40}")
_PAIR = re.compile(r"(?:[-*•] )?(?P<name>[A-Za-z%][\w /'().%-]{1,38}?) ?[:=] {0,3}(?=\S)")
_NUMBERED = re.compile(r"#? ?\d{1,3}\.?")
_ON_COPIES = re.compile(r"(?i)(?:copy number|CNV)(?: (?:change|status|alteration|call))?")
"""The name of what is told in words ("homozygous deletion"), and of a number as well."""
_CHANGE = re.compile(r"\(?(?P<kind>[pc])\.\S{3,60}")
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


def card_pairs(line: TextLine, block: Block) -> tuple[Pair, ...]:
    """What a row of two cells says on a card: the gene with its share or class, and below it a
    change with another of them."""
    cells = [cell for cell in line.cells if cell.words] if line.is_row else []
    if len(cells) != 2:
        return ()
    first, second = cells
    beside = _value_beside(second)
    if beside and gene_in(first.words) == first.words:
        return (Pair("gene", first), beside)
    change = _CHANGE.fullmatch(first.words)
    if change is None or all(each.column != "gene" for each in block.pairs):
        return ()
    named = Pair("variant" if change["kind"] == "p" else "coding", first)
    return (named, beside) if beside else (named,)


def _value_beside(cell: RowCell) -> Pair | None:
    if classed := CLASS.fullmatch(cell.words):
        return Pair("class", RowCell(classed[0], cell.start))
    share = share_in(cell.words)
    return Pair("vaf", RowCell(cell.words[slice(*share)], cell.start + share[0])) if share else None


def _pair(name: str, value: RowCell) -> Pair:
    column = column_of(name)
    if not column and _ON_COPIES.fullmatch(name) and not re.search(r"\d", value.words):
        column = "variant"
    if not column and heads_result(name):
        column = "result"
    is_number = column in _MADE_OF and _NUMBERED.fullmatch(value.words)
    is_head = column == "gene" and not gene_in(value.words)
    return Pair("" if is_number or is_head or column == "sample" else column, value)


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

    @property
    def names_change(self) -> bool:
        """Whether it says what is changed: in a field of it, or as the kind of change of a gene's
        copies."""
        columns = {each.column for each in self.pairs}
        kinds = [each.cell.words for each in self.pairs if each.column == "type"]
        by_kind = "gene" in columns and any(map(is_change_of_copies, kinds))
        return by_kind or bool({"variant", "coding", "three"} & columns)

    def take(self, pairs: Sequence[Pair]) -> None:
        """Go on with these."""
        self.pairs += [each for each in pairs if each.column]


@dataclass(slots=True)
class TurnedTable:
    """A table with a column for each variant: its first row names their genes, the rows below it
    their other fields."""

    columns: list[Column] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    rows: list[tuple[RowCell, ...]] = field(default_factory=list)

    def takes(self, line: TextLine) -> bool:
        """Whether a line is its first row, or goes on with it."""
        if not line.is_row:
            return False
        name, *values = line.cells
        column = column_of(name.words.rstrip(" :"))
        if not self.rows and not (column == "gene" and _are_genes(values)):
            return False
        if self.rows and (not name.words or len(values) != len(self.rows[0])):
            return False
        self.columns.append("" if column == "sample" else column)
        self.heads.append(name.words)
        self.rows.append(tuple(values))
        return True

    def variants(self) -> Iterator[tuple[RowCell, ...]]:
        """The fields of each column of the table."""
        if {"variant", "coding"} & set(self.columns):
            yield from zip(*self.rows, strict=True)


def _are_genes(cells: Sequence[RowCell]) -> bool:
    told = [cell.words for cell in cells]
    return len(told) > 1 and all(gene_in(words) == words for words in told)


def gene_above(begun: Sequence[TextLine], *, has_heads: bool) -> Pair | None:
    """The gene that heads names and values: a line that is it and nothing else."""
    if len(begun) != 1 or has_heads or begun[0].is_row:
        return None
    line = begun[0]
    led = leading_gene(line.words)
    if led is None or line.words[led[1][1] :].strip(" :"):
        return None
    return Pair("gene", RowCell(line.words[slice(*led[1])], line.start + led[1][0]))


def pairs_outside(
    line: TextLine, block: Block, columns: Sequence[Column] | None, *, has_heads: bool
) -> tuple[Pair, ...]:
    """The names and values of a line that is no row of a table with heads."""
    led = leading_gene(line.words)
    if led and (has_heads or _is_named(led[0], line.words[led[1][1] :])):
        return ()
    is_row = line.is_row
    words = [cell.words for cell in line.cells] if is_row else []
    is_in_block = any(each.column == "gene" for each in block.pairs) and len(words) == 2
    is_value = is_in_block and not is_head_name(words[1])
    if is_row and (columns or (columns_of(words) and not is_value)):
        return ()
    if not is_row and heads_classed(line.words) and not alterations_in(line.words):
        return ()
    return card_pairs(line, block) or pairs_of(line)


def _is_named(gene: str, words: str) -> bool:
    """Whether a variant of the gene stands before the first name with a value."""
    return any(True for _ in variants_in(gene, words.partition(":")[0]))
