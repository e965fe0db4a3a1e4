"""Whether the headings above a rule are those that a question asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agents.extractive.own_rules.names_asked import REQUIRED
from agents.extractive.own_rules.questions import OwnQuestion, hits
from agents.extractive.own_rules.rules_of_document import OwnRule
from agents.extractive.own_rules.values import fits
from agents.extractive.own_rules.vocabulary.words import (
    NAME_WEIGHT,
    TOPIC_WEIGHT,
    bag_of,
    initials_of,
    names_in_bag,
)
from agents.extractive.question.topics import is_plain

SURE = NAME_WEIGHT + TOPIC_WEIGHT
"""What a rule says by itself of what is asked, from which no heading of its kind speaks against it.
Chosen by hand: a name and a word."""


@dataclass(frozen=True)
class Headings:
    """The headings beside each other, and the words below each of them."""

    beside: Mapping[str, tuple[str, ...]]
    """For the headings above, joined: the headings below them."""
    below: Mapping[str, frozenset[str]]
    """For a heading, joined to those above it: the words of its rules."""

    @classmethod
    def of(cls, rules: Sequence[OwnRule]) -> Headings:
        """The headings above these rules."""
        beside: dict[str, dict[str, None]] = {}
        below: dict[str, set[str]] = {}
        for rule in rules:
            for depth, heading in enumerate(rule.headings):
                parent = _join_headings(rule, depth)
                beside.setdefault(parent, {})[heading] = None
                below.setdefault(f"{parent} > {heading}", set()).update(rule.words)
        return cls(
            {parent: tuple(each) for parent, each in beside.items()},
            {heading: frozenset(words) for heading, words in below.items()},
        )


def _join_headings(rule: OwnRule, depth: int) -> str:
    return " > ".join((rule.title, *rule.headings[:depth]))


def headings_fit(question: OwnQuestion, rule: OwnRule, shared: Headings) -> bool:
    """Whether a heading above the rule that is one of a row of like ones is the one asked for: not
    "Colitis" where hepatitis is asked about and has a heading of its own. Items that have a list
    each are such a row, alike or not."""
    title = bag_of(rule.title)
    for depth, heading in enumerate(rule.headings):
        parent = _join_headings(rule, depth)
        own = _bag_of_heading(heading)
        met = any(fits(each, question.values) == "in" for each in rule.heading_ranges[depth])
        is_item = depth >= len(rule.headings) - rule.parents
        for other in shared.beside.get(parent, ()):
            bag = _bag_of_heading(other)
            # "Antiemetics and premedication" names two sections, either by its own words.
            are_alike = _are_alike(own, bag) or _are_named(own, bag, title)
            if other == heading or met or not (is_item or are_alike):
                continue
            asked, rival = hits(question, own - bag), hits(question, bag - own)
            only_here = rule.words - shared.below[f"{parent} > {other}"]
            if rival - asked < NAME_WEIGHT and _is_sure(question, rule, only_here):
                continue
            said = hits(question, only_here)
            if rival > asked or not (asked or said >= NAME_WEIGHT or (said and not are_alike)):
                return False
    return True


def _is_sure(question: OwnQuestion, rule: OwnRule, only_here: frozenset[str]) -> bool:
    """Whether a rule says a name and a word of the question, and no other heading has the name."""
    return hits(question, rule.words) >= SURE and hits(question, only_here) >= NAME_WEIGHT


def _bag_of_heading(heading: str) -> frozenset[str]:
    return bag_of(heading) | initials_of(heading)


def _are_alike(own: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two headings name things of one kind: they share a word, or both name an effect."""
    return _has_topic(own & other) or any(
        names_in_bag(own, kind) and names_in_bag(other, kind) for kind in REQUIRED
    )


def _has_topic(bag: frozenset[str]) -> bool:
    """Whether words carry a topic."""
    return any(len(each) > 3 and not is_plain(each) and ":" not in each for each in bag)


def _are_named(own: frozenset[str], other: frozenset[str], title: frozenset[str]) -> bool:
    """Whether a title names two sections, each by its own words."""
    return _has_topic((own - other) & title) and _has_topic((other - own) & title)


def is_of_another_section(question: OwnQuestion, rule: OwnRule, shared: Headings) -> bool:
    """Whether the question asks by a word that the title has for another section than the rule's:
    a row below "Antiemetics", in "Antiemetics and premedication", is no premedication."""
    title = bag_of(rule.title)
    itself = rule.words | rule.label_words | rule.near_words
    itself = itself.union(*map(_bag_of_heading, rule.headings))
    asked = [e for e in question.terms if not e.kind and e.weight >= TOPIC_WEIGHT]
    for depth, heading in enumerate(rule.headings):
        own = bag_of(heading)
        for other in shared.beside.get(_join_headings(rule, depth), ()):
            there = bag_of(other)
            only_there = (there & title) - itself
            if _are_named(own, there, title) and any(
                each.ways & only_there and not each.ways & itself for each in asked
            ):
                return True
    return False
