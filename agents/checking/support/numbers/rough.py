"""Shares that a sentence itself gives as rough or as a bound, "two thirds less frequent", "about
one in nine had an event", and that follow from two values of a quote or from what a quote says of
those without an event. Pure.

"About two in five" may also be what two shares leave, or a count of another, though the words do
not say which: that such a number stands in no quote is a doubt and no more; one that nothing gives
is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations

from agents.checking.support.numbers.arithmetic import SHARE_OFF, keeps_bound
from agents.checking.support.numbers.ratios import MOST_FIGURES
from agents.checking.support.numbers.shares import COUNTS, is_nearest_part
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.labelled_numbers import ABOUT_DAYS, LabelledNumber
from agents.checking.support.reading.words import stems_of

NEARLY = 0.1
"""The share by which such a time may be off: 17.9 months are a year and a half. Chosen by hand."""
COMPARES = re.compile(
    r"\b(?:less|fewer|lower\w*|reduc\w*|decreas\w*|smaller|shorter|rarer|cut|cuts|fell|falls?"
    r"|more|higher|rais\w*|increas\w*|greater|longer|rose|rises?|gain\w*|add(?:s|ed)"
    r"|prolong\w*|extend\w*|lengthen\w*|delay\w*|later|earlier|sooner|postpon\w*|of the (?:usual"
    r"|full|starting|standard|normal|whole|original))\b"
)
_EVENTS = re.compile(
    r"\b(?:events?|relapse[ds]?|recurrences?|recur(?:red|s)?|progressed|died|dead|deaths?|dying)\b"
)
_WITHOUT_EVENTS = re.compile(r"\b(?:surviv\w*|alive|lived|free (?:of|from))\b")
_CYCLES = re.compile(r"\bcycles?\b|\bevery \d+ (?:days|weeks)\b")
_BOUND = re.compile(r"\b(?:more|less|fewer|higher|lower|greater) than (?=about |[\d~]|half\b|an? )")
OF_RISK = re.compile(r"\b(?:risk|hazard|odds)\b")

MOST_NUMBERS = 16
"""Numbers of the quotes that are computed with. Chosen by hand: of more, some pair gives nearly any
share."""
ROUGHLY = 0.02
"""The share by which "some 4,800 patients" may be off. Chosen by hand: two figures are told."""
_HALF = 0.5
"""Of one person, as rounding is."""
_WHO = stems_of("patients women men people tumours cases year years")
_ADDS = re.compile(r"\b(?:or|and|both|together|total|combined|either|any|at least|in all)\b")


def follows_roughly(figure: LabelledNumber, claim: CitedSentence) -> bool:
    """Whether a rough share is one that the quotes' numbers give, or a time by which two values of
    a quote differ, in another unit."""
    if figure.number is None:
        return False
    if figure.unit in ABOUT_DAYS:
        return any(
            abs(days / (figure.number * ABOUT_DAYS[figure.unit]) - 1) <= NEARLY
            for days in _differences_in_days(claim)
        )
    if figure.unit != "%" or not figure.sign:
        return False
    return any(_fits(figure, result) for result in _results(claim))


def _differences_in_days(claim: CitedSentence) -> Iterator[float]:
    """The differences of two times of a quote that have one unit, where the sentence compares."""
    yield from _lengths_of_cycles(claim)
    if not COMPARES.search(_BOUND.sub(" ", claim.sentence.words)):
        return
    for quote in claim.quotes():
        own = [f for f in quote.figures if f.unit in ABOUT_DAYS and f.number and not f.is_bound]
        for one, other in permutations(own[:MOST_FIGURES], 2):
            if one.unit == other.unit and (one.number or 0) > (other.number or 0):
                yield ((one.number or 0) - (other.number or 0)) * ABOUT_DAYS[one.unit]


def _fits(figure: LabelledNumber, result: float) -> bool:
    said = figure.number or 0.0
    if figure.sign != "~":
        return keeps_bound(figure, result)
    return abs(said - result) <= SHARE_OFF * said or is_nearest_part(said, result)


def _lengths_of_cycles(claim: CitedSentence) -> Iterator[float]:
    """How long a number of cycles last: four of 21 days are twelve weeks."""
    if not any(_CYCLES.search(quote.words) for quote in claim.quotes()):
        return
    for quote in claim.quotes():
        days = [(f.number or 0) * ABOUT_DAYS[f.unit] for f in quote.figures if f.unit in ABOUT_DAYS]
        counts = [
            f.number or 0 for f in quote.figures if f.unit in ("cycle", "time", "dose", "count")
        ]
        yield from (day * count for day in days for count in counts if count > 1)


def _results(claim: CitedSentence) -> Iterator[float]:
    text = claim.sentence.words
    compares = is_compared(text)
    for quote in claim.quotes():
        if compares:
            yield from _changes(quote)
        if _tells_the_events(text, quote.words):
            own = (f.number for f in quote.figures if f.unit == "%" and not f.is_bound)
            yield from (100 - share for share in own if share is not None)


def is_compared(text: str) -> bool:
    """Whether a sentence compares two values, not only one with a limit, and none of a risk."""
    return bool(COMPARES.search(_BOUND.sub(" ", text)) and not OF_RISK.search(text))


def _tells_the_events(text: str, told: str) -> bool:
    """Whether a sentence tells how many had an event, and a quote how many had none."""
    return bool(
        _EVENTS.search(text) and not _WITHOUT_EVENTS.search(text) and _WITHOUT_EVENTS.search(told)
    )


def _changes(quote: CanonicalText) -> Iterator[float]:
    """By what part each of two values of one unit is less, or more, than the other."""
    own = [f for f in quote.figures if f.unit and f.number and not f.is_bound][:MOST_FIGURES]
    for one, other in permutations(own, 2):
        if one.unit == other.unit and one.number and other.number:
            yield 100 * abs(one.number - other.number) / other.number
            yield 100 * one.number / other.number


def may_be_computed(figure: LabelledNumber, claim: CitedSentence) -> bool:
    """Whether a rough share, or a number of people, may follow from the quotes' numbers."""
    if figure.number is None or figure.is_bound:
        return False
    if figure.unit == "%" and figure.sign:
        return any(_fits(figure, each) for each in _shares(figure, claim))
    if figure.unit == "patient" and figure.sign in ("", "~"):
        off = max(_HALF, ROUGHLY * figure.number if figure.sign else 0)
        return any(abs(each - figure.number) <= off for each in _people(claim))
    return False


def _numbers(claim: CitedSentence) -> list[LabelledNumber]:
    told = [f for quote in claim.quotes() for f in quote.figures]
    return [f for f in told if not f.is_bound and f.number][:MOST_NUMBERS]


def _shares(figure: LabelledNumber, claim: CitedSentence) -> Iterator[float]:
    """Sums of shares; what a share of something else leaves; where it compares, of two numbers of
    one unit the one in percent of the other."""
    told, text = _numbers(claim), claim.sentence.words
    said = figure.label - _WHO
    for quote in claim.quotes():
        if not said & quote.stems:
            own = (f.number for f in quote.figures if f.unit == "%" and not f.is_bound)
            yield from (100 - share for share in own if share is not None)
    compares, adds = is_compared(text), _ADDS.search(text)
    for one, other in permutations(told, 2):
        alike = one.unit == other.unit or {one.unit, other.unit} <= frozenset(COUNTS)
        if not alike or not one.number or not other.number:
            continue
        if one.unit == "%" and adds:
            yield one.number + other.number
        if one.number < other.number and compares:
            part = 100 * one.number / other.number
            yield from (part, 100 - part)


def _people(claim: CitedSentence) -> Iterator[float]:
    """Sums and differences of numbers of people, and shares of them."""
    told = _numbers(claim)
    people = [f.number or 0.0 for f in told if f.unit in COUNTS and f.value.isdigit()]
    yield from (one + other for one, other in permutations(people, 2))
    yield from (one - other for one, other in permutations(people, 2))
    shares = [f.number or 0.0 for f in told if f.unit == "%"]
    yield from (share * whole / 100 for share in shares for whole in people)
    yield from ((100 - share) * whole / 100 for share in shares for whole in people)
