"""A share that a quote gives for one point in time, told for another of its points. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from agents.checking.support.reading.cited_sentence import CitedSentence

_AT = re.compile(
    r"\b(?:at|after|by) (?:a median (?:follow-?up )?of |about )?(?P<time>\d{1,3}(?:\.\d)?[ -]"
    r"(?:month|year|week|day))s?\b(?! of (?:treatment|therapy) with)"
)
_BARE = re.compile(r"\b(?:at|after|by) \d{1,3}(?:\.\d)?(?: and|,) ")
"""A point whose unit stands behind the next one: "3.3% at 5 and 5.9% at 10 years"."""
_SHARE = re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{1,2})? ?%")
_SENTENCE = re.compile(r"(?<=[.;])\s+")
_OPENS = re.compile(r"\W{0,3}(?:and |but |whereas |while |then )?")


def problem_with_time_point(claim: CitedSentence) -> str:
    """Whether each share that it tells for a point in time is one of another point in its quotes.
    Only where it names one point, and the quotes several."""
    text = claim.sentence.words
    named = {_plain(found["time"]) for found in _AT.finditer(text)}
    if len(named) != 1 or _BARE.search(text):
        return ""
    (time,) = named
    times: dict[str, set[str]] = defaultdict(set)
    for quote in claim.quotes():
        for share, told in _times_of_shares(quote.words).items():
            times[share] |= told
    if time not in frozenset().union(*times.values()):
        return ""
    for found in _SHARE.finditer(text):
        told = times.get(found.group().replace(" ", ""), set())
        if told and time not in told:
            return f"The cited quotes give {found.group()} for {min(told)}s."
    return ""


def _times_of_shares(text: str) -> Mapping[str, set[str]]:
    """Each share of a text with the points in time that it is told for."""
    found: dict[str, set[str]] = defaultdict(set)
    for sentence in _SENTENCE.split(text):
        for time, part in _parts(sentence):
            for share in _SHARE.finditer(part):
                found[share.group().replace(" ", "")].add(time)
    return found


def _parts(sentence: str) -> Iterator[tuple[str, str]]:
    """The points in time of a sentence, each with its words: what follows a point that opens the
    sentence, and what stands before one that closes its words."""
    points = list(_AT.finditer(sentence))
    if not points:
        return
    opens = _OPENS.match(sentence)
    leads = opens is not None and opens.end() == points[0].start()
    for number, point in enumerate(points):
        if leads:
            end = points[number + 1].start() if number + 1 < len(points) else len(sentence)
            yield _plain(point["time"]), sentence[point.end() : end]
        else:
            start = points[number - 1].end() if number else 0
            yield _plain(point["time"]), sentence[start : point.start()]


def _plain(time: str) -> str:
    return time.replace("-", " ")
