"""Whether a sentence gives one of two values of a quote to whom the quote gives the other. Pure.

Only where the quote sets two values of one unit side by side, so that the words of either are
plain: "15% of patients with elevated and 4% of patients with normal levels"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.labelled_numbers import LabelledNumber
from agents.checking.support.reading.words import is_neutral, stems_of

_END = re.compile(r"[;:]|\.(?!\d)|, (?:a|an|the) (?:\w+ )?(?:hazard|odds|risk)")
_UNIT_AND_TOTAL = re.compile(
    r"^[\d.,]*(?:%| ?(?:months?|weeks?|days?|years?|mg(?:/m2|/kg)?|patients|women|men))?"
    r"[ )%\]]*(?:\([^()]{0,40}\) ?)?(?:of (?:the )?\d+ (?:[a-z]+ )?(?:patients|women|men|people)?"
    r"|of (?:patients|women|men|those|people|cases))? ?"
)
_BEHIND = re.compile(
    r"^(?:with|without|on|for|in|among|under|after|when|if|at|to|had|who|whose|given|achieving"
    r"|having|showing|reaching|achieved|experienced)\b"
)
_AND = re.compile(r",? (?:and|versus|vs\.?|while|whereas|but|against|compared (?:with|to))\b")
_LISTED = re.compile(r", (?=\d)")
_NEXT = re.compile(rf"{_LISTED.pattern}|{_AND.pattern}")
_RESPECTIVELY = re.compile(
    r"(?P<first>(?:\b[a-z][\w-]{0,30} ){1,4})and (?P<second>(?:[a-z][\w-]{0,30} ){1,4}?)"
    r"(?:was|were|is|are|had|occurred|of|in|at|reached)\b[^;:()\d]{0,60}"
    r"(?P<one>\d{1,4}(?:\.\d{1,3})?)(?:%| months| years)? and"
    r" (?P<other>\d{1,4}(?:\.\d{1,3})?)(?:%| months| years)?,? respectively"
)
_OTHER_WORD = re.compile(r"\b(?!only\b|about\b|in\b|was\b|just\b)[a-z]{2,}")
_VERB = re.compile(
    r"\b(?:gave|had|was|were|reached|achieved|produced|showed|led|resulted|is|are|has|have)\b"
)
_COMPARED = re.compile(
    r"\b(?:than|over|against|versus|vs|compared|rather than|instead of|unlike|by contrast|other"
    r"|while|whereas|but|respectively|difference|more|fewer|less|both)\b"
)
_TELLING = stems_of(
    "alone normal elevated high higher low lower early late first second without no not placebo"
    " positive negative complete partial single double"
)
"""Words that say nothing by themselves and tell two groups apart."""
_FROM_TO = re.compile(
    r"(?P<subject>[a-z][^,;:()]{2,60}?) (?:lengthened|prolonged|improved|raised|increased|extended"
    r"|reduced|lowered|shortened|cut) [^,;:()]{3,80}? (?:over|against|versus|compared (?:with|to))"
    r" (?P<other>[^,;:()\d]{3,40}?) from (?P<low>\d{1,4}(?:\.\d{1,3})?)[a-z% ]{0,10}? to"
    r" (?P<high>\d{1,4}(?:\.\d{1,3})?)"
)
_APART = re.compile(r"\brespectively\b|\bdiffer")
FARTHEST = 160
"""Characters from one value to the other. Chosen by hand: a long clause."""


@dataclass(frozen=True, slots=True)
class _Value:
    """A value of a quote, and the words of its group."""

    figure: LabelledNumber
    words: frozenset[str]


def problem_with_value_of_other(claim: CitedSentence) -> str:
    """The first value that stands with the words of the other one of its pair."""
    if _COMPARED.search(claim.sentence.words):
        return ""
    said = [f for f in claim.sentence.figures if not f.is_bound]
    told = [f.value for quote in claim.quotes() for f in quote.figures]
    own = claim.sentence.stems
    for quote in claim.quotes():
        for one, other in _pairs(quote):
            for value, rival in ((one, other), (other, one)):
                given = {f.value for f in said if f.unit == value.figure.unit}
                if given != {value.figure.value}:
                    continue
                if told.count(value.figure.value) > 1:
                    continue
                if (rival.words - value.words) & own and not (value.words - rival.words) & own:
                    return f"{value.figure.value} is of another group in the cited quotes."
    return ""


def _pairs(quote: CanonicalText) -> Iterator[tuple[_Value, _Value]]:
    """Values of one unit that stand next to each other, each with the words of its group."""
    text = quote.words
    yield from _ends_of_change(quote)
    yield from _respective(quote)
    if _APART.search(text):
        return
    for one, other in _neighbours(quote):
        between = text[one.place : other.place]
        if _END.search(between) or len(between) > FARTHEST:
            continue
        inner = _UNIT_AND_TOTAL.sub("", between, count=1)
        if _BEHIND.match(inner):
            own, *rest = _NEXT.split(inner) if _LISTED.search(inner) else _AND.split(inner)
            if not rest or _OTHER_WORD.search(rest[-1]):
                continue  # "and was fatal in 2.6%"
            after = _UNIT_AND_TOTAL.sub("", text[other.place :], count=1)
            words = _telling_words(own), _telling_words(_NEXT.split(_END.split(after)[0])[0])
        else:
            before = _END.split(text[: one.place])[-1].rpartition(", ")[2]
            verb, joined = _VERB.search(before), _AND.search(f" {inner}")
            if verb is None or joined is None:
                continue
            words = (
                _telling_words(before[: verb.start()]),
                _telling_words(f" {inner}"[joined.end() :]),
            )
        if all(words):
            yield _Value(one, words[0]), _Value(other, words[1])


def _respective(quote: CanonicalText) -> Iterator[tuple[_Value, _Value]]:
    """Two values in the order of two names: "anaemia and neutropenia in 25% and 29%,
    respectively"."""
    for found in _RESPECTIVELY.finditer(quote.words):
        ends = [
            next((f for f in quote.figures if f.place == found.start(name)), None)
            for name in ("one", "other")
        ]
        if ends[0] and ends[1]:
            yield (
                _Value(ends[0], _telling_words(found["first"])),
                _Value(ends[1], _telling_words(found["second"])),
            )


def _ends_of_change(quote: CanonicalText) -> Iterator[tuple[_Value, _Value]]:
    """The ends of a change, the first of which is of the arm that is compared with."""
    for found in _FROM_TO.finditer(quote.words):
        ends = [
            next((f for f in quote.figures if f.place == found.start(name)), None)
            for name in ("low", "high")
        ]
        if ends[0] and ends[1]:
            yield (
                _Value(ends[0], _telling_words(found["other"])),
                _Value(ends[1], _telling_words(found["subject"].rpartition(", ")[2])),
            )


def _neighbours(text: CanonicalText) -> Iterator[tuple[LabelledNumber, LabelledNumber]]:
    """Each value with the next one of its unit."""
    figures = [f for f in text.figures if not f.is_bound]
    for unit in sorted({f.unit for f in figures}):
        yield from pairwise(f for f in figures if f.unit == unit)


def _telling_words(text: str) -> frozenset[str]:
    return frozenset(s for s in stems_of(text) if s in _TELLING or not is_neutral(s))
