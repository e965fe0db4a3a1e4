"""How often something is done, and the performance status of whom it is said. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.checking.support.reading.canonical import NUMBER_WORDS
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import DENIAL

_EVERY = re.compile(
    r"\b(?:every|each) (?P<count>\d{1,3}|[a-z]{3,6})? ?(?P<unit>hour|day|week|month|year)s?\b"
)
_DAYS = {"hour": 1 / 24, "day": 1.0, "week": 7.0, "month": 28.0, "year": 336.0}
"""A month of treatment counts four weeks."""
NEARLY = 0.12
"""The share by which times in other units may be off: 3 months are 12 or 13 weeks."""
_STATUS = re.compile(
    r"\b(?:performance status|ecog(?: ps)?|ps)(?: of)? (?P<low>[0-4])"
    r"(?:(?: ?- ?| to | or |, )(?P<high>[0-4]))?(?!\d|%|\.\d)"
)


def problem_with_interval_of_time(claim: CitedSentence) -> str:
    """Whether it is done at another interval than all of the quotes."""
    told = [days for quote in claim.quotes() for days in _intervals(quote.words)]
    for days in _intervals(claim.sentence.words):
        if told and all(abs(days / each - 1) > NEARLY for each in told):
            return "The cited quotes give another interval of time."
    return ""


def problem_with_performance_status(claim: CitedSentence) -> str:
    """Whether it says of a performance status what the quotes say of others only."""
    if DENIAL.search(claim.sentence.words):
        return ""
    told = frozenset().union(*(_statuses(quote.words) for quote in claim.quotes()))
    if told and _statuses(claim.sentence.words) - told:
        return "The cited quotes are on another performance status."
    return ""


def _intervals(text: str) -> Iterator[float]:
    for found in _EVERY.finditer(text):
        count = NUMBER_WORDS.get(found["count"] or "1", found["count"] or "1")
        if count.isdigit() and int(count):
            yield int(count) * _DAYS[found["unit"]]


def _statuses(text: str) -> frozenset[int]:
    return frozenset(
        status
        for found in _STATUS.finditer(text)
        for status in range(int(found["low"]), int(found["high"] or found["low"]) + 1)
    )
