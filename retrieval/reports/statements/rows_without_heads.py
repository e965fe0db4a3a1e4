"""Rows of cells that stand below no heads: one cell names the variant, or two beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from retrieval.reports.cells import ABSENT, CLASS, UNSURE, share_in
from retrieval.reports.contract import Group, ReportedVariant, ReportPlace
from retrieval.reports.lines import RowCell
from retrieval.reports.rows import variant_of_line
from retrieval.reports.variant_names import variants_in
from retrieval.reports.wording.line_words import is_remark

MOST_CELLS = 12
"""Cells of a row without heads that are looked at. Chosen by hand: tables of reports have fewer."""


def variant_of_cells(
    cells: Sequence[RowCell], text: str, group: Group, place: ReportPlace
) -> ReportedVariant | None:
    """The variant of a row without heads, one cell of which names it whole, or two that stand
    beside each other: only where another cell says its share of reads or its class."""
    told = [cell for cell in cells if cell.words][:MOST_CELLS]
    for first in range(len(told)):
        for last in (first + 1, first + 2):
            start, end = told[first].start, told[min(last, len(told)) - 1]
            words = text[start : end.start + len(end.words)]
            if found := variant_of_line(words, start, text, group, place, has_heads=False):
                return _with_beside(found, [*told[:first], *told[last:]], text)
    return None


def _with_beside(
    found: ReportedVariant, others: Sequence[RowCell], text: str
) -> ReportedVariant | None:
    if any(_names_another(found, cell.words) for cell in others):
        return None
    fields = dict(found.cells)
    for cell in others:
        share = share_in(cell.words, is_column="%" in cell.words)
        if "VAF" not in fields and share and not is_remark(cell.words, share):
            fields["VAF"] = cell.span(share)
        elif "class" not in fields and (classed := CLASS.match(cell.words)):
            fields["class"] = cell.span(classed.span())
    if not {"VAF", "class"} & set(fields) or any(UNSURE.search(cell.words) for cell in others):
        return None
    if "VAF" not in fields and any(ABSENT.search(cell.words) for cell in others):
        return None
    written = {name: " ".join(text[slice(*at)].split()) for name, at in fields.items()}
    return replace(
        found,
        vaf=written.get("VAF", ""),
        classed=written.get("class", "") or found.classed,
        cells=tuple(fields.items()),
    )


def _names_another(found: ReportedVariant, words: str) -> bool:
    """Whether a cell names another change of the gene: of two nobody says which is found."""
    kinds = {each.kind for each in found.normal}
    named = (normal for normal, _ in variants_in(found.gene, words) if normal)
    return any(each.kind in kinds and each not in found.normal for each in named)
