"""A value of one measure that is compared with a rule for a related one: an eGFR with a table by
creatinine clearance."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from agents.extractive.own_rules.questions import OwnQuestion
from agents.extractive.own_rules.rules_of_document import OwnRule
from agents.extractive.own_rules.values import fits
from names.tables.rows import read_rows


def other_measure(question: OwnQuestion, rule: OwnRule) -> str:
    """In words, what a rule goes by and what the question gives in its place; empty where they are
    the same, or no value of the question is compared."""
    if not any(fits(each, question.values) == "in" for each in rule.ranges):
        return ""
    told = _measures_in(f"{rule.head} {rule.label} {' '.join(rule.headings[-1:])}")
    given = _measures_in(question.text)
    for group, names in told.items():
        others = given.get(group, frozenset())
        if others and not names & others:
            return f"{' or '.join(sorted(names))}; given is {' and '.join(sorted(others))}"
    return ""


def _measures_in(text: str) -> dict[str, frozenset[str]]:
    """The measures that a text names, by their group."""
    found: dict[str, frozenset[str]] = {}
    for group, name, pattern in _measures():
        if pattern.search(text):
            found[group] = found.get(group, frozenset()) | {name}
    return found


@cache
def _measures() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    rows = read_rows("related_measures.tsv", files("agents.extractive.own_rules.relevance"))
    return tuple(
        (group, name, re.compile(rf"(?i)\b(?:{'|'.join(map(re.escape, words.split(',')))})\b"))
        for group, name, words in rows
    )
