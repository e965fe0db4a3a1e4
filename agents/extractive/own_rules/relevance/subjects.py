"""Whether a rule's own drug is one that a question names."""

from __future__ import annotations

import re

from agents.extractive.own_rules.questions import OwnQuestion
from agents.extractive.own_rules.rules_of_document import OwnRule
from agents.extractive.own_rules.vocabulary.words import TOPIC_WEIGHT, bag_of, names_in_bag

_DRUGS = ("drug", "drug_class")
_OTHERWISE = (*_DRUGS, "asked", "condition")
"""Kinds of terms that are no topic of their own: a condition is that of which a value is given."""
_IN_PLACE = re.compile(
    r"(?i)\b(?:use|using|switch(?:ed)? to|chang(?:e|ed) to|replaced? (?:by|with)|substitut\w{1,4}"
    r"|alternatives?(?: is| are)?:?|instead:?|consider) (?P<other>[^.;|]{3,60})"
)
"""What a rule puts in the place of its own drug: "do not give; use …"."""
_INSTEAD = re.compile(r"(?i)\b(?:instead|in its place|as an alternative)\b")
"""Behind it: "raltitrexed instead"."""
_CLAUSE = re.compile(r"[.;|]")


def is_on_own_drug(question: OwnQuestion, rule: OwnRule) -> bool:
    """Whether a question names the drug that a rule is on, if the rule is on one. A rule of a drug
    is no answer to a question without a drug that says nothing else of it, nor to one on the drug
    that it puts in the other's place."""
    above = rule.label_words | rule.near_words | rule.far_words
    if not any(names_in_bag(above, kind) for kind in _DRUGS):
        return True
    asked = [term for term in question.terms if term.kind in _DRUGS]
    if not asked:
        return _says_a_topic(question, rule)
    if any(term.ways & above for term in asked):
        return True
    return not any(term.ways & _put_in_place(rule) for term in asked)


def names_own_drug(question: OwnQuestion, rule: OwnRule) -> bool:
    """Whether a question names a drug or a class that a rule is on."""
    above = rule.label_words | rule.near_words | rule.far_words
    return any(term.kind in _DRUGS and term.ways & above for term in question.terms)


def _says_a_topic(question: OwnQuestion, rule: OwnRule) -> bool:
    """Whether a rule itself says a topic of the question that is no measure."""
    measures = frozenset[str]().union(*(each.measure for each in question.values))
    own = (rule.words | rule.label_words) - measures
    topics = (each for each in question.terms if each.kind not in _OTHERWISE)
    return any(each.weight >= TOPIC_WEIGHT and each.ways & own for each in topics)


def _put_in_place(rule: OwnRule) -> frozenset[str]:
    named = [each["other"] for each in _IN_PLACE.finditer(rule.own)]
    named += [_CLAUSE.split(rule.own[: e.start()])[-1] for e in _INSTEAD.finditer(rule.own)]
    return frozenset[str]().union(*map(bag_of, named))
