"""One row of the reports of a thread: which one somebody points at, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from agents.matching.patient.tumours import tumour_names
from agents.reports.attached import (
    INDICATED,
    MOST_LOOKED_UP,
    ReportRow,
    asked_of_reports,
    classed_name_of,
    is_on_metabolism,
    is_silent,
    is_uncertain,
    looked_up,
    name_of,
    reports_of,
)
from agents.turns import View
from names.clinical.values import Tumour
from retrieval.reports.contract import ReportedVariant

AskedOfRow = Literal["indicated", "level", "trials", "why_not"]
LABELS: Mapping[AskedOfRow, str] = {
    "indicated": "Indications",
    "level": "Level of evidence",
    "trials": "Trials",
    "why_not": "Why not?",
}
_QUESTIONS: Mapping[AskedOfRow, str] = {
    "indicated": INDICATED,
    "level": "What is the evidence for {}?",
    "trials": "Which trials are there for {}?",
}


def row_at(view: View, number: int) -> ReportRow | None:
    """The row of this number, from 0, in the order in which the thread shows them; None if its file
    is not kept any more."""
    rows: list[ReportRow] = []
    for attached in reports_of(view):
        rows += attached.report.variants
        rows += attached.report.markers
    return rows[number] if number < len(rows) else None


def question_on_row(view: View, row: ReportRow, asked: AskedOfRow) -> str:
    """The question as anybody could ask it. Evidence is asked for the tumour of the thread, where
    one is told: it is another one in others."""
    tumours = sorted(tumour_names(view.sheet.of(Tumour))) if asked == "level" else []
    where = f" in {tumours[0]}" if tumours else ""
    name = classed_name_of(row) if asked == "indicated" else name_of(row)
    return _QUESTIONS[asked].format(f"{name}{where}")


def reason_not_looked_up(view: View, row: ReportRow) -> str:
    """Why a row was not looked up; empty if it was."""
    if asked_of_reports(view) != "actionable":
        return "No row of the report was looked up: ask “what is actionable?”."
    if row in looked_up(view):
        return ""
    name = name_of(row)
    if not isinstance(row, ReportedVariant):
        return f"{name} was not looked up: the report does not call it high or positive."
    if is_uncertain(row):
        return f"{name} was not looked up: the report itself calls it “{row.classed}”."
    if is_silent(row):
        return f"{name} was not looked up: the change leaves the protein as it is."
    if is_on_metabolism(row):
        return f"{name} was not looked up: it tells how a drug is borne. Ask for the drug with it."
    return (
        f"{name} was not looked up: an answer looks up {MOST_LOOKED_UP} rows, those that the report"
        " ranks highest. Press “Indications” of it."
    )


def search_word(row: ReportRow) -> str:
    """What the searches on a row name: its gene, or the marker."""
    return row.gene if isinstance(row, ReportedVariant) else row.marker
