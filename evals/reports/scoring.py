"""A made report beside what was read of it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evals.reports.cases import Case, MadeVariant
from names.variants.normal_form import NormalVariant
from names.variants.reading import read_variant
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


def score_report(
    name: str, case: Case, held: Sequence[MadeVariant], report: SequencingReport, text: str
) -> ReportScore:
    """The score of a report."""
    left = list(report.variants)
    lost, fields, right = [], 0, 0
    for made in held:
        match = next((each for each in left if _is_it(each, made)), None)
        if match is None:
            lost.append(f"{made.gene} {made.name}")
            continue
        left.remove(match)
        told = _fields(made, match)
        fields, right = fields + len(told), right + sum(told)
    has_markers = not name.endswith((".csv", ".vcf"))
    expected = {"MSI": case.msi, "TMB": case.tmb, "HRD": case.hrd} if has_markers else {}
    read = {each.marker: each.value for each in report.markers}
    same = sum(_plain(read.get(key, "")) == _plain(value) for key, value in expected.items())  # type: ignore[call-overload]
    return ReportScore(
        name=name,
        layout=name.partition("-")[2].partition(".")[0],
        rows=len(held),
        found=len(held) - len(lost),
        right_fields=right,
        fields=fields,
        lost=tuple(lost),
        invented=tuple(each.name for each in left),
        markers=same,
        held_markers=len(expected),
        misplaced=tuple(_rows_out_of_place(report.variants, text)),
    )


def _is_it(read: ReportedVariant, made: MadeVariant) -> bool:
    wanted = _names(made)
    return bool(wanted & set(read.normal))


def _names(made: MadeVariant) -> set[NormalVariant]:
    words = (f"{made.gene} {made.name}", made.name, f"{made.gene} {made.coding}")
    return {found for each in words if (found := read_variant(each)) is not None}


def _fields(made: MadeVariant, read: ReportedVariant) -> list[bool]:
    told = [read.classed.lower() == made.classed.lower(), read.origin == made.origin]
    if made.percent is not None:
        percent = read.percent
        told.append(percent is not None and abs(percent - made.percent) < 0.051)
    return told


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
