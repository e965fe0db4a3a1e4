"""Compares one statement with one part of a question and one patient: the verdicts of every
dimension."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from agents.facts.sheet import FactSheet
from agents.matching.patient.acquired_variants import (
    genes_inhibited_before,
    judge_acquired,
    judge_apart,
)
from agents.matching.patient.circumstances import judge_circumstances, judge_nameless
from agents.matching.patient.class_partners import (
    class_reason,
    failed_classes,
    judge_allergy,
    judge_class_partner,
)
from agents.matching.patient.histology import judge_histology, judge_spread
from agents.matching.patient.markers import judge_markers
from agents.matching.patient.person import judge_weight
from agents.matching.patient.tumours import (
    EARLY,
    denied_settings,
    join_with_or,
    judge_line,
    judge_setting,
    judge_tumour,
    setting_names,
    settings_here,
    tumour_names,
)
from agents.matching.patient.unread_markers import judge_open
from agents.matching.questions_without_choice import DOSED, verdict_without_choice
from agents.matching.safety.companion_drugs import judge_aromatase
from agents.matching.safety.progression import (
    judge_treatments,
    line_for,
    sheet_for_next,
    with_response,
)
from agents.matching.safety.safety_facts import (
    judge_advice,
    judge_history,
    judge_reproduction,
    judge_safety,
)
from agents.matching.safety.values_told import judge_values
from agents.matching.scoring import score_of
from agents.matching.sequence.class_again import judge_class_again
from agents.matching.sequence.held_partner import judge_held_partner
from agents.matching.sub_question import StatementContext, SubQuestion
from agents.matching.subject.cycle_days import judge_day, judge_nadir, judge_occurrence
from agents.matching.subject.drug_pairs import judge_pair, sheet_of_pair, with_partner_named
from agents.matching.subject.entities import is_on_subject, judge_subject
from agents.matching.subject.levels import judge_level
from agents.matching.subject.trial_entry import judge_entry
from agents.matching.subject.trials import (
    asked_of_trial,
    judge_harm,
    judge_trial,
    on_cohort,
)
from agents.matching.verdicts import Judgement, Verdict, reasons_on_patients
from names.clinical.routes import INJECTION, route_names, routes_agree
from names.clinical.treatment.sequences import ASKS_NEXT
from names.clinical.values import HAD, Condition, Line, Marker, Setting, Therapy, Tumour
from names.tables import lineage
from retrieval.statements.model import SAFETY, Statement


def judge(
    statement: Statement,
    context: StatementContext,
    asked: SubQuestion,
    sheet: FactSheet,
    part: int = 0,
) -> Judgement:
    """The judgement of a statement: every verdict, and a score if nothing speaks against it.

    Pure. Words of the statement are read only by dimensions that need them, such as route."""
    return _judge(statement, context, asked, patient_of(asked, sheet), part)


def judge_on_subject(
    told: Iterable[tuple[Statement, StatementContext]],
    asked: SubQuestion,
    patient: PatientOfPart,
    part: int = 0,
) -> Iterator[Judgement]:
    """:func:`judge` for the statements that are on the subject. The others are left out before the
    patient is compared: these are nine of ten statements that a search finds."""
    for statement, context in told:
        if is_on_subject(statement, context, asked, patient.sheet):
            yield _judge(statement, context, asked, patient, part)


def patient_of(asked: SubQuestion, sheet: FactSheet) -> PatientOfPart:
    """The patient of a part. It is the same for every statement that is judged for the part."""
    sheet = sheet_of_pair(sheet if asked.own_sheet is None else asked.own_sheet, asked)
    if asked.is_choice and ASKS_NEXT.search(asked.text):
        sheet = sheet_for_next(sheet)
    return PatientOfPart(
        sheet=sheet,
        tumours=tumours_of(asked, sheet),
        settings=tuple(_settings(asked, sheet)),
        line=asked.line or _line(sheet),
    )


def _judge(
    statement: Statement,
    context: StatementContext,
    asked: SubQuestion,
    patient: PatientOfPart,
    part: int,
) -> Judgement:
    sheet = patient.sheet
    verdicts = [
        *judge_subject(statement, context, asked, sheet),
        judge_route(statement, context.text, asked.routes),
        *judge_trial(statement, context.text, asked),
        *judge_harm(statement, context.text, asked),
        *judge_entry(statement, context, asked, sheet.of(Therapy)),
        *_verdicts(statement, patient),
        *judge_nameless(statement.applies, asked.about),
        judge_weight(context.text, sheet),
        judge_level(context.text, statement.heading, asked.text),
        judge_day(statement, context.text, asked),
        judge_occurrence(statement, context.text, asked.text),
        judge_nadir(context.text, asked),
        *judge_pair(statement, context, asked, sheet),
        *judge_history(statement, context.text, sheet),
        *judge_reproduction(statement, asked, sheet),
        *judge_class_partner(statement, context.text, sheet.of(Therapy)),
        *judge_allergy(statement, sheet),
        *judge_aromatase(statement, context.text, sheet),
        *judge_class_again(statement, context.text, sheet.of(Therapy)),
    ]
    verdicts = judge_values(verdicts, statement, context, asked, sheet)
    verdicts = with_partner_named(verdicts, statement, context, asked)
    if asked.is_choice:
        verdicts += judge_advice(statement, context.text, asked, sheet)
        verdicts += judge_open(statement, asked.open_markers)
        verdicts.append(judge_spread(context.text, sheet.of(Tumour)))
    else:
        verdicts = [asked_of_trial(each, statement, context.text, asked) for each in verdicts]
        verdicts = [verdict_without_choice(each, statement, asked) for each in verdicts]
        verdicts += on_cohort(verdicts, statement, context, asked, sheet)
        verdicts += judge_held_partner(statement, context, asked, sheet.of(Therapy))
    judgement = Judgement(statement, part, tuple(filter(_says, verdicts)))
    score = score_of(judgement, context, asked, sheet) if judgement.answers else 0.0
    return replace(judgement, score=score)


def judge_for_patient(statement: Statement, sheet: FactSheet) -> Judgement:
    """The judgement of a statement that a model has chosen, by the patient's facts alone.

    The model decides whether the statement is on the subject, so no question is compared."""
    settings = setting_names(sheet.of(Setting)) or (("advanced",) if sheet.of(Line) else ())
    patient = PatientOfPart(sheet, tumour_names(sheet.of(Tumour)), tuple(settings), _line(sheet))
    told = _verdicts(statement, patient)
    return Judgement(statement, 0, tuple(filter(_says, told)))


def tumours_of(asked: SubQuestion, sheet: FactSheet) -> frozenset[str]:
    """The tumours that a part names, with related tumours of the patient, wider or narrower. The
    patient's tumours if the part names none. "The dose in gastric and in breast cancer" asks two
    things: what does not hold in one tumour may hold in the other."""
    held = tumour_names(sheet.of(Tumour))
    if not asked.tumours:
        return held
    own = {name for each in asked.tumours for name in lineage(each)}
    return asked.tumours | {each for each in held if each in own or lineage(each) & asked.tumours}


def reasons_of_others(statement: Statement, sheet: FactSheet) -> frozenset[str]:
    """Each way in which the patients that a statement is on differ from this one, by the patient's
    facts alone; empty when nothing differs."""
    told = _verdicts(statement, patient_of(SubQuestion(text="", kind=""), sheet))
    return reasons_on_patients([each for each in told if each.outcome != "ok"])


@dataclass(frozen=True, slots=True)
class PatientOfPart:
    """The patient, with the tumour, setting and line that a part of a question names."""

    sheet: FactSheet
    tumours: frozenset[str]
    settings: tuple[str, ...]
    line: Line | None


def _verdicts(statement: Statement, patient: PatientOfPart) -> list[Verdict]:
    """The verdicts of every dimension but the subject."""
    applies, sheet = statement.applies, patient.sheet
    had = sheet.of(Therapy)
    return [
        judge_currency(statement),
        _tumour(statement, patient.tumours),
        judge_histology(applies, sheet.of(Tumour), patient.tumours),
        *judge_markers(
            *(applies.requires, applies.excludes, sheet.of(Marker), patient.tumours, had),
            genes_inhibited_before(statement, had),
        ),
        judge_acquired(statement, sheet.of(Marker), had),
        judge_apart(statement, sheet.of(Marker)),
        with_response(
            judge_setting(applies, patient.settings, denied_settings(sheet.of(Setting))), sheet
        ),
        judge_line(applies, line_for(statement, sheet, patient.line), patient.settings),
        *judge_treatments(statement, sheet),
        *judge_circumstances(statement, sheet),
        *judge_safety(statement, sheet),
    ]


SCORE_OF_EARLY = "recurrence score"
"""What an assay gives of an early tumour alone: advice for metastatic disease is for others."""
IN_SITU = " in situ"
"""How names of tumours end that have not spread. What is for others does not fit them."""


def _tumour(statement: Statement, patient: frozenset[str]) -> Verdict:
    """The verdict on the tumour. If the tumour of a warning was only derived, the warning also
    counts for another tumour: the drug may do the same harm there."""
    verdict = judge_tumour(statement.applies, patient)
    stated = "applies.tumours" in statement.stated
    if verdict.dimension != "tumour" or stated or statement.kind not in SAFETY - {DOSED}:
        return verdict
    return Verdict("tumour", "silent") if verdict.outcome == "contradicts" else verdict


def patient_reasons(judgement: Judgement, sheet: FactSheet) -> frozenset[str]:
    """The reasons against a statement, compared with the facts once more.

    Line, setting and tumour may come from the question and not from the patient. Their reasons are
    taken from the journal."""
    # What the patient is on has been given where the question is what comes next.
    again = [
        each
        for told in (sheet, sheet_for_next(sheet))
        for each in _of_patient(judgement.statement, told)
    ]
    of_question = frozenset(("line", "setting", "tumour", "limitation", "currency", "route"))
    kept = [v for v in judgement.contradictions if v.dimension in of_question]
    against = [v for v in again if v.outcome == "contradicts"]
    of_classes = frozenset(map(class_reason, failed_classes(sheet.of(Therapy))))
    return of_classes | frozenset(v.reason for v in (*against, *kept) if v.reason)


def regimens_against(judgement: Judgement, sheet: FactSheet) -> frozenset[tuple[str, ...]]:
    """The regimens of a statement, each as drugs and reason, that are none for the patient while
    another is, compared with the facts once more."""
    again = (
        e for told in (sheet, sheet_for_next(sheet)) for e in _of_patient(judgement.statement, told)
    )
    return frozenset((*each.regimen, each.reason) for each in again if each.regimen)


def _of_patient(statement: Statement, sheet: FactSheet) -> list[Verdict]:
    """The verdicts that the patient's facts alone decide."""
    applies = statement.applies
    had = sheet.of(Therapy)
    tumours = tumour_names(sheet.of(Tumour))
    return [
        *judge_markers(
            *(applies.requires, applies.excludes, sheet.of(Marker), tumours, had),
            genes_inhibited_before(statement, had),
        ),
        judge_acquired(statement, sheet.of(Marker), had),
        judge_apart(statement, sheet.of(Marker)),
        *judge_treatments(statement, sheet),
        *judge_circumstances(statement, sheet),
        *judge_safety(statement, sheet),
        *judge_allergy(statement, sheet),
    ]


def judge_route(statement: Statement, text: str, asked: frozenset[str]) -> Verdict:
    """The verdict on the route. A dose by another route than the one asked about contradicts.
    Silent if the statement does not tell the route, or if it is on several drugs, because it does
    not say which drug has which route."""
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
    """The verdict on currency. A superseded or withdrawn statement is never an option, but its
    history may be told."""
    if statement.currency in {"superseded", "withdrawn"} and statement.kind != "status":
        return Verdict("currency", "contradicts", reason=_outdated_words(statement))
    return Verdict("currency", "silent")


def _outdated_words(statement: Statement) -> str:
    """``superseded by the guideline of 2024``. A withdrawal names its record."""
    told, by = statement.currency, statement.superseded_by
    if not by:
        return told
    return f"{told} ({by})" if told == "withdrawn" else f"{told} by {by}"


def _says(verdict: Verdict) -> bool:
    told = bool(verdict.missing or verdict.reason)
    return verdict.outcome != "silent" or told or verdict.dimension == "subject"


def _settings(asked: SubQuestion, sheet: FactSheet) -> Sequence[str]:
    """The settings asked for, or the patient's. A line of treatment implies advanced disease."""
    stated = settings_here(asked.settings, sheet)
    if not stated and any(each.name.startswith(SCORE_OF_EARLY) for each in sheet.of(Condition)):
        return ("early",)
    if not stated and any(name.endswith(IN_SITU) for name in tumours_of(asked, sheet)):
        return ("early",)
    return stated or (("advanced",) if asked.line or _line(sheet) else ())


def _line(sheet: FactSheet) -> Line | None:
    """The patient's line of treatment: as stated, or the line after a failed treatment of advanced
    disease."""
    if stated := sheet.of(Line):
        return stated[-1]
    early = any(
        each.name in EARLY | {"maintenance"} and each.polarity == "present"
        for each in sheet.of(Setting)
    )
    had = any(
        each.outcome == "progressed"
        or (each.outcome == "given" and not early and each.setting not in EARLY)
        for each in sheet.of(Therapy)
    )
    counted = max((each.line or 0 for each in sheet.of(Therapy) if each.outcome in HAD), default=0)
    # Maintenance belongs to the line of the treatment before it, where that one is told.
    after = Line(first=counted, last=None) if counted > 1 else None
    return Line(first=2, last=None) if had else after
