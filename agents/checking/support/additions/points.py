"""A difference in percentage points, where the quotes tell a ratio. Pure."""

from __future__ import annotations

import re
from itertools import combinations

from agents.checking.support.reading.cited_sentence import CitedSentence

_POINTS = re.compile(
    r"(?<![\d.])(?P<n>\d{1,3}(?:\.\d{1,2})?) (?:percentage|percent|%)[ -]?points?\b"
)
_TOLD = re.compile(r"\bpoints?\b")
ROUNDED = 0.6
"""Points by which a difference of two shares may be off: both are rounded. Chosen by hand."""
ABOUT = re.compile(r"\b(?:about|around|nearly|almost|roughly|some|approximately|over|under) $")
OFF = 2.0
"""Points, where it says that it is rounded. Chosen by hand."""
MOST_SHARES = 24
"""Shares of a quote that are looked at. Chosen by hand."""


def problem_with_points(claim: CitedSentence) -> str:
    """The first difference in percentage points that two shares of the quotes do not have."""
    shares = [
        figure.number
        for quote in claim.quotes()
        for figure in quote.figures
        if figure.unit == "%" and figure.number is not None
    ][:MOST_SHARES]
    if any(_TOLD.search(quote.words) for quote in claim.quotes()):
        return ""
    shares += [100 - share for share in shares]
    for found in _POINTS.finditer(claim.sentence.words):
        off = OFF if ABOUT.search(claim.sentence.words[: found.start()]) else ROUNDED
        said = float(found["n"])
        if not any(abs(abs(one - two) - said) <= off for one, two in combinations(shares, 2)):
            return f"“{found.group()}” does not follow from the cited quotes."
    return ""
