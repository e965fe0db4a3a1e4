"""The reports of a thread, and which of their rows are looked up. Read from the files of the thread
whenever they are needed, never stored: what is forgotten of a file is forgotten here, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agents.reports.asking import AskedOfReport, asked_of_report
from agents.turns import View
from names.tables.alleles import METABOLISM
from retrieval.reports.contract import ReportedMarker, ReportedVariant, SequencingReport
from retrieval.reports.read_report import read_report

MOST_LOOKED_UP = 5
"""Rows that one question looks up: as many questions as a message may have."""
EARLIER_FILE = "the file above"
"""What a file of an earlier message is called that has no name."""
_UNCERTAIN = re.compile(
    r"(?i)\bVUS\b|\bvariant of\b|uncertain|unknown|\bbenign\b|\bTier ?(?:III|IV|[34])\b"
    r"|class [1-3]\b"
)
_RANKS = (
    re.compile(r"(?i)\btier ?(?:I|1)(?:[ -]?[A-D])?\b"),
    re.compile(r"(?i)\btier ?(?:II|2)(?:[ -]?[A-D])?\b|(?<!likely )(?:pathogenic|oncogenic)"),
    re.compile(r"(?i)likely (?:pathogenic|oncogenic)|class [45]\b"),
)
INDICATED = "Which drugs are indicated for {}?"
_POSITIVE = re.compile(
    r"(?i)(?<!not )(?<!non[- ])\b(?:MSI-?H\w*|high|positive|deficient|TMB-?H"
    r"|unstable(?! (?:sites|loci|markers)))\b"
    r"(?! ?(?:[:=≥>]|if\b|when\b|is\b|from\b))"
)
_CUT_OFF = re.compile(
    r"(?i)\b(?:cut-?off|threshold|reference|defined|if|when)\b[^;]{0,80}|(?:≥|>=?) ?\d[^;)]{0,40}"
)
"""Words of a value on what would be high: "4 mut/Mb (high: ≥ 10)" is not."""
_SILENT = re.compile(r"([A-Z*])\d{1,5}(?:\1|=)")
_MARKERS = {"MSI": "MSI-high", "HRD": "HRD positive", "TMB": "TMB-high"}

ReportRow = ReportedVariant | ReportedMarker
"""What a line of a report names: a variant, or a marker of the tumour."""


@dataclass(frozen=True, slots=True)
class AttachedReport:
    """A file of the thread with the rows it names."""

    file: str
    report: SequencingReport


def reports_of(view: View) -> tuple[AttachedReport, ...]:
    """The reports that came with the question; if none did, the newest of the thread before. Who
    asks what is actionable says of the file that it is a report."""
    is_declared = asked_of_report(view.question.text) is not None
    own = [
        AttachedReport(file.name, report)
        for file in view.question.attachments
        if file.text and (report := _report_in(file.text, is_declared=is_declared))
    ]
    if own:
        return tuple(own)
    files = [each for each in view.messages if each.place == "attachment"]
    for file in reversed(files):
        if report := _report_in(file.text, is_declared=is_declared):
            return (AttachedReport(file.file_name or EARLIER_FILE, report),)
    return ()


def _report_in(text: str, *, is_declared: bool) -> SequencingReport:
    """What a file names as a report; one that tells no finding is none for being declared so."""
    found = read_report(text, is_declared=is_declared)
    return found if found.variants or found.markers or found.absent else read_report(text)


def asked_of_reports(view: View) -> AskedOfReport | None:
    """What the question asks of the reports of its thread; None if it asks for something else, or
    if no report lies at hand."""
    asked = asked_of_report(view.question.text)
    return asked if asked and reports_of(view) else None


def looked_up(view: View) -> tuple[ReportRow, ...]:
    """The rows that a question on what is actionable looks up, what their report ranks highest
    first. What the report itself calls uncertain or benign is none, nor is a change of the sequence
    that leaves the protein as it is."""
    rows: list[ReportRow] = []
    for attached in reports_of(view):
        rows += [each for each in attached.report.variants if not is_harmless(each)]
        rows += [each for each in attached.report.markers if is_raised(each)]
    ranked = sorted(rows, key=_rank)
    return tuple({name_of(each): each for each in reversed(ranked)}.values())[::-1][:MOST_LOOKED_UP]


def left_out(view: View) -> tuple[ReportedVariant, ...]:
    """The variants that are not looked up."""
    taken = looked_up(view)
    every = (each for attached in reports_of(view) for each in attached.report.variants)
    return tuple(each for each in every if each not in taken)


def named_only(view: View) -> tuple[str, ...]:
    """What the reports name and was not taken as a finding, each with where it stands."""
    return tuple(
        f"{each.name} ({_where(attached, each.place.words)})"
        for attached in reports_of(view)
        for each in attached.report.not_taken
    )


def said_absent(view: View) -> tuple[str, ...]:
    """What the reports say is not there, each with where they say it."""
    return tuple(
        f"{each.name} ({_where(attached, _join_words(each.sample, each.place.words))})"
        for attached in reports_of(view)
        for each in attached.report.absent
    )


def not_read(view: View) -> tuple[str, ...]:
    """The lines of the reports that name a variant and were not read, each with where it stands."""
    return tuple(
        f"“{each.words}” ({_where(attached, each.where)})"
        for attached in reports_of(view)
        for each in attached.report.not_read
    )


def several_patients(view: View) -> tuple[str, ...]:
    """The patients of reports that tell of several."""
    return tuple(name for attached in reports_of(view) for name in attached.report.patients)


def is_raised(marker: ReportedMarker) -> bool:
    """Whether the report calls the marker high or positive."""
    return bool(_POSITIVE.search(_CUT_OFF.sub(" ", marker.value)))


def is_uncertain(row: ReportedVariant) -> bool:
    """Whether the report itself says that its meaning is unknown, or that it is harmless."""
    return bool(_UNCERTAIN.search(row.classed))


def is_silent(row: ReportedVariant) -> bool:
    """Whether the change leaves the protein as it is: ``V824V``, ``V824=``."""
    return any(each.kind == "protein" and _SILENT.fullmatch(each.change) for each in row.normal)


def is_on_metabolism(row: ReportedVariant) -> bool:
    """Whether a row tells how drugs are borne, and not which are given for it."""
    return METABOLISM.match(row.gene) is not None


def is_harmless(row: ReportedVariant) -> bool:
    """Whether a row is not looked up for what it is."""
    return is_uncertain(row) or is_silent(row) or is_on_metabolism(row)


def questions_on_rows(view: View) -> str:
    """The questions by which the rows are looked up, as one message."""
    return " ".join(INDICATED.format(classed_name_of(each)) for each in looked_up(view))


def classed_name_of(row: ReportRow) -> str:
    """A row as questions name it on which its class may decide: what is approved for any mutation
    of a gene is for pathogenic ones."""
    told = row.pathogenicity if isinstance(row, ReportedVariant) else ""
    return f"{told} {name_of(row)}".strip()


def name_of(row: ReportRow) -> str:
    """A row as questions name it."""
    if isinstance(row, ReportedMarker):
        return _MARKERS[row.marker]
    germline = "germline " if row.origin == "germline" else ""
    fusion = " fusion" if row.normal and row.normal[0].kind == "fusion" else ""
    return f"{germline}{row.name}{fusion}"


def _rank(row: ReportRow) -> int:
    """0 for what is to be looked up first; a marker of the tumour comes right behind tier I."""
    if isinstance(row, ReportedMarker):
        return 1
    found = (place for place, each in enumerate(_RANKS) if each.search(row.classed))
    rank = next(found, len(_RANKS))
    return rank + 1 if rank else 0


def row_lines(view: View) -> Iterator[tuple[str, str]]:
    """Each row in words, and where it stands: what a thread shows above the answer."""
    for attached in reports_of(view):
        for each in attached.report.variants:
            told = [each.variant if each.variant not in each.name else "", f"VAF {each.share}"
                    if each.vaf else "", each.classed, each.origin]  # fmt: skip
            words = " · ".join(filter(None, (each.name, *told)))
            yield words, _where(attached, _join_words(each.sample, each.place.words))
        for marker in attached.report.markers:
            where = _join_words(marker.sample, marker.place.words)
            yield f"{marker.marker}: {marker.value}", _where(attached, where)


def _join_words(*words: str) -> str:
    return ", ".join(filter(None, words))


def _where(attached: AttachedReport, place: str) -> str:
    return f"{attached.file}, {place}" if place else attached.file
