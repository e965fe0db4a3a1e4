"""A disease that has not progressed: what is for after progression is not for it."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from agents.facts.sheet import Fact, FactSheet
from agents.facts.untreated import therapies_of
from agents.matching.patient.therapies import (
    OFFERING,
    OPTIONS,
    judge_had_before,
    judge_prior,
    matches,
    therapy_words,
)
from agents.matching.patient.tumours import EARLY, line_words
from agents.matching.safety.repeated_regimens import judge_regimens_had
from agents.matching.sequence.class_beside_chemotherapy import with_place_after
from agents.matching.sequence.first_target import line_against_target
from agents.matching.verdicts import Judgement, Verdict, differs
from names.clinical.treatment.no_progression import NO_PROGRESSION, RESPONSE
from names.clinical.values import HAD, Condition, Line, Therapy
from names.tables.other_drugs import other_drugs
from names.tables.treatment.drug_classes import (
    class_in_sentence,
    continued_drugs,
    drug_classes,
    wider_classes,
)
from retrieval.statements.model import Statement

LOCAL = "locally advanced"
_HELD = "no progression"


def judge_treatments(statement: Statement, sheet: FactSheet) -> list[Verdict]:
    """The verdicts on the treatments that were had and on how they went."""
    had = sheet.of(Therapy)
    found = [
        *judge_prior(statement, therapies_of(sheet)),
        _judge_progression(statement, had, sheet.of(Condition)),
        _judge_continued(statement, had),
    ]
    again = judge_had_before(statement, had)
    if again.outcome == "contradicts" and _goes_on(statement, sheet):
        again = Verdict(again.dimension, "silent")
    again = with_place_after(again, statement, had)
    return [*found, again, *judge_regimens_had(statement, had)]


MAINTENANCE = "maintenance"


def line_for(statement: Statement, sheet: FactSheet, line: Line | None) -> Line | None:
    """The patient's line for a statement. Maintenance belongs to the line of the treatment that the
    disease did not progress on: it is not the next one, as other treatment after it would be. None
    if nobody has told that line, or whether the disease has progressed. Lines before a target was
    known do not count."""
    if (first := line_against_target(statement, sheet.of(Therapy), line)) != line:
        return first
    settled = sheet.of(Line) or any(each.outcome == "progressed" for each in sheet.of(Therapy))
    if MAINTENANCE not in statement.applies.settings or settled:
        return line
    own = max((each.line or 0 for each in _going_well(sheet.of(Therapy))), default=0)
    return Line(first=own, last=own) if own else None


def with_response(verdict: Verdict, sheet: FactSheet) -> Verdict:
    """The verdict on the setting of maintenance, where the disease is said to respond to a
    treatment."""
    told = any(fact.value == NO_PROGRESSION and RESPONSE.search(fact.text) for fact in sheet.facts)
    waits = verdict.missing_kind == "response before maintenance"
    if not (waits and told and _going_well(sheet.of(Therapy))):
        return verdict
    return Verdict("setting", "ok")


def _is_without_progression(sheet: FactSheet) -> bool:
    return NO_PROGRESSION in sheet.of(Condition)


def _goes_on(statement: Statement, sheet: FactSheet) -> bool:
    """Whether maintenance with a drug follows a treatment that held it, and that did well."""
    kept = MAINTENANCE in statement.applies.settings and _is_without_progression(sheet)
    failed = {
        drug
        for each in sheet.of(Therapy)
        if each.outcome in ("progressed", "intolerant")
        for drug in each.drugs
    }
    return kept and failed.isdisjoint(statement.drugs[:1])


def _judge_progression(
    statement: Statement, had: Sequence[Therapy], conditions: Sequence[Condition]
) -> Verdict:
    """Whether a statement asks for progression, or for a treatment that is over, where the patient
    is said to be stable or to respond."""
    silent = Verdict("prior therapy", "silent")
    if failed := _failed_before_success(statement, had):
        needs, here = "is for disease that has not progressed", f"progressed on {failed}"
        return differs("prior therapy", needs, here, kind="disease held")
    if NO_PROGRESSION not in conditions or statement.kind not in OFFERING:
        return silent
    rules = (*statement.applies.prior_required, *statement.applies.prior_any_of)
    over = [each for each in had if each.outcome == "progressed"]
    asked = [rule for rule in rules if rule.outcome == "progressed"]
    if asked and not any(matches(rule, each) for rule in asked for each in over):
        on = therapy_words(asked[0])
        return _against_held(f"needs progression on {on}", had)
    if statement.kind in OPTIONS and (rule := _for_afterwards(statement, rules, had)):
        return _against_held(f"is for after {therapy_words(rule)}", had)
    line = statement.applies.line
    settled = any(each.outcome in ("progressed", "intolerant") for each in had)
    of_place = line and (line.first > 1 or _would_replace(statement, had))
    kept = MAINTENANCE in statement.applies.settings
    if statement.kind in OPTIONS and line and of_place and not (settled or kept):
        return _against_held(f"is for {line_words(line)}", had)
    return silent


def _judge_continued(statement: Statement, had: Sequence[Therapy]) -> Verdict:
    """The verdict against maintenance with a partner that goes on from the treatment before, as
    bevacizumab does, where that treatment was without it."""
    never = {drug for each in had if each.outcome == "not given" for drug in each.drugs}
    partners = [d for d in statement.drugs[1:] if d in never and d in continued_drugs()]
    if MAINTENANCE not in statement.applies.settings or not partners:
        return Verdict("prior therapy", "silent")
    needs = f"{partners[0]} goes on from the treatment before"
    return differs("prior therapy", needs, "not given")


def _failed_before_success(statement: Statement, had: Sequence[Therapy]) -> str:
    """For a statement on disease that a treatment has held: the treatment on which the patient's
    has progressed, in words; empty if it has not. Maintenance is given to what a treatment has
    held."""
    rules = (*statement.applies.prior_required, *statement.applies.prior_any_of)
    stated = NO_PROGRESSION in statement.applies.conditions
    kept = MAINTENANCE in statement.applies.settings
    if statement.kind not in OFFERING or not (stated or kept):
        return ""
    own = [e for e in had if e.outcome in HAD and (not rules or any(matches(r, e) for r in rules))]
    failed = [each for each in own if each.outcome == "progressed"]
    if not failed or (not stated and len(failed) < len(own)):
        return ""
    return therapy_words(failed[0])


def is_without_progression(judgement: Judgement) -> bool:
    """Whether it speaks against an option that the disease has not progressed."""
    return any(each.kind == "no progression" for each in judgement.contradictions)


def passes_over_success(statement: Statement, sheet: FactSheet) -> bool:
    """Whether an option says nothing of a disease that has not progressed on its treatment. What
    is given after a success, or holds all drugs of the treatment, does."""
    if NO_PROGRESSION not in sheet.of(Condition) or statement.kind not in OPTIONS:
        return False
    well = [each for each in _going_well(sheet.of(Therapy)) if each.drugs]
    own = set(statement.drugs)
    return not _is_after_success(statement) and any(not set(each.drugs) <= own for each in well)


def _is_after_success(statement: Statement) -> bool:
    """Whether a statement is for disease that a treatment has held."""
    settings = set(statement.applies.settings)
    held = NO_PROGRESSION in statement.applies.conditions
    return held or bool(settings & {"maintenance", *EARLY}) or settings == {LOCAL}


def _would_replace(statement: Statement, had: Sequence[Therapy]) -> bool:
    """Whether an option for the first line would take the place of a treatment that goes on. One
    that holds all its drugs adds to it."""
    line = statement.applies.line
    first = line is not None and line.first == line.last == 1
    now = [each for each in _going_well(had) if each.outcome == "current" and each.drugs]
    own = set(statement.drugs)
    return first and any(not set(each.drugs) <= own for each in now)


def _for_afterwards(
    statement: Statement, rules: Sequence[Therapy], had: Sequence[Therapy]
) -> Therapy | None:
    """What a statement is for the time after, where nothing that it may mean has failed or harmed.
    Some treatments are for disease that has not progressed: these have a setting of their own."""
    if _is_after_success(statement):
        return None
    well = _going_well(had)
    for rule in rules:
        fitting = [each for each in had if each.outcome != "not given" and matches(rule, each)]
        if fitting and all(each in well for each in fitting):
            return rule
    return None


def _going_well(had: Sequence[Therapy]) -> list[Therapy]:
    """The treatments of advanced disease that the disease does not progress on: those that go on,
    or, where none does, those that came last ("in CR after FOLFOX")."""
    own = [each for each in had if each.setting not in EARLY]
    now = [each for each in own if each.outcome == "current"]
    return now or [each for each in own if each.outcome in ("given", "completed")]


def _against_held(needed: str, had: Sequence[Therapy]) -> Verdict:
    """The verdict against what is for disease that has progressed."""
    return differs("prior therapy", needed, _held_by(had), kind="no progression")


def _held_by(had: Sequence[Therapy]) -> str:
    """``no progression on osimertinib``"""
    for outcome, word in (("current", "on"), ("given", "after"), ("completed", "after")):
        told = [each for each in had if each.outcome == outcome and (each.drugs or each.classes)]
        if told:
            last = next((each for each in reversed(told) if each.drugs), told[-1])
            names = last.drugs or tuple(map(class_in_sentence, last.classes))
            return f"{_HELD} {word} {' and '.join(names)}"
    return _HELD


_BESIDE = "Ovarian function suppression"
"""A class of drugs that go on beside each treatment."""


def sheet_for_next(sheet: FactSheet) -> FactSheet:
    """The fact sheet for a question on what comes next: what the patient is on against the tumour
    has then been given. What goes on beside each treatment, such as goserelin, stays."""
    over = [fact.value for fact in sheet.facts if not fact.rule and _ends(fact.value)]
    if not over:
        return sheet
    told = [each for each in over if isinstance(each, Therapy)]
    names = {name for each in told for drug in each.drugs for name in drug_classes(drug)}
    names |= {name for each in told for name in each.classes}
    wider = names | {name for each in names for name in wider_classes(each)}
    return replace(sheet, facts=tuple(_as_given(fact, over, wider) for fact in sheet.facts))


def _as_given(fact: Fact, over: Sequence[object], classes: Set[str]) -> Fact:
    value = fact.value
    if not isinstance(value, Therapy) or value.outcome != "current":
        return fact
    derived = bool(fact.rule) and not classes.isdisjoint(value.classes)
    return (
        replace(fact, value=replace(value, outcome="given")) if derived or value in over else fact
    )


def _ends(value: object) -> bool:
    """Whether a treatment ends where the next one begins."""
    if not isinstance(value, Therapy) or value.outcome != "current":
        return False
    ends = [d for d in value.drugs if d not in other_drugs() and _BESIDE not in drug_classes(d)]
    return bool(ends or (value.classes and not value.drugs))
