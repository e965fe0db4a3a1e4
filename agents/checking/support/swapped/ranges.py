"""A range made of two: "5 to 10" of "5 to 20 times, or 3 to 10 times". Pure."""

from __future__ import annotations

from agents.checking.support.numbers.equality import ranges_of
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.labelled_numbers import LabelledNumber


def problem_with_mixed_range(claim: CitedSentence) -> str:
    """Whether a range has the lower end of one range of a quote and the upper end of another."""
    told = [_ends(pair) for quote in claim.quotes() for pair in ranges_of(quote)]
    for low, high in map(_ends, ranges_of(claim.sentence)):
        if (low, high) in told or not told:
            continue
        lows, highs = {one for one, _ in told}, {other for _, other in told}
        if low in lows and high in highs and low not in highs:
            return f"The range {low} to {high} is made of two of the cited quotes."
    return ""


def _ends(pair: tuple[LabelledNumber, LabelledNumber]) -> tuple[str, str]:
    return pair[0].value, pair[1].value
