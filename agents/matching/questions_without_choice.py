"""Which verdicts on the patient count where no treatment is chosen ("PFS in PALOMA-2?")."""

from __future__ import annotations

from dataclasses import replace

from agents.matching.dimensions import CIRCUMSTANCES, OF_PATIENT
from agents.matching.patient.therapies import OFFERING, OPTIONS
from agents.matching.patient.tumours import EARLY, is_of_other_extent
from agents.matching.sub_question import SubQuestion
from agents.matching.subject.trials import marker_names
from agents.matching.verdicts import Verdict
from retrieval.statements.model import SAFETY, Statement, StatementKind

DOSED: StatementKind = "adjustment"
"""The one kind of safety statement that may differ from tumour to tumour."""
AGAINST: frozenset[StatementKind] = frozenset(("contraindication", "resistance", "status"))
"""Kinds of statement that say who is not given a drug."""
ALWAYS = frozenset(
    (
        "subject",
        "route",
        "trial",
        "currency",
        *CIRCUMSTANCES,
        "level",
        "day",
        "population",
        "condition",
        "safety",
    )
)
"""Dimensions that are compared for every kind of question. The others say who may be treated.
People who ask for a dose or for a trial's result often describe no patient."""


def verdict_without_choice(verdict: Verdict, statement: Statement, asked: SubQuestion) -> Verdict:
    """The verdict as it counts in a look-up. What holds for other patients than the one of the
    thread is silent if the question asks for it without regard to the patient: "PFS in PALOMA-2?"
    is asked in any setting. The verdict keeps its reason, if it is on who the patients are."""
    if verdict.dimension == "tumour" and not asked.tumours and verdict.outcome == "silent":
        # In a look-up the reader knows the tumour, and the statement names its own.
        return replace(verdict, missing="")
    if verdict.dimension in ALWAYS or verdict.outcome != "contradicts":
        return verdict
    named = asked.tumours or asked.kind == "dose" or _offers_to_patient(statement, asked)
    named = named or _is_dosed_by(statement, "applies.tumours")
    if verdict.dimension == "limitation" or (verdict.dimension == "tumour" and named):
        # An indication for another tumour is never one for this patient.
        return verdict
    if verdict.dimension == "setting" and _is_phase_of_trial(statement, asked):
        return replace(verdict, outcome="silent", reason="")
    if verdict.dimension in {"setting", "line"} and (asked.settings or asked.line):
        return verdict
    if verdict.dimension == "setting" and asked.kind == "dose":
        return verdict
    if verdict.dimension in _PLACE and _tells_its_place(verdict, statement, asked):
        return verdict
    if verdict.dimension == "marker" and (not asked.trials or _names_marker(verdict, asked)):
        return verdict
    # Results of a named trial are asked for any patient. What tells its patients from this one
    # stays as a note, which the answer says first.
    return replace(verdict, outcome="silent", reason=_note(verdict, statement))


_FIELDS = {"tumour": "applies.tumours", "setting": "applies.settings"}


def _note(verdict: Verdict, statement: Statement) -> str:
    """What tells the patients of a statement from this one; empty if it was only read from the
    words of a warning: the drug may do the same harm in this patient."""
    read = statement.kind in SAFETY and _FIELDS.get(verdict.dimension) not in statement.stated
    if verdict.dimension not in OF_PATIENT or (read and verdict.dimension != "marker"):
        return ""
    return verdict.reason


_PLACE = frozenset(("setting", "line", "prior therapy", "had before"))
"""Dimensions that say when in the course of a disease a drug is given."""


def _tells_its_place(verdict: Verdict, statement: Statement, asked: SubQuestion) -> bool:
    """Whether a statement says when a drug, or a changed dose, is given: the rule for early disease
    may be another one than that for metastatic disease. Of drugs taken together, results say so,
    too."""
    if statement.kind in (OFFERING if asked.together else OPTIONS):
        return True
    return verdict.dimension == "setting" and _is_dosed_by(statement, "applies.settings")


def _is_dosed_by(statement: Statement, field: str) -> bool:
    """Whether a changed dose is stated for a tumour or a setting: in another one it may differ."""
    return statement.kind == DOSED and field in statement.stated


def _is_phase_of_trial(statement: Statement, asked: SubQuestion) -> bool:
    """Whether a question on a named trial only has another word for its setting: "after
    neoadjuvant", "adjuvant" and "residual disease" may be one trial. Inoperable or metastatic
    disease is different."""
    stated = frozenset(statement.applies.settings)
    early = stated | asked.settings <= EARLY
    return bool(asked.trials) and early and not is_of_other_extent(stated, asked.settings)


def _names_marker(verdict: Verdict, asked: SubQuestion) -> bool:
    """Whether the part itself names a marker that a rule is on: "in HR-positive disease"."""
    named = asked.genes | marker_names(asked.text)
    return bool(asked.variants or named.intersection(verdict.markers))


def _offers_to_patient(statement: Statement, asked: SubQuestion) -> bool:
    """Whether a statement says who is given a drug and who is not, and is on no finding in the
    patient."""
    applies = statement.applies
    on_finding = applies.toxicities or applies.organ or applies.conditions or applies.exposures
    told = statement.kind in OFFERING or (statement.kind in AGAINST and not on_finding)
    return told and not asked.trials
