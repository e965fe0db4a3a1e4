"""Clauses of one form in a quote: "high-risk drugs are avoided, medium-risk drugs used with
caution". Pure.

What the one says of its own must not be told of the other: "medium-risk drugs are avoided".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.words import stems_of
from retrieval.text.words import words

_CUT = re.compile(
    r",(?!\d\d\d)(?: and| or| but| while| whereas)?|[;:()]|\.(?!\d)|\b(?:while|whereas|but)\b"
)
_CUT_AT_AND = re.compile(rf"{_CUT.pattern}|\band\b")
_SMALL = stems_of(
    "the a an of in on for to with be is are was were or by at it its from this that and as"
    " should may must can will do does did has have had"
)
MOST_CLAUSES = 12
"""Clauses of a text that are compared, the first ones: every one is held against every other.
Chosen by hand."""


@dataclass(frozen=True, slots=True)
class _Item:
    """A clause: the word by which it differs, the word that it shares, and what it says."""

    own: str
    shared: str
    says: frozenset[str]


def problem_with_parallel(claim: CitedSentence) -> str:
    """Whether it says of one clause of a list what its only quote says in another."""
    if len(claim.sources) != 1 or claim.sentence.figures:
        return ""
    told = _clauses(claim.sources[0].quote.words, _CUT)
    for one, other in permutations(told, 2):
        for item, rival in _items(one, other):
            for said in _clauses(claim.sentence.words, _CUT_AT_AND):
                if _is_turned(said, item, rival):
                    return f"The cited quote says this of “{rival.own} {rival.shared}”."
    return ""


def _items(one: Sequence[str], other: Sequence[str]) -> Iterator[tuple[_Item, _Item]]:
    """Both clauses, where each has a word of its own before a word that they share."""
    for shared in dict.fromkeys(one):
        if shared not in other or not one.index(shared) or not other.index(shared):
            continue
        item, rival = _item(one, other, shared), _item(other, one, shared)
        if item.own not in other and rival.own not in one and item.says and rival.says:
            yield item, rival


def _item(clause: Sequence[str], other: Sequence[str], shared: str) -> _Item:
    at = clause.index(shared)
    behind = frozenset(clause[at + 1 :]) - frozenset(other)
    return _Item(clause[at - 1], shared, behind or frozenset(clause[: at - 1]) - frozenset(other))


def _is_turned(said: Sequence[str], item: _Item, rival: _Item) -> bool:
    named = any(pair == (item.own, item.shared) for pair in pairwise(said))
    return (
        named
        and rival.own not in said
        and bool(rival.says & frozenset(said))
        and not item.says & frozenset(said)
    )


def _clauses(text: str, cut: re.Pattern[str]) -> list[list[str]]:
    parts = [part for part in cut.split(text) if part and part.strip()][:MOST_CLAUSES]
    return [[stem for stem in words(part) if stem not in _SMALL] for part in parts]
