"""Rules that refer to others: a section, a footnote, "as grade 2". A rule is told with the rules
it refers to. Also the classes ("high risk") into which a rule puts something, which have a rule of
their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.extractive.own_rules.documents.footnotes import footnotes_of
from agents.extractive.own_rules.restricting import restrictions_of, rule_restricted_by
from agents.extractive.own_rules.rules_of_document import OwnRule
from agents.extractive.own_rules.values import GRADE, Value, fits

_OF_GRADE = re.compile(
    r"(?i)\b(?:rules? (?:of|for)|as (?:for|in)?|like|see) ?grade (?P<grade>[1-5])\b"
)
_OF_SECTION = re.compile(
    r"(?i)\b(?:as in|see|according to|under|in) (?:section|chapter|part|table|paragraph|§) ?"
    r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,2}|[A-H]\b)"
)
_AS_WELL = re.compile(r"(?i)\b(?:as well|in addition|additionally|also)\b")
_CLASS = (
    r"(?:very )?(?P<level>high|low|moderate|intermediate|minimal|standard)"
    r"(?:[ -](?:\w+ ){0,2}?(?P<noun>risk|group|category|class|priority))?"
)
_IS_OF_CLASS = re.compile(
    rf"(?i)\b(?:is|are|as|counts? as|treated as|regarded as|considered|classed as)"
    rf" (?:a |an |of |at )?{_CLASS}\b"
)
_LIST_OF_CLASS = re.compile(rf"(?i)^\W{{0,6}}{_CLASS}\W{{0,4}}:")
_CLAUSE = re.compile(r"[^;]{1,400}")


def rules_referred_to(
    rule: OwnRule, rules: Sequence[OwnRule], values: Sequence[Value] = ()
) -> Iterator[OwnRule]:
    """The rules of the same document without which a rule is not whole, in order. ``values``: those
    of the question."""
    same = [each for each in rules if each.title == rule.title and each is not rule]
    beside = [each for each in same if each.headings == rule.headings]
    # A row that does "as grade 2, plus …" is whole without the other, which says more.
    for match in () if rule.table else _OF_GRADE.finditer(rule.own):
        level = (Value(float(match["grade"]), GRADE, frozenset()),)
        yield from (
            each
            for each in beside
            if (each.table or each.item)
            and any(r.unit == GRADE and fits(r, level) == "in" for r in each.ranges)
        )
    for match in _OF_SECTION.finditer(rule.own):
        found = [each for each in same if _is_under(each, match["number"])]
        yield from found if len(found) <= MOST_OF_SECTION else ()
    yield from footnotes_of(rule, same, values)
    yield from (each for each in beside if rule.item and each.item == rule.item)
    if _AS_WELL.search(rule.own) and rule.table is None:
        before = [each for each in beside if each.claim[0] < rule.claim[0] and each.table is None]
        yield from before[-1:]
    # What is handled as another grade is not handled by the rule before it.
    as_other = rule.table is None and _OF_GRADE.search(rule.own)
    restricted = None if as_other else rule_restricted_by(rule, rules, values)
    yield from [restricted] if restricted else ()
    yield from restrictions_of(restricted or rule, rules, values)


MOST_OF_SECTION = 2
"""Rules of a section that travel with one that points to it. Chosen by hand: a longer section is no
answer."""


def _is_under(rule: OwnRule, number: str) -> bool:
    told = re.compile(rf"(?:[A-Za-z]+ )?{re.escape(number)}(?![\w])[.):]? ?")
    return any(told.match(each) for each in rule.headings)


def classes_given(rule: OwnRule) -> Iterator[tuple[str, str]]:
    """The classes into which a rule puts something: the words of each, and the clause that does."""
    for clause in _CLAUSE.finditer(rule.own):
        match = _LIST_OF_CLASS.match(clause[0]) or _IS_OF_CLASS.search(clause[0])
        if match:
            yield f"{match['level']} {match['noun'] or 'risk'}", clause[0]
