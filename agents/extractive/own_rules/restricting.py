"""Paragraphs that take back something of the rules before them: "Exception: …", "This does not hold
for …", "In patients with a mechanical valve, heparin is not stopped." No rule is told without."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from agents.extractive.own_rules.rules_of_document import SPACE_BETWEEN, OwnRule
from agents.extractive.own_rules.values import Value, fits
from agents.extractive.own_rules.vocabulary.words import names_in_bag

MOST_RESTRICTIONS = 8
"""Sentences that restrict one rule. Chosen by hand: two paragraphs."""
ALIKE = 2
"""Words that two rules on one thing share. Chosen by hand: the thing, and what is done with it."""
_FOR_SOME = re.compile(r"(?i)\W{0,6}(?:in|for|if|when|with|patients?|those|where)\b")
_DENIES = re.compile(
    r"(?i)\b(?:not|never|avoid\w*|contraindicated|withh[eo]ld|omit\w*|instead|must not|no longer)\b"
)


def restrictions_of(
    rule: OwnRule, rules: Sequence[OwnRule], values: Sequence[Value]
) -> Iterator[OwnRule]:
    """What restricts a rule, in order: the paragraphs behind it under its heading, until another
    rule begins behind them, and what stands under a heading "Exceptions" beside or below it. What
    holds for other values than those of the question does not."""
    same = [each for each in rules if each.title == rule.title]
    behind = [each for each in same if each.headings == rule.headings and each.claim > rule.claim]
    found = [*_behind(rule, behind), *(e for e in same if _is_under_exceptions(e, rule))]
    kept = [e for e in found if all(fits(each, values) != "out" for each in e.ranges)]
    yield from kept[:MOST_RESTRICTIONS]


def rule_restricted_by(
    rule: OwnRule, rules: Sequence[OwnRule], values: Sequence[Value] = ()
) -> OwnRule | None:
    """The rule before one that takes something back of it; None for any other, and behind a table,
    of which it may restrict any row. Of items for several grades or values it is one that may hold
    for the question's: behind "Grade 4: …" an exception for grade 2 is none to grade 4."""
    if rule.table is not None or not takes_back(rule.own):
        return None
    before = [each for each in rules if each.title == rule.title
              and each.headings == rule.headings and each.claim < rule.claim]  # fmt: skip
    first = next(
        (each for each in reversed(before)
         if not takes_back(each.own) and all(fits(one, values) != "out" for one in each.ranges)),
        None,
    )  # fmt: skip
    return first if first is not None and first.table is None else None


def takes_back(words: str) -> bool:
    """Whether words begin as those that restrict what stands before them."""
    return _openers().match(words) is not None


def _behind(rule: OwnRule, behind: Sequence[OwnRule]) -> Iterator[OwnRule]:
    last: OwnRule | None = None
    for each in behind:
        is_next = last is not None and each.claim[0] - last.claim[1] <= SPACE_BETWEEN
        if each.table is None and (is_next or takes_back(each.own) or _denies_for_some(each, rule)):
            yield each
            last = each
        elif last is not None:
            return


def _denies_for_some(other: OwnRule, rule: OwnRule) -> bool:
    """Whether a paragraph says for some patients that a drug of the rule, or what it does, is not
    for them."""
    if rule.table is not None or not _FOR_SOME.match(other.own) or not _DENIES.search(other.own):
        return False
    said = rule.words | rule.label_words
    drugs = names_in_bag(said, "drug") & names_in_bag(other.words, "drug")
    return bool(drugs) or len(said & other.words) >= ALIKE


def _is_under_exceptions(other: OwnRule, rule: OwnRule) -> bool:
    """Whether a paragraph stands under a heading "Exceptions" below the heading of a rule, or
    beside it."""
    if other.headings == rule.headings or not other.headings or other.table is not None:
        return False
    return takes_back(other.headings[-1]) and other.headings[:-1] in (
        rule.headings, rule.headings[:-1],
    )  # fmt: skip


def _pattern(words: str) -> str:
    return r"\w{1,20}".join(map(re.escape, words.split("…")))


@cache
def _openers() -> re.Pattern[str]:
    table = files("agents.extractive.own_rules.vocabulary") / "restricting_words.tsv"
    lines = table.read_text(encoding="utf-8").splitlines()
    words = sorted((each for each in lines if each and each[0] != "#"), key=len, reverse=True)
    return re.compile(rf"(?i)\W{{0,6}}(?:{'|'.join(map(_pattern, words))})(?![\w-])")
