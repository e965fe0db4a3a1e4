"""Whether a question gives the value by which the rows of a table are told apart."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.extractive.own_rules.questions import OwnQuestion
from agents.extractive.own_rules.rules_of_document import OwnRule
from agents.extractive.own_rules.values import Range, fits
from agents.extractive.own_rules.vocabulary.rule_kinds import signs_asked_for
from agents.extractive.own_rules.vocabulary.words import TOPIC_WEIGHT

_ASKS_VALUE = re.compile(
    r"(?i)\b(?:(?:which|what) (?:\w{1,20} ){0,2}"
    r"(?:clearance|crcl|e?gfr|level|value|count|grade)s?\b"
    r"|(?:below|above|under|over|from|until) (?:which|what)\b|when\b)"
)

_IN_BRACKETS = re.compile(r"\s?[(\[][^()\[\]]{0,24}[)\]]")
"""The unit behind a measure."""


def is_value_given(question: OwnQuestion, rule: OwnRule, rules: Sequence[OwnRule]) -> bool:
    """Whether the question gives a value of what a row goes by, or names the row otherwise; true of
    a row that goes by none, and where the value is what is asked for. An item for a value
    ("Grade 2 mucositis: …") is told for what its label names, too."""
    if not rule.ranges or not rule.label or _asks_for_value(question):
        return True
    if any(_is_given(each, question) for each in rule.ranges):
        return True
    return _is_named(question, rule, rules)


def asks_amount(question: OwnQuestion) -> bool:
    """Whether a question asks how much or how often."""
    signs = frozenset[str]().union(*signs_asked_for(question.text))
    return bool(signs & {"sign:amount", "sign:interval"})


def measure_of(rule: OwnRule) -> str:
    """What a row goes by, as the head of its first column says; of a cell under a condition, what
    heads the condition."""
    corner = rule.head.strip("| ").split("|")[0]
    if rule.column:
        above = (each.strip() for each in rule.head.split(" . "))
        corner = next((e for e in above if e not in (rule.column, rule.label)), "")
    return _IN_BRACKETS.sub("", corner).strip()


def _asks_for_value(question: OwnQuestion) -> bool:
    """Whether the value is what is asked for: "below which clearance is it not given?"."""
    signs = frozenset[str]().union(*signs_asked_for(question.text))
    return "sign:bound" in signs or bool(_ASKS_VALUE.search(question.text))


def _is_given(told: Range, question: OwnQuestion) -> bool:
    if fits(told, question.values) != "open":
        return True
    # "1710 mg" is a value of a row "1700-1899" whose head alone says the unit.
    lies_in = (each for each in question.values if told.holds(each.number))
    return any(told.unit in ("", each.unit) and told.measure & each.measure for each in lies_in)


def _is_named(question: OwnQuestion, rule: OwnRule, rules: Sequence[OwnRule]) -> bool:
    """Whether a row is labelled with what is asked about, and no other row of its table is; of an
    item, whether its label says anything of the question but a drug."""
    topics = [each for each in question.terms if each.weight >= TOPIC_WEIGHT]
    if rule.table is None:
        return any(each.ways & rule.label_words for each in topics if each.kind != "drug")
    table = (rule.title, rule.table)
    beside = [each for each in rules if (each.title, each.table) == table and each is not rule]
    others = frozenset[str]().union(*(each.label_words for each in beside if each.ranges))
    return any(each.ways & (rule.label_words - others) for each in topics)
