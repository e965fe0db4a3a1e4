"""What stands in brackets is of what stands before them: "resistance (p=0.028) and shorter survival
(p=0.008)". Pure.

A number or name in one of several brackets may not be told of what stands before another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.labelled_numbers import ISO_DATE
from agents.checking.support.reading.negations import DENIAL, telling_words
from agents.checking.support.reading.words import endpoints_as_one

_BRACKET = re.compile(r"\((?P<inside>[^()]{1,80})\)")
_HEAD = re.compile(r"(?:[,;:]|\.(?= )|\b(?:and|or|to|with|versus|against|while|whereas|but)\b)")
_COUNT_BEFORE = re.compile(r"\d ?%? ?$")
"""A count before its share: "8 (9.8%) lesions", of which the noun stands behind."""
_TOKEN = re.compile(r"\d*\.?\d+|\b[a-z][a-z0-9-]{0,30}\d[a-z0-9]{0,20}\b|\b[a-z][ -]gp\b")
_CLAUSE = re.compile(r"[;,](?!\d\d\d)|\.(?= |$)|\b(?:while|whereas|but)\b")
WORDS_BEFORE = 6
"""Words before a bracket that say what it is of. Chosen by hand."""
MOST_BRACKETS = 12
"""Brackets of a quote that are held against each other, the first ones. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class _Bracket:
    """What a bracket holds, and the words that it is of."""

    inside: frozenset[str]
    head: frozenset[str]


def problem_with_brackets(claim: CitedSentence) -> str:
    """Whether it tells what one bracket of a quote holds of the words before another."""
    if DENIAL.search(claim.sentence.words):
        return ""
    clauses = [_Read(part) for part in _CLAUSE.split(claim.sentence.words) if part.strip()]
    for quote in claim.quotes():
        told = list(_brackets(quote.words))
        outside = frozenset(_TOKEN.findall(_BRACKET.sub(" ", quote.words)))
        for own in told:
            for rival in told:
                held = own.inside - rival.inside - outside
                for said in clauses:
                    if held & said.tokens and _is_of_rival(said, own, rival):
                        return f"“{min(held & said.tokens)}” is of something else in its quote."
    return ""


class _Read:
    """A clause of the sentence: its names and numbers, and its telling words."""

    def __init__(self, text: str) -> None:
        self.tokens = frozenset(_TOKEN.findall(text))
        self.words = telling_words(endpoints_as_one(text))


def _is_of_rival(said: _Read, own: _Bracket, rival: _Bracket) -> bool:
    mine, strange = own.head - rival.head, rival.head - own.head
    held_too = rival.inside - own.inside
    return (
        rival is not own
        and bool(_kinds(own.inside) & _kinds(rival.inside))
        and bool(mine)
        and bool(strange & said.words)
        and not mine & said.words
        and not held_too & said.tokens
    )


def _kinds(tokens: frozenset[str]) -> frozenset[str]:
    """What a bracket holds: names, whole numbers, numbers with a point."""
    return frozenset(
        "name" if each[0].isalpha() else "decimal" if "." in each else "whole" for each in tokens
    )


def _brackets(text: str) -> Iterator[_Bracket]:
    found = list(_BRACKET.finditer(text))[:MOST_BRACKETS]
    ends = [0, *(each.end() for each in found)]
    for at, each in enumerate(found):
        inside = frozenset(_TOKEN.findall(ISO_DATE.sub(" ", each["inside"])))
        if inside and not _COUNT_BEFORE.search(text[: each.start()]):
            yield _Bracket(
                inside, telling_words(endpoints_as_one(_head(text[ends[at] : each.start()])))
            )


def _head(before: str) -> str:
    """The last words before a bracket, back to what parts it from others."""
    parts: Sequence[str] = [part for part in _HEAD.split(before) if part.strip()] or [""]
    return " ".join(parts[-1].split()[-WORDS_BEFORE:])
