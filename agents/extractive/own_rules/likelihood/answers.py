"""Whether the likeliest rules answer a question at all, or the hospital has no rule on it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agents.extractive.own_rules.documents.label_markers import markers_fit
from agents.extractive.own_rules.holding import met_by
from agents.extractive.own_rules.likelihood.probabilities import Likely, probability_of_answer
from agents.extractive.own_rules.names_asked import is_named_in
from agents.extractive.own_rules.questions import OwnQuestion
from agents.extractive.own_rules.rules_of_document import OwnRule, all_words
from agents.extractive.own_rules.vocabulary.words import TOPIC_WEIGHT, names_in_bag
from agents.extractive.question.splitting.split_by_entity import treatments_among

LEAST_SURE, LEAST_AGREED = 0.55, 0.35
"""How likely an answer of the likeliest rules has to be right, and one on which the comparison of
words agrees. Chosen among .35 to .6 on eleven invented hospitals, each by weights fitted on the
others; ``docs/evaluation-protocols.md`` has the table."""


def is_answered(
    question: OwnQuestion,
    rules: Sequence[OwnRule],
    likeliest: Likely,
    score: float,
    weights: Mapping[str, float],
    *,
    by_words: bool,
) -> bool:
    """Whether an answer of the likeliest rules is likely enough to be right. Where other sources
    are asked, too, its document knows the drugs, classes and genes that are asked about, and it is
    not on a class alone. ``score``: the share of the question that the likeliest rule says.
    ``by_words``: whether the rule was also found by comparing its words."""
    least = LEAST_AGREED if by_words else LEAST_SURE
    if probability_of_answer(question, likeliest, score, weights) < least:
        return False
    rule = likeliest.rule
    return not question.first or (
        (_knows_what_sources_know(question, rule, rules) or is_for_any_drug(question, rule))
        and not _is_on_class_alone(question, rule)
    )


def is_for_any_drug(question: OwnQuestion, rule: OwnRule) -> bool:
    """Whether a rule holds for every drug: nothing above or before it names a drug or a class, it
    meets a value of the question ("grade 2"), and says all else that is asked."""
    above = rule.label_words | rule.near_words | rule.far_words | rule.beginning_words
    if any(names_in_bag(above, kind) for kind in _DRUGS) or not met_by(question, rule):
        return False
    if treatments_among(names_in_bag(rule.words, "drug")):
        return False
    others = [
        each for each in question.terms if each.weight >= TOPIC_WEIGHT and each.kind not in _DRUGS
    ]
    said = all_words(rule)
    return bool(others) and all(each.ways & said for each in others)


_DRUGS = ("drug", "drug_class")


def _knows_what_sources_know(
    question: OwnQuestion, rule: OwnRule, rules: Sequence[OwnRule]
) -> bool:
    document = frozenset().union(*(all_words(each) for each in rules if each.title == rule.title))
    kinds = _DRUGS if markers_fit(question.text, rule) == "met" else (*_DRUGS, "gene")
    asked = [term for term in question.terms if term.kind in kinds]
    # The gene EGFR is not the filtration rate.
    exact = (
        {way for way in term.ways if term.kind != "gene" or way.startswith("gene:")}
        for term in asked
    )
    return all(ways & document for ways in exact)


def _is_on_class_alone(question: OwnQuestion, rule: OwnRule) -> bool:
    """Whether a rule says nothing of a question but the class of a drug."""
    bag = rule.words | rule.label_words | rule.near_words | rule.far_words
    topics = [each for each in question.terms if each.weight >= TOPIC_WEIGHT]
    said = [each for each in topics if each.ways & bag]
    words = any(not each.kind and each.ways & question.known for each in topics)
    named = any(not each.kind or is_named_in(each, bag) for each in said)
    return words and not named and not met_by(question, rule)
