"""A gain that the values of two arms show, denied. Pure."""

from __future__ import annotations

import re

from agents.checking.support.direction.significance import NOT_SIGNIFICANT, significance
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence

_NO_GAIN = re.compile(
    r"\b(?:gain|gained|derived?|had|has|have|saw|got|shows?|showed|brought|gave|offer(?:s|ed)?)"
    r" no (?:[a-z]+ ){0,3}?(?:benefit|gain|survival|improvement|advantage)\b"
    r"|\bno (?:benefit|gain|advantage|improvement) (?:in|from|of|with)\b"
    r"|\bdid not (?:prolong|lengthen|improve|extend|delay|benefit)\b"
)
_DENIES = re.compile(r"\b(?:not|no|nor|neither|never|fail(?:s|ed)?|similar|alike)\b")
LEAST_RATIO = 1.25
"""Of two medians that show a gain without a word on significance. Chosen by hand: what a hazard
ratio of 0.8 gives."""
_MEDIANS = 2


def problem_with_no_gain(claim: CitedSentence) -> str:
    """Whether it denies a gain where each quote gives two medians that lie well apart."""
    quotes = list(claim.quotes())
    text = claim.sentence.words
    if not _NO_GAIN.search(text) or NOT_SIGNIFICANT.search(text):
        return ""
    if quotes and all(map(_shows_gain, quotes)):
        return "The values of the cited quotes show a gain."
    return ""


def _shows_gain(quote: CanonicalText) -> bool:
    return not _DENIES.search(quote.words) and lie_apart(quote, "month")


def lie_apart(quote: CanonicalText, unit: str) -> bool:
    """Whether it gives just two values of a unit, which lie well apart and not by chance."""
    if significance(quote) is False:
        return False
    given = [f.number for f in quote.figures if f.unit == unit and not f.is_bound]
    values = [value for value in given if value]
    return len(values) == _MEDIANS and max(values) >= LEAST_RATIO * min(values)
