"""Which rules of a hospital answer a question, and how well.

A rule answers when nothing that it says of whom it is for speaks against the question (a range, a
grade, a name, the label of its row, its heading), and when it says most of what is asked."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents.extractive.own_rules.documents.versions import without_replaced
from agents.extractive.own_rules.headings import Headings, headings_fit
from agents.extractive.own_rules.holding import (
    may_hold,
    met_by,
    rows_asked,
)
from agents.extractive.own_rules.likelihood.answers import is_answered
from agents.extractive.own_rules.likelihood.candidates import may_be_told
from agents.extractive.own_rules.likelihood.features import neighbours_of
from agents.extractive.own_rules.likelihood.probabilities import (
    FittedWeights,
    Likely,
    fitted_weights,
    likeliest_rules,
    likely_enough,
)
from agents.extractive.own_rules.names_asked import drugs_by_document
from agents.extractive.own_rules.questions import ClassQuestion, OwnQuestion
from agents.extractive.own_rules.references import classes_given, rules_referred_to
from agents.extractive.own_rules.relevance.clear import is_clear
from agents.extractive.own_rules.relevance.relevant_rules import lacks_only_value, relevant_rules
from agents.extractive.own_rules.relevance.scores import score_of
from agents.extractive.own_rules.rules_of_document import OwnRule, all_words
from agents.extractive.own_rules.values import fits, ranges_of
from agents.extractive.own_rules.vocabulary.words import (
    TOPIC_WEIGHT,
    UNHEARD,
    bag_of,
    spelled_out,
)

LEAST, LEAST_UNNAMED = 0.5, 0.58
"""The score from which a rule answers a question that asks for the hospital's rules, and one that
does not. Chosen by hand on three sets of invented protocols."""
NEAR_BEST = 0.9
"""Share of the best score that a further rule needs. Chosen by hand."""
GIVING = 0.75
"""Share of the score of a rule that does not give the kind of thing asked for, which one that gives
it needs to take its place. Chosen by hand."""
LEAST_LIKELY = 0.1
"""The probability that one of the rules found needs to be told. Chosen on eleven invented
hospitals, each by weights fitted on the others; ``docs/evaluation-protocols.md`` has the table."""
BESIDE_RULE = 0.95
"""Share of the score of a rule that its footnotes and exceptions have. Chosen by hand: they are
told behind it, and with it."""
MOST = 3
"""Rules that are told. Chosen by hand: more are hardly read, and one is mostly wanted."""


@dataclass(frozen=True)
class AnsweringRule:
    """A rule that answers, and how well, from 0 to 1."""

    rule: OwnRule
    score: float


def rules_told(
    text: str,
    rules: Sequence[OwnRule],
    *,
    named: bool,
    first: bool = False,
    weights: FittedWeights | None = None,
) -> tuple[AnsweringRule, ...]:
    """The rules that answer a question, best first. ``named``: whether it asks for the hospital's
    own rules. ``first``: whether other sources are asked where no rule answers, so that a rule has
    to be on all that is named. ``weights``: of the likelihood, other than the shipped ones."""
    rules = without_replaced(text, rules)
    question = question_of(text, rules, first=first)
    if any(term.kind == UNHEARD for term in question.terms):
        # A rule that is on all but what the patient has is on another patient.
        return ()
    found = _rules_found(question, rules, named=named, weights=weights or fitted_weights())
    kept = relevant_rules(question, [each.rule for each in found], rules)
    found = tuple(each for each in found if any(each.rule is rule for rule in kept))
    whole = {id(each.rule): each for each in found}
    for each in found:
        for more in rules_referred_to(each.rule, rules, question.values):
            same = each.rule.item is not None and more.item == each.rule.item
            score = each.score if same else BESIDE_RULE * each.score
            whole.setdefault(id(more), AnsweringRule(more, score))
    return tuple(_items_in_order(tuple(whole.values())))


def question_of(text: str, rules: Sequence[OwnRule], *, first: bool) -> OwnQuestion:
    """A question as these rules are compared with it."""
    known = frozenset().union(*(all_words(each) for each in rules)) if rules else frozenset()
    return OwnQuestion(spelled_out(text, known), known, first=first)


def row_without_value(text: str, rules: Sequence[OwnRule], *, first: bool) -> OwnRule | None:
    """A row on the drug that a question names, and on its case, of a table that goes by a value
    which the question does not give."""
    rules = without_replaced(text, rules)
    question = question_of(text, rules, first=first)
    drugs = drugs_by_document(rules)
    return next(
        (
            each
            for each in rules
            if each.table is not None
            and lacks_only_value(question, each, rules)
            and may_be_told(question, each, drugs[each.title])
        ),
        None,
    )


def _items_in_order(told: Sequence[AnsweringRule]) -> Iterator[AnsweringRule]:
    """The rules, the sentences of one item behind each other as they stand: what is done first is
    told first."""
    items: dict[tuple[str, object], list[AnsweringRule]] = {}
    for each in told:
        place = each.rule.item or each.rule.claim
        items.setdefault((each.rule.title, place), []).append(each)
    for sentences in items.values():
        best = max(each.score for each in sentences)
        for each in sorted(sentences, key=lambda one: one.rule.claim):
            yield AnsweringRule(each.rule, best)


def _rules_found(
    question: OwnQuestion, rules: Sequence[OwnRule], *, named: bool, weights: FittedWeights
) -> tuple[AnsweringRule, ...]:
    """The likeliest rules, if an answer of them is likely to be right. Where no other source is
    asked, else those that say most of the question, if one of them is not unlikely. Of one table or
    list the latter are told instead: what tells rows apart is compared there one by one."""
    likely = likeliest_rules(question, rules, weights.rules)
    by_words = _told_by_words(question, rules, LEAST if named else LEAST_UNNAMED)
    if likely and _is_answered_by(question, rules, likely[0], by_words, weights):
        return told_of_likely(question, rules, likely, by_words)
    held = {id(each.rule) for each in by_words}
    most = max((each.probability for each in likely if id(each.rule) in held), default=0.0)
    return by_words if most >= LEAST_LIKELY and not question.first else ()


def _is_answered_by(
    question: OwnQuestion,
    rules: Sequence[OwnRule],
    likeliest: Likely,
    by_words: Sequence[AnsweringRule],
    weights: FittedWeights,
) -> bool:
    score = score_of(question, likeliest.rule)
    agreed = any(each.rule is likeliest.rule for each in by_words)
    return is_answered(question, rules, likeliest, score, weights.answer, by_words=agreed)


def told_of_likely(
    question: OwnQuestion,
    rules: Sequence[OwnRule],
    likely: Sequence[Likely],
    by_words: Sequence[AnsweringRule],
) -> tuple[AnsweringRule, ...]:
    """The likeliest rules, or those that were found by their words where these fit better: another
    row of the same table, or one that meets more values or stands under the heading asked for."""
    first = likely[0].rule
    if by_words and (
        _is_row_beside(first, by_words)
        or by_words[-1].rule is first
        or _meets_more(question, by_words[0], first)
        or (
            by_words[0].rule.headings != first.headings
            and not headings_fit(question, first, Headings.of(rules))
        )
    ):
        return tuple(by_words)
    # One score for all: what is told together is no better or worse as an answer.
    return tuple(AnsweringRule(each.rule, likely[0].probability) for each in likely_enough(likely))


def _meets_more(question: OwnQuestion, found: AnsweringRule, likeliest: OwnRule) -> bool:
    """Whether a rule meets more values than the likeliest, and is of the same document or says no
    less of what is asked: one for the same clearance in another may be on another thing."""
    more = met_by(question, found.rule) > met_by(question, likeliest)
    near = found.rule.title == likeliest.title or found.score >= score_of(question, likeliest)
    return more and near


def _told_by_words(
    question: OwnQuestion, rules: Sequence[OwnRule], least: float
) -> tuple[AnsweringRule, ...]:
    found = _rules_compared(question, rules, least)
    by_class = _told_by_class(question, rules, LEAST)
    if by_class and (
        not found or found[0].rule is by_class[-1].rule or by_class[0].score > found[0].score
    ):
        return by_class
    return found


def _is_row_beside(rule: OwnRule, found: Sequence[AnsweringRule]) -> bool:
    """Whether a rule is none of those found, but a row of the same table, or an item of the same
    list, as one of them."""
    near = neighbours_of(rule)
    beside = any(near == neighbours_of(each.rule) for each in found)
    return bool(near) and beside and all(each.rule is not rule for each in found)


def _told_by_class(
    question: OwnQuestion, rules: Sequence[OwnRule], least: float
) -> tuple[AnsweringRule, ...]:
    """The rules for a class ("high risk") into which another rule of the same document puts what
    is asked about, with that rule; none if a rule that names it itself is as good."""
    best: tuple[AnsweringRule, ...] = ()
    for rule in rules:
        for words, clause in classes_given(rule):
            put = bag_of(rule.own)
            inside = [term for term in question.terms if term.ways & put and term.weight >= 1.0]
            ranges = ranges_of(clause, rule.own)
            if not inside or any(fits(each, question.values) == "out" for each in ranges):
                continue
            same = [each for each in rules if each.title == rule.title and each is not rule]
            asked = ClassQuestion(question.text, question.known, question.first, put, words)
            found = _rules_compared(asked, same, least)
            class_words = bag_of(words)
            found = tuple(e for e in found if class_words & _labels(e.rule))
            if found and (not best or found[0].score > best[0].score):
                best = (*found, AnsweringRule(rule, found[0].score))
    return best


def _labels(rule: OwnRule) -> frozenset[str]:
    """What a row or item and its nearest heading say they are on."""
    return rule.label_words | bag_of(" . ".join(rule.headings[-1:]))


def _rules_compared(
    question: OwnQuestion, rules: Sequence[OwnRule], least: float
) -> tuple[AnsweringRule, ...]:
    """The rules that answer by themselves, best first."""
    known = question.known
    drugs = drugs_by_document(rules)
    shared = Headings.of(rules)
    open_rules = [each for each in rules if may_hold(question, each, shared, known, drugs)]
    open_rules = rows_asked(question, open_rules, rules)
    scored = [AnsweringRule(each, score_of(question, each)) for each in open_rules]
    scored = [each for each in scored if each.score >= least]
    scored = [each for each in scored if not question.first or is_clear(question, each.rule, rules)]
    most = max((met_by(question, each.rule) for each in scored), default=0)
    scored = [each for each in scored if met_by(question, each.rule) == most]
    scored = _on_all_that_is_asked(question, scored)
    scored = _giving_what_is_asked(question, scored)
    scored.sort(key=lambda each: -each.score)
    best = scored[0].score if scored else 0.0
    return tuple(each for each in scored if each.score >= NEAR_BEST * best)[:MOST]


def _on_all_that_is_asked(
    question: OwnQuestion, scored: Sequence[AnsweringRule]
) -> list[AnsweringRule]:
    """The rules that say all topics of the question that any rule knows, where some do."""
    topics = [
        each
        for each in question.terms
        if each.weight >= TOPIC_WEIGHT and each.ways & question.known
    ]
    whole = [each for each in scored if all(term.ways & all_words(each.rule) for term in topics)]
    return whole or list(scored)


def _giving_what_is_asked(
    question: OwnQuestion, scored: Sequence[AnsweringRule]
) -> list[AnsweringRule]:
    """The rules that give the kind of thing that is asked for (whom to call, how often), where some
    do."""
    wanted = [term for term in question.terms if term.kind == "asked"]
    giving = [each for each in scored if all(term.ways & each.rule.words for term in wanted)]
    best = max((each.score for each in giving), default=math.inf)
    beside = [each for each in scored if each not in giving and each.score * GIVING > best]
    return [*giving, *beside] if giving else list(scored)
