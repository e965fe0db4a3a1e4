"""A made report beside what was read of it. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from evals.reports.cases import MadeReport, MadeVariant
from names.variants.normal_form import NormalVariant
from names.variants.usual_forms import read_variant
from retrieval.reports.contract import ReportedVariant, SequencingReport


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportScore:
    """What was read of one report, held against what it holds."""

    name: str
    layout: str
    rows: int
    found: int
    """Rows read with the right gene and variant."""
    right_fields: int
    """Of their shares of reads, classes and origins, those that are told and right."""
    fields: int
    lost: tuple[str, ...]
    invented: tuple[str, ...]
    markers: int
    """Of MSI, TMB and HRD, how many were read as they are."""
    held_markers: int
    misplaced: tuple[str, ...]
    """Rows whose fields do not stand where they are said to."""


def score_report(made: MadeReport, report: SequencingReport, text: str) -> ReportScore:
    """The score of a report."""
    left = list(report.variants)
    lost, fields, right = [], 0, 0
    for each in made.held:
        match = next((read for read in left if _is_it(read, each)), None)
        if match is None:
            lost.append(f"{each.gene} {each.name}")
            continue
        left.remove(match)
        told = _fields(each, match)
        fields, right = fields + len(told), right + sum(told)
    read = {marker.marker: marker.value for marker in report.markers}
    same = sum(
        _plain(value) in _plain(read.get(key, ""))  # type: ignore[call-overload]
        for key, value in made.markers.items()
    )
    return ReportScore(
        name=made.name,
        layout=made.layout,
        rows=len(made.held),
        found=len(made.held) - len(lost),
        right_fields=right,
        fields=fields,
        lost=tuple(lost),
        invented=tuple(each.name for each in left),
        markers=same,
        held_markers=len(made.markers),
        misplaced=tuple(_rows_out_of_place(report.variants, text)),
    )


def _is_it(read: ReportedVariant, made: MadeVariant) -> bool:
    wanted = _names(made)
    return bool(wanted & set(read.normal))


def _names(made: MadeVariant) -> set[NormalVariant]:
    words = (f"{made.gene} {made.name}", made.name, f"{made.gene} {made.coding}")
    return {found for each in words if (found := read_variant(each)) is not None}


def _fields(made: MadeVariant, read: ReportedVariant) -> list[bool]:
    told = [_class(read.classed) == _class(made.classed), read.origin == made.origin]
    if made.percent is not None:
        percent = read.percent
        told.append(percent is not None and abs(percent - made.percent) < 0.051)
    return told


def _class(words: str) -> str:
    """Unknown significance is uncertain significance, in one word or several."""
    plain = words.lower().replace("unknown", "uncertain").replace("clinical ", "")
    return "uncertain significance" if "uncertain" in plain or plain == "vus" else plain


def _plain(words: str) -> str:
    return words.lower().strip(" .")


def _rows_out_of_place(found: Iterable[ReportedVariant], text: str) -> Iterable[str]:
    """Rows of which a field does not stand at the place that is given for it."""
    for each in found:
        spans = dict(each.cells)
        words = {name: text[slice(*span)].replace("_", " ") for name, span in spans.items()}
        told = {"variant": each.variant, "VAF": each.vaf, "class": each.classed}
        # Of a cell over several lines the other cells of the row stand in between.
        if not all(set(told[name].split()) <= set(words.get(name, "").split())
                   for name in told if name in words):  # fmt: skip
            yield each.name
