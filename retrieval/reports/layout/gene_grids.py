"""Tables that have genes in one row and their changes in the row below it, as lists of variants of
uncertain significance have them: "ATM | BRIP1" above "P604S | R173C"; also without bars."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from retrieval.reports.cells import UNSURE
from retrieval.reports.contract import NO_GROUP, Group, ReportedVariant, ReportPlace
from retrieval.reports.lines import RowCell, TextLine
from retrieval.reports.rows import is_value, variant_of_row
from retrieval.reports.statements.sentences import Section
from retrieval.reports.variant_names import gene_in
from retrieval.text.pages import pages_at

LONGEST_LINE = 160
"""Characters of a line without bars that may be such a row. Chosen by hand: a page is as wide."""
_WORD = re.compile(r"\S+")


def variants_of_grids(
    text: str, lines: Sequence[TextLine], sections: Sequence[Section]
) -> Iterator[ReportedVariant]:
    """The variants of such rows, each with what the heading above says of all of them."""
    begins = [each.start for each in sections]
    for above, line in pairwise(lines):
        number = bisect_right(begins, line.start) - 1
        section = sections[number] if number >= 0 else Section(0, NO_GROUP, "findings")
        if section.kind == "findings":
            yield from _below(text, above, line, section.group)


def _below(text: str, above: TextLine, line: TextLine, group: Group) -> Iterator[ReportedVariant]:
    if above.is_row != line.is_row:
        return
    genes, changes = map(_cells_of, (above, line))
    pairs = [(gene, change) for gene, change in zip(genes, changes, strict=False)
             if gene.words or change.words]  # fmt: skip
    if len(pairs) < 2 or len(genes) != len(changes) or not all(_is_pair(*each) for each in pairs):
        return
    for gene, change in pairs:
        span = change.start, change.start + len(change.words)
        page = pages_at(text, *span)
        place = ReportPlace(*span, page=page, sheet="" if page else group.heading)
        if found := variant_of_row((gene, change), ("gene", "variant"), text, group, place):
            yield found


def _cells_of(line: TextLine) -> tuple[RowCell, ...]:
    """The cells of a row; the words of a line, as far as each may be a cell of its own."""
    if line.is_row:
        return line.cells
    if len(line.words) > LONGEST_LINE:
        return ()
    return tuple(RowCell(each[0], line.start + each.start()) for each in _WORD.finditer(line.words))


def _is_pair(gene: RowCell, change: RowCell) -> bool:
    symbol = gene_in(gene.words)
    is_gene = bool(symbol) and symbol == gene_in(gene.words.split("(")[0].strip())
    return is_gene and is_value(symbol, change.words) and not UNSURE.search(change.words)
