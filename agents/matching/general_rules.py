"""A label's rule for "other" adverse reactions is not used if the label has a rule for the event
itself. A rule of one drug is no rule for its class. If only a general rule is there, that is
said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from agents.matching.sub_question import StatementContext, SubQuestion
from agents.matching.verdicts import STEPS, Judgement, Verdict
from agents.wording.not_found import no_rule_for_event
from names.clinical.values import OrganFunction, Toxicity
from names.tables.treatment.event_groups import ANY_EVENT, event_covers, is_group
from retrieval.statements.model import Statement


def without_general_rules(
    judged: Sequence[Judgement], statements: Iterable[Statement], asked: SubQuestion
) -> Sequence[Judgement]:
    """The judgements on statements of one document. Rules for any event are contradicted if a
    statement of the document (``statements``) is a rule for the event asked about, of any grade."""
    events = {v.event for v in asked.about if isinstance(v, Toxicity) and not is_group(v.event)}
    if not events:
        return judged
    own = {
        (drug, rule.event)
        for statement in statements
        if statement.kind in STEPS
        for rule in statement.applies.toxicities
        for drug in statement.drugs
        if rule.event in events
    }
    return [_given_way(each, own) for each in judged] if own else judged


def _given_way(judgement: Judgement, own: set[tuple[str, str]]) -> Judgement:
    told = sorted(event for drug, event in own if _is_general(judgement.statement, drug, event))
    if not told:
        return judgement
    reason = f"is for other adverse reactions than {told[0]}"
    against = Verdict("toxicity", "contradicts", reason=reason)
    return replace(judgement, verdicts=(*judgement.verdicts, against), score=0.0)


def _is_general(statement: Statement, drug: str, event: str) -> bool:
    rules = statement.applies.toxicities
    groups = [rule for rule in rules if is_group(rule.event) and event_covers(rule.event, event)]
    return drug in statement.drugs and bool(groups) and all(rule.event != event for rule in rules)


def is_for_any_event(statement: Statement) -> bool:
    """Whether a statement only tells the steps of a dose reduction for adverse reactions of any
    kind and grade. It does not say for which event."""
    rules = statement.applies.toxicities
    return bool(rules) and all(r.event == ANY_EVENT and r.grade_from is None for r in rules)


def is_only_of_event(judgement: Judgement) -> bool:
    """Whether nothing but the event or what is asked speaks against a statement. The steps of a
    reduction are the same for each event."""
    return all(v.dimension in {"toxicity", "aspect"} for v in judgement.contradictions)


def events_without_rule(
    sheet: FactSheet, drugs: Iterable[str], judged: Iterable[Judgement]
) -> tuple[str, ...]:
    """The sentences (:func:`agents.wording.not_found.no_rule_for_event`) on graded events of the
    patient for which none of the judged statements on these drugs is a rule."""
    rules = [each.statement for each in judged if each.answers and each.statement.kind in STEPS]
    own = [each for each in rules if not is_for_any_event(each)]
    return tuple(
        no_rule_for_event(describe(event), drug)
        for drug in drugs
        for event in sheet.of(Toxicity)
        if event.grade_from is not None
        if not any(
            drug in each.drugs and event_covers(rule.event, event.event)
            for each in own
            for rule in each.applies.toxicities
        )
    )


def is_rule_on_finding(statement: Statement) -> bool:
    """Whether a statement says what to do with the drugs that it states when an organ is impaired
    or an event comes. A partner that it names ("750 mg with capecitabine") has no rule in it."""
    applies = statement.applies
    rules = statement.kind in STEPS | {"dose"} and "drugs" in statement.stated
    return rules and bool(statement.drugs) and bool(applies.organ or applies.toxicities)


def is_rule_of_drugs(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    """Whether a statement says what to do about a finding under its own drugs, while the question
    only names a class. Such a rule does not hold for the class."""
    on_finding = any(isinstance(v, Toxicity | OrganFunction) for v in asked.about)
    own = statement.kind in STEPS | {"dose"} and bool(statement.drugs)
    return on_finding and own and not asked.classes & context.names_inside
