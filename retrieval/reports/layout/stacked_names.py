"""Names above their values, each on a line of its own: "GENE", "BRAF", "ALTERATION", "V600E"."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from retrieval.reports.columns import LONGEST_HEAD, Column, column_of
from retrieval.reports.contract import NO_GROUP, ReportedVariant, ReportPlace
from retrieval.reports.lines import RowCell, TextLine, extent
from retrieval.reports.rows import variant_of_row
from retrieval.reports.statements.sentences import Section
from retrieval.reports.variant_names import gene_in
from retrieval.text.pages import pages_at

MOST_NAMES = 12
"""Names with values in one stack. Chosen by hand: gene, change, share, class, place, transcript."""


def variants_of_stacks(
    text: str, lines: Sequence[TextLine], sections: Sequence[Section]
) -> Iterator[ReportedVariant]:
    """The variants of such stacks; one begins with the name of a gene above a gene."""
    begins = [each.start for each in sections]
    filled = [line for line in lines if line.words]
    for number, line in enumerate(filled[:-1]):
        if line.is_row or column_of(line.words) != "gene":
            continue
        section_at = bisect_right(begins, line.start) - 1
        section = sections[section_at] if section_at >= 0 else Section(0, NO_GROUP, "findings")
        columns, cells = _stack(filled[number : number + 2 * MOST_NAMES])
        if section.kind != "findings" or not {"variant", "coding"} & set(columns):
            continue
        span = extent(cells)
        page = pages_at(text, *span)
        place = ReportPlace(*span, page=page, sheet="" if page else section.group.heading)
        if found := variant_of_row(cells, columns, text, section.group, place):
            yield found


def _stack(lines: Sequence[TextLine]) -> tuple[list[Column], list[RowCell]]:
    """The names and values, as far as each second line is a name."""
    columns, cells = list[Column](), list[RowCell]()
    unknown = 0
    for name, value in zip(lines[::2], lines[1::2], strict=False):
        column = column_of(name.words)
        is_other_gene = column == "gene" and bool(cells)
        if name.is_row or value.is_row or len(value.words) > 2 * LONGEST_HEAD or is_other_gene:
            break
        if not cells and gene_in(value.words) != value.words:
            break
        # One name that is not known may stand between others.
        unknown = 0 if column else unknown + 1
        if unknown > 1 or column_of(value.words):
            break
        columns.append(column)
        cells.append(RowCell(value.words, value.start))
    return columns, cells
