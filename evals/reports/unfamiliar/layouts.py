"""The unfamiliar layouts by name, and what each of their reports is to yield."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from evals.reports.cases import Case, MadeReport, MadeVariant
from evals.reports.unfamiliar.analytes import analytes
from evals.reports.unfamiliar.blocks import blocks
from evals.reports.unfamiliar.cellfree import cellfree
from evals.reports.unfamiliar.mixed import mixed_file
from evals.reports.unfamiliar.narrative import narrative
from evals.reports.unfamiliar.stacked import stacked_pdf
from evals.reports.unfamiliar.words import is_uncertain

Layouts = Mapping[str, tuple[str, Callable[[Case], bytes]]]
FOR_MENDING: Layouts = {
    "narrative": (".docx", narrative),
    "stacked": (".pdf", stacked_pdf),
    "blocks": (".xlsx", blocks),
}
SET_ASIDE: Layouts = {
    "analytes": (".pdf", analytes),
    "cellfree": (".csv", cellfree),
    "mixed": (".docx", mixed_file),
}
UNFAMILIAR: Layouts = {**FOR_MENDING, **SET_ASIDE}
_MARKERS = {
    "narrative": ("MSI", "TMB"),
    "stacked": ("MSI", "TMB"),
    "blocks": ("MSI", "TMB", "HRD"),
    "analytes": ("MSI", "TMB"),
    "cellfree": (),
    "mixed": ("MSI", "TMB"),
}
"""Which markers of the tumour each layout states as such."""


def unfamiliar_reports(case: Case) -> Iterator[MadeReport]:
    """A case in each of these layouts."""
    told = {"MSI": case.msi, "TMB": case.tmb, "HRD": case.hrd}
    for layout, (suffix, write) in UNFAMILIAR.items():
        yield MadeReport(
            name=f"{case.name}-{layout}{suffix}",
            content=write(case),
            held=tuple(_as_told(each, layout) for each in case.variants),
            markers={marker: told[marker] for marker in _MARKERS[layout]},
        )


def _as_told(each: MadeVariant, layout: str) -> MadeVariant:
    """A variant with what its report says of it."""
    uncertain = is_uncertain(each)
    if layout in ("stacked", "cellfree"):
        germline = each.origin == "germline" and layout == "cellfree"
        share = (
            None if layout == "stacked" and (uncertain or each.gene in each.name) else each.percent
        )
        return replace(each, percent=share, classed=each.classed if uncertain else "",
                       origin="germline" if germline else "")  # fmt: skip
    if layout == "analytes":
        # Where the DNA came from is told: a change in a tumour's may be of either origin.
        is_told = each.origin == "germline" and not uncertain
        return replace(each, origin="germline" if is_told else "")
    if layout == "mixed" and not each.is_call:
        return replace(each, origin="")
    return each
