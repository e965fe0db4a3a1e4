"""A label's rule for "other" adverse reactions gives way to the rule for the event itself; the rule
of one drug is none for its class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.matching.sub_question import StatementContext, SubQuestion
from agents.matching.verdicts import Judgement, Verdict
from names.clinical.values import OrganFunction, Toxicity
from names.tables.treatment.event_groups import event_covers, is_group
from retrieval.statements.model import Statement


def without_general_rules(judged: Sequence[Judgement], asked: SubQuestion) -> list[Judgement]:
    """The judgements on the statements of one document, those on any event contradicted where the
    document has a rule of its own for the event that is asked about, of whatever grade."""
    events = {v.event for v in asked.about if isinstance(v, Toxicity) and not is_group(v.event)}
    rules = [each.statement for each in judged if each.statement.kind in RULES]
    own = {
        (drug, rule.event)
        for statement in rules
        for rule in statement.applies.toxicities
        for drug in statement.drugs
        if rule.event in events
    }
    return [_given_way(each, own) for each in judged] if own else list(judged)


RULES = frozenset(("adjustment", "contraindication", "recommendation"))
"""Kinds of statement that say what is done about an event."""


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


def is_rule_of_drugs(statement: Statement, context: StatementContext, asked: SubQuestion) -> bool:
    """Whether it says what is done about a finding under just its drugs. That is no rule for their
    class, of which only the class was named."""
    on_finding = any(isinstance(v, Toxicity | OrganFunction) for v in asked.about)
    own = statement.kind in RULES | {"dose"} and bool(statement.drugs)
    return on_finding and own and not asked.classes & context.names_inside
