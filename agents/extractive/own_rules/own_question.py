"""The reading of a question as one on the hospital's own rules.

Whatever kind of question a message is, the hospital may have a rule on just that. So its documents
are compared with the whole message first; if a rule clearly answers it, that is the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.cores import ToolCard
from agents.extractive.question.context.opinion_requests import meant_question
from agents.extractive.question.context.thread import depends_on_previous
from agents.extractive.question.parsing import ParsedQuestion, parse_question
from agents.extractive.question.requests.capabilities import CAPABILITY
from agents.extractive.question.silos import (
    PROTOCOL,
    SHORT_MESSAGE,
    named_silos,
    own_part,
    own_silos_named,
    publishers,
)
from agents.matching.sub_question import SubQuestion
from agents.matching.verdicts import Verdict
from agents.turns import Insight, View
from retrieval.declaration.record_cards import RECORD

CLEAR = Verdict("house rule", "ok")
"""Marks a rule that clearly answers the whole message."""


def question_of_run(view: View, cards: Sequence[ToolCard]) -> ParsedQuestion:
    """The run's question: as one on the hospital's own rules if it asks for them, or if one of them
    was found to answer it clearly; otherwise as it is read without them."""
    own_lookup = own_question(view, cards)
    if own_lookup is not None and (_stands_alone(own_lookup, cards) or _is_answered(view)):
        return own_lookup
    return parse_question(view, cards)


def own_question(view: View, cards: Sequence[ToolCard]) -> ParsedQuestion | None:
    """The message as one look-up in the hospital's own rules, if it can be one: short, complete in
    itself, and not for another publisher. A choice among treatments of a patient's tumour is one
    in the hospital's pathways."""
    own = [card for card in cards if card.is_own and card.silo]
    text = meant_question(view)
    if not own or len(text.split()) > SHORT_MESSAGE:
        return None
    if view.additions or (view.turns and depends_on_previous(text)):
        return None
    parsed = parse_question(view, cards)
    if not parsed.parts or not _may_be_of_own_rules(parsed.parts, text, cards):
        return None
    part = own_part(parsed.parts[0], parsed.text, parsed.sheet, cards)
    if part.kind != PROTOCOL:
        return None
    named = own_silos_named(parsed.text, cards)
    is_compared = part.is_pathway and part.asks_own
    named_ones = (each.trials or (each.variants and not is_compared) for each in parsed.parts)
    if not named and any(named_ones):
        return None
    part = replace(part, is_own_first=not named or part.is_pathway)
    return replace(
        parsed, parts=(part,), follow_ups=(), relaxed=(), limits=(), indications=(), instead=()
    )


def clear_insights(found: Sequence[Insight]) -> tuple[Insight, ...]:
    """The insights of the rules that clearly answer the message, marked as such; none if none
    does."""
    kept = []
    for each in found:
        rules = [j for j in each.judgements if j.is_own_rule]
        if rules:
            marked = tuple(replace(j, verdicts=(*j.verdicts, CLEAR)) for j in rules)
            kept.append(replace(each, judgements=marked))
    return tuple(kept)


def _may_be_of_own_rules(
    parts: Sequence[SubQuestion], text: str, cards: Sequence[ToolCard]
) -> bool:
    own = [card for card in cards if card.is_own]
    others = frozenset(named_silos(text, cards)) - {card.silo for card in own}
    asked_of = frozenset().union(*(each.publishers for each in parts))
    if others or asked_of - frozenset(publishers(own)):
        return False
    return all(each.kind not in {CAPABILITY, RECORD} for each in parts)


def _stands_alone(own_lookup: ParsedQuestion, cards: Sequence[ToolCard]) -> bool:
    """Whether nothing but the rules may answer: they are asked for by name. What to give is also
    judged by the patient's facts where no pathway has it."""
    named = bool(own_silos_named(own_lookup.text, cards))
    return named and not any(each.is_pathway for each in own_lookup.parts)


def _is_answered(view: View) -> bool:
    """Whether a search of this run has found a rule that clearly answers the message."""
    return any(
        CLEAR in judgement.verdicts
        for step in view.steps
        for seen in step.observations
        for finding in seen.findings
        if finding.citations and not finding.removed
        for judgement in finding.judgements
    )
