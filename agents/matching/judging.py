"""One statement, one part of a question, one patient: the verdicts of every dimension."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.facts.sheet import FactSheet
from agents.matching.patient.acquired_variants import judge_acquired, judge_apart
from agents.matching.patient.body_weight import judge_weight
from agents.matching.patient.circumstances import judge_circumstances, judge_nameless
from agents.matching.patient.class_partners import class_reason, failed_classes, judge_class_partner
from agents.matching.patient.histology import judge_histology
from agents.matching.patient.markers import judge_markers
from agents.matching.patient.therapies import OFFERING, judge_had_before, judge_prior
from agents.matching.patient.tumours import (
    EARLY,
    denied_settings,
    is_of_other_extent,
    join_with_or,
    judge_line,
    judge_setting,
    judge_tumour,
    setting_names,
    tumour_names,
)
from agents.matching.patient.unread_markers import judge_open
from agents.matching.safety.safety_facts import judge_advice, judge_history, judge_safety
from agents.matching.scoring import score_of
from agents.matching.sub_question import StatementContext, SubQuestion
from agents.matching.subject.drug_pairs import judge_pair, sheet_of_pair, with_partner_named
from agents.matching.subject.entities import is_on_subject, judge_subject
from agents.matching.subject.trial_entry import judge_entry
from agents.matching.subject.trials import (
    asked_of_trial,
    judge_harm,
    judge_trial,
    marker_names,
    on_cohort,
)
from agents.matching.verdicts import Judgement, Verdict
from names.clinical.routes import INJECTION, route_names, routes_agree
from names.clinical.values import Line, Marker, Setting, Therapy, Tumour
from names.tables import lineage
from retrieval.statements.model import SAFETY, Statement, StatementKind


def judge(
    statement: Statement,
    context: StatementContext,
    asked: SubQuestion,
    sheet: FactSheet,
    part: int = 0,
    *,
    only_on_subject: bool = False,
) -> Judgement:
    """Every verdict, and the score of a statement that nothing speaks against. With
    ``only_on_subject`` one that is not on the subject gets that verdict alone: of most statements
    nothing else is ever asked.

    Pure. The statement's own fields and the fact sheet are compared as values; no text is read."""
    sheet = sheet_of_pair(sheet if asked.own_sheet is None else asked.own_sheet, asked)
    if only_on_subject and not is_on_subject(statement, context, asked, sheet):
        return Judgement(statement, part, (Verdict("subject", "silent"),))
    person = _Person(
        sheet=sheet,
        tumours=tumours_of(asked, sheet),
        settings=tuple(_settings(asked, sheet)),
        line=asked.line or _line(sheet),
    )
    verdicts = [
        *judge_subject(statement, context, asked, sheet),
        judge_route(statement, context.text, asked.routes),
        *judge_trial(statement, context.text, asked),
        *judge_harm(statement, context.text, asked),
        *judge_entry(statement, context.text, asked),
        *_verdicts(statement, person),
        *judge_nameless(statement.applies, asked.about),
        judge_weight(context.text, sheet),
        *judge_pair(statement, context, asked),
        *judge_history(statement, context.text, sheet),
        *judge_class_partner(statement, context.text, sheet.of(Therapy)),
    ]
    verdicts = with_partner_named(verdicts, statement, context, asked)
    if asked.is_choice:
        verdicts += judge_advice(statement, sheet)
        verdicts += judge_open(statement, asked.open_markers)
    else:
        verdicts = [asked_of_trial(each, statement, context.text, asked) for each in verdicts]
        verdicts = [_only_named(each, statement, asked) for each in verdicts]
        verdicts += on_cohort(verdicts, statement, asked)
    judgement = Judgement(statement, part, tuple(each for each in verdicts if _says(each)))
    if not judgement.answers:
        return judgement
    return replace(judgement, score=score_of(judgement, context, asked, sheet))


def judge_for_patient(statement: Statement, sheet: FactSheet) -> Judgement:
    """What the patient's facts say to a statement that a model has chosen, whatever was asked.

    Whether it is on the subject is the model's part; no question is compared."""
    settings = setting_names(sheet.of(Setting)) or (("advanced",) if sheet.of(Line) else ())
    person = _Person(sheet, tumour_names(sheet.of(Tumour)), tuple(settings), _line(sheet))
    told = _verdicts(statement, person)
    return Judgement(statement, 0, tuple(each for each in told if _says(each)))


def tumours_of(asked: SubQuestion, sheet: FactSheet) -> frozenset[str]:
    """The tumours that a part names, with what the patient has of the same kind, wider or narrower;
    one that names none is on those of the patient. "The dose in gastric and in breast cancer" asks
    two things: what is not so in the one tumour may hold in the other."""
    held = tumour_names(sheet.of(Tumour))
    if not asked.tumours:
        return held
    own = {name for each in asked.tumours for name in lineage(each)}
    return asked.tumours | {each for each in held if each in own or lineage(each) & asked.tumours}


@dataclass(frozen=True, slots=True)
class _Person:
    """The patient, with what a question says of tumour, setting and line."""

    sheet: FactSheet
    tumours: frozenset[str]
    settings: tuple[str, ...]
    line: Line | None


def _verdicts(statement: Statement, person: _Person) -> list[Verdict]:
    """The verdicts of every dimension but the subject."""
    applies, sheet = statement.applies, person.sheet
    had = sheet.of(Therapy)
    return [
        judge_currency(statement),
        _tumour(statement, person.tumours),
        judge_histology(applies, sheet.of(Tumour), person.tumours),
        *judge_markers(applies.requires, applies.excludes, sheet.of(Marker), person.tumours, had),
        judge_acquired(statement, sheet.of(Marker), had),
        judge_apart(statement, sheet.of(Marker)),
        judge_setting(applies, person.settings, denied_settings(sheet.of(Setting))),
        judge_line(applies, person.line),
        *judge_prior(statement, had),
        judge_had_before(statement, had),
        *judge_circumstances(statement, sheet),
        *judge_safety(statement, sheet),
    ]


IN_SITU = " in situ"
"""End of the names of tumours that have not spread: what is for those that have is for others."""
DOSED: StatementKind = "adjustment"
"""The one kind of safety statement that may say of one tumour what is another rule in the next."""


def _tumour(statement: Statement, patient: frozenset[str]) -> Verdict:
    """The verdict on the tumour. One that was only derived takes no warning from a patient with
    another: what the drug does in the one it may do in the other."""
    verdict = judge_tumour(statement.applies, patient)
    stated = "applies.tumours" in statement.stated
    if verdict.dimension != "tumour" or stated or statement.kind not in SAFETY - {DOSED}:
        return verdict
    return Verdict("tumour", "silent") if verdict.outcome == "contradicts" else verdict


def patient_reasons(judgement: Judgement, sheet: FactSheet) -> frozenset[str]:
    """The reasons against a statement, compared with the facts once more.

    Line, setting and tumour may have been those of the question rather than of the patient; their
    reasons are taken as they were journalled."""
    statement, applies = judgement.statement, judgement.statement.applies
    had = sheet.of(Therapy)
    tumours = tumour_names(sheet.of(Tumour))
    again = [
        *judge_markers(applies.requires, applies.excludes, sheet.of(Marker), tumours, had),
        judge_acquired(statement, sheet.of(Marker), had),
        judge_apart(statement, sheet.of(Marker)),
        *judge_prior(statement, had),
        judge_had_before(statement, had),
        *judge_circumstances(statement, sheet),
        *judge_safety(statement, sheet),
    ]
    of_question = frozenset(("line", "setting", "tumour", "limitation", "currency", "route"))
    kept = [v for v in judgement.contradictions if v.dimension in of_question]
    against = [v for v in again if v.outcome == "contradicts"]
    of_classes = frozenset(map(class_reason, failed_classes(had)))
    return of_classes | frozenset(v.reason for v in (*against, *kept) if v.reason)


def judge_route(statement: Statement, text: str, asked: frozenset[str]) -> Verdict:
    """A dose by another way than the one asked about is another dose; most statements do not say
    how the drug is given. Of a regimen the words do not say which drug goes which way."""
    alone = len(statement.drugs) == 1
    stated = route_names(text) if asked and alone else frozenset()
    if not stated:
        return Verdict("route", "silent")
    if routes_agree(stated, asked):
        return Verdict("route", "ok")
    named = stated - {INJECTION} or stated
    reason = f"is given {join_with_or(named)}, not {join_with_or(asked)}"
    return Verdict("route", "contradicts", reason=reason)


def judge_currency(statement: Statement) -> Verdict:
    """What is superseded or withdrawn is never an option; it may be told as history."""
    if statement.currency in {"superseded", "withdrawn"} and statement.kind != "status":
        return Verdict("currency", "contradicts", reason=_outdated(statement))
    return Verdict("currency", "silent")


def _outdated(statement: Statement) -> str:
    """``superseded by the guideline of 2024``; a withdrawal has a record."""
    told, by = statement.currency, statement.superseded_by
    if not by:
        return told
    return f"{told} ({by})" if told == "withdrawn" else f"{told} by {by}"


AGAINST: frozenset[StatementKind] = frozenset(("contraindication", "resistance", "status"))
"""Kinds of statement that say to whom a drug is not given."""
ALWAYS = frozenset(
    (
        "subject",
        "route",
        "trial",
        "currency",
        "organ function",
        "interaction",
        "phenotype",
        "toxicity",
        "population",
        "condition",
        "safety",
    )
)
"""Dimensions that hold for every kind of question. The others say who may be treated: the dose of
a drug, or what a trial found, is asked by people whose patient is not described."""


def _only_named(verdict: Verdict, statement: Statement, asked: SubQuestion) -> Verdict:
    if verdict.dimension == "tumour" and not asked.tumours and verdict.outcome == "silent":
        # Who looks a drug up knows for which tumour; the statement says its own.
        return replace(verdict, missing="")
    if verdict.dimension in ALWAYS or verdict.outcome != "contradicts":
        return verdict
    named = asked.tumours or asked.kind == "dose" or _offers_to_patient(statement, asked)
    if verdict.dimension in {"tumour", "limitation"} and named:
        # What is indicated for another tumour is none for this patient, whatever is asked.
        return verdict
    if verdict.dimension == "setting" and _is_phase_of_trial(statement, asked):
        return replace(verdict, outcome="silent", reason="")
    if verdict.dimension in {"setting", "line"} and (asked.settings or asked.line):
        return verdict
    if verdict.dimension == "setting" and asked.kind == "dose":
        return verdict
    if verdict.dimension == "marker" and (not asked.trials or _names_marker(verdict, asked)):
        return verdict
    # Of a trial by name the results are asked, whoever the patient is; for whom they hold is said.
    kept = verdict.reason if verdict.dimension == "marker" else ""
    return replace(verdict, outcome="silent", reason=kept)


def _is_phase_of_trial(statement: Statement, asked: SubQuestion) -> bool:
    """Whether a trial is asked for by name and the question calls its setting otherwise: "after
    neoadjuvant", "adjuvant" and "residual disease" are words for one trial. What is inoperable or
    has spread is another disease."""
    stated = frozenset(statement.applies.settings)
    early = stated | asked.settings <= EARLY
    return bool(asked.trials) and early and not is_of_other_extent(stated, asked.settings)


def _names_marker(verdict: Verdict, asked: SubQuestion) -> bool:
    """Whether the part itself names a marker that a rule is on: "in HR-positive disease"."""
    named = asked.genes | marker_names(asked.text)
    return bool(asked.variants or named.intersection(verdict.markers))


def _offers_to_patient(statement: Statement, asked: SubQuestion) -> bool:
    """Whether it says who is to be given a drug and who is not, and nothing of what happened to the
    patient."""
    applies = statement.applies
    on_finding = applies.toxicities or applies.organ or applies.conditions or applies.exposures
    told = statement.kind in OFFERING or (statement.kind in AGAINST and not on_finding)
    return told and not asked.trials


def _says(verdict: Verdict) -> bool:
    told = bool(verdict.missing or verdict.reason)
    return verdict.outcome != "silent" or told or verdict.dimension == "subject"


def _settings(asked: SubQuestion, sheet: FactSheet) -> Sequence[str]:
    """The settings that are asked for, or the patient's. Lines are counted in advanced disease."""
    stated = sorted(asked.settings) or setting_names(sheet.of(Setting))
    if not stated and any(name.endswith(IN_SITU) for name in tumours_of(asked, sheet)):
        return ("early",)
    return stated or (("advanced",) if asked.line or _line(sheet) else ())


def _line(sheet: FactSheet) -> Line | None:
    """The line the patient is in: as said, or the one after what failed in advanced disease."""
    if stated := sheet.of(Line):
        return stated[-1]
    # Maintenance follows the treatment of its own line.
    early = any(
        each.name in EARLY | {"maintenance"} and each.polarity == "present"
        for each in sheet.of(Setting)
    )
    had = [
        each
        for each in sheet.of(Therapy)
        if each.outcome == "progressed"
        or (each.outcome == "given" and not early and each.setting not in EARLY)
    ]
    return Line(first=2, last=None) if had else None
