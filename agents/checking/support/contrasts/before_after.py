"""A time before something told as one after it, and things called the same that differ. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL, telling_words

_SIDE = re.compile(
    r"\b(?P<count>\d{1,3}|an?|the|one|two|three|four|six) (?P<unit>minute|hour|day|week|month"
    r"|year)s?"
    r" (?P<side>before|prior to|ahead of|after|following)\b(?P<what>(?: [a-z]+){0,5})"
)
_PRONOUN = frozenset(("it", "this", "that", "them"))
_COUNTS = {"a": "1", "an": "1", "the": "1", "one": "1", "two": "2", "three": "3", "four": "4",
           "six": "6"}  # fmt: skip
_AFTER = ("after", "following")
_SAME = re.compile(
    r"\b(?:same|equal|identical|as (?:much|high|strong|great)) (?P<what>[a-z]{4,20})"
)
_OTHER = re.compile(
    r"\b(?:less|more|lower|higher|greater|smaller|different|fewer|weaker|stronger)"
    r" (?P<what>[a-z]{4,20})"
)


def problem_with_side_of_time(claim: CitedSentence) -> str:
    """Whether it says "a day after" where its quotes say "a day before", or the reverse."""
    told = [each for quote in claim.quotes() for each in _sides(quote.words)]
    for said in _sides(claim.sentence.words):
        same = [each for each in told if each.time == said.time and _is_alike(each, said)]
        if same and all(each.is_after != said.is_after for each in same):
            return f"The cited quotes say {said.time} {'before' if said.is_after else 'after'}."
    return ""


@dataclass(frozen=True, slots=True)
class _Side:
    """How long before or after what."""

    time: str
    is_after: bool
    what: frozenset[str] | None
    """None behind a pronoun."""


def _is_alike(one: _Side, other: _Side) -> bool:
    return one.what is None or other.what is None or bool(one.what & other.what)


def _sides(text: str) -> list[_Side]:
    return [
        _Side(
            f"{_COUNTS.get(m['count'], m['count'])} {m['unit']}",
            m["side"] in _AFTER,
            None if _PRONOUN & set(m["what"].split()[:1]) else telling_words(m["what"]),
        )
        for m in _SIDE.finditer(text)
    ]


def problem_with_sameness(claim: CitedSentence) -> str:
    """Whether it calls the same what its quotes call less or more."""
    if DENIAL.search(claim.sentence.words):
        return ""
    quotes = list(claim.quotes())
    alike = {m["what"] for quote in quotes for m in _SAME.finditer(quote.words)}
    differing = {m["what"] for quote in quotes for m in _OTHER.finditer(quote.words)}
    for found in _SAME.finditer(claim.sentence.words):
        if found["what"] in differing - alike:
            return f"The cited quotes do not say “{found.group()}”."
    return ""
