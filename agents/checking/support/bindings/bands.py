"""Rules with bands of a measured value: "with 2.1 to 3.0 mg/dl 50%, above 3.0 mg/dl 25%". Pure.

A sentence on a value of one band, of the patient or not, must not give what another band gets.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from agents.checking.support.numbers.doses import DOSES
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.labelled_numbers import LabelledNumber

_RANGE = re.compile(r"[\d.,]{1,12}(?: ?[a-z/][a-z/0-9]{0,15})? ?(?:to|-) ?$")
_SAME_UNITS = ("mg/dl", "ml/min", "kg", "g/dl", "u/l", "cells/mm3", "times", "µmol/l")
_PART = re.compile(r"[,;:] ")
_OR = re.compile(r"\bor\b")
_WITHHELD = re.compile(r"\b(?:held|withheld|not given|stopped|discontinued|interrupted)\b")
MOST_FIGURES = 24
"""Numbers of a quote that are read as bands. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class _Band:
    """From where to where a value lies, and the numbers that a rule gives for it."""

    low: float
    high: float
    unit: str
    outcomes: tuple[tuple[str, str], ...]
    """Value and unit of each number that a rule gives for it."""

    def holds(self, span: _Span) -> bool:
        """Whether a value, or a whole side of one, lies in it."""
        alike = self.unit == span.unit or "" in (self.unit, span.unit)
        return alike and self.low <= span.low and span.high <= self.high


def problem_with_bands(claim: CitedSentence) -> str:
    """Whether it gives for a value what its quotes give for another band of it."""
    bands = list(_bands(claim.sources[0].quote)) if len(claim.sources) == 1 else _of_each(claim)
    if len(bands) < 2:
        return ""
    said = list(_spans(claim.sentence))
    values = [span for span in said if any(band.holds(span) for band in bands)]
    if len(values) != 1:
        return ""
    own = [band for band in bands if band.holds(values[0])]
    others = [band for band in bands if band not in own]
    right = {each for band in own for each in band.outcomes}
    wrong = {each for band in others for each in band.outcomes} - right
    for figure in _beside(values[0], claim.sentence, right | wrong):
        if (figure.value, figure.unit) in wrong:
            return f"The cited quote gives {figure.value} {figure.unit} for another value."
    return ""


def _beside(
    value: _Span, text: CanonicalText, outcomes: Collection[tuple[str, str]]
) -> Sequence[LabelledNumber]:
    """The numbers that are given for a value: those of its part of the sentence, where any of them
    is what a band gives, else all: "22% grade 2, 12% grade 3 (250 to 500 mg/dL)"."""
    cuts = [0, *(cut.end() for cut in _PART.finditer(text.words)), len(text.words)]
    start = max(cut for cut in cuts if cut <= value.place)
    end = min((cut for cut in cuts if cut > value.end), default=len(text.words))
    near = [f for f in text.figures if start <= f.place < end]
    return near if any((f.value, f.unit) in outcomes for f in near) else text.figures


def _of_each(claim: CitedSentence) -> list[_Band]:
    """The bands of several quotes, where each has one, of the same measure."""
    found, units = [], set()
    for quote in claim.quotes():
        spans = [span for span in _spans(quote) if span.is_limit and span.unit not in DOSES]
        if len(spans) != 1:
            return []  # "at most 120 mg" is what a band gives
        told = (f for f in quote.figures if not f.is_bound and f.unit)
        outcomes = tuple((f.value, f.unit) for f in told if f.unit != spans[0].unit)
        found.append(_Band(spans[0].low, spans[0].high, spans[0].unit, outcomes))
        units.add(spans[0].unit)
    return found if len(units) == 1 and units != {""} else []


def _bands(text: CanonicalText) -> Iterator[_Band]:
    spans = list(_spans(text))
    limits = [span for span in spans if span.is_limit]
    figures = [f for f in text.figures if not f.is_bound and f.unit][:MOST_FIGURES]
    if limits and any(f.unit == "%" and f.place < limits[0].place for f in figures):
        yield from _bands_behind(text, limits, figures)
        return
    outcomes: tuple[tuple[str, str], ...] = ()
    for span, following in reversed(list(pairwise([*spans, None]))):
        if span is None:
            continue
        end = following.place if following else len(text.words)
        given = _outcomes(figures, span.end, end, span.unit)
        # "With bilirubin of 2 to 3 or AST of 2 to 4 times 50%": both give what stands behind.
        outcomes = given or (outcomes if _OR.search(text.words, span.end, end) else ())
        if span.is_limit:
            yield _Band(span.low, span.high, span.unit, outcomes)


def _bands_behind(
    text: CanonicalText, spans: Sequence[_Span], figures: Sequence[LabelledNumber]
) -> Iterator[_Band]:
    """Bands that stand behind what they give: "75% with 1000 to 1199 or …, 50% with 700 to 999"."""
    outcomes: tuple[tuple[str, str], ...] = ()
    end = 0
    for span in spans:
        begin = max(end, text.words.rfind(": ", 0, span.place))  # a total before what it is made of
        given = _outcomes(figures, begin, span.place, span.unit)
        # What is withheld gives no number.
        outcomes = given or (() if _WITHHELD.search(text.words, end, span.place) else outcomes)
        yield _Band(span.low, span.high, span.unit, outcomes)
        end = span.end


def _outcomes(
    figures: Sequence[LabelledNumber], start: int, end: int, unit: str
) -> tuple[tuple[str, str], ...]:
    return tuple((f.value, f.unit) for f in figures if start < f.place < end and f.unit != unit)


@dataclass(frozen=True, slots=True)
class _Span:
    """A value, a range or a side of a limit, and where its last number stands."""

    low: float
    high: float
    unit: str
    place: int
    end: int
    is_limit: bool


def _spans(text: CanonicalText) -> Iterator[_Span]:
    """The values of one measure, that of the first range or limit of the text."""
    figures = [f for f in text.figures if not f.is_bound and f.number is not None][:MOST_FIGURES]
    figures.sort(key=lambda each: each.place)
    taken: set[int] = set()
    for at, figure in enumerate(figures):
        if at in taken or (figure.sign and figure.unit in DOSES):
            continue  # "at most 120 mg" is what a band gives
        number = figure.number or 0.0
        following = figures[at + 1] if at + 1 < len(figures) else None
        if following and _is_range(text, figure, following):
            taken.add(at + 1)
            yield _Span(
                number, following.number or 0.0, following.unit, figure.place, following.place, True
            )
        elif figure.sign in ("<", "≤"):
            top = number - 1e-9 if figure.sign == "<" else number
            yield _Span(float("-inf"), top, figure.unit, figure.place, figure.place, True)
        elif figure.sign in (">", "≥"):
            bottom = number + 1e-9 if figure.sign == ">" else number
            yield _Span(bottom, float("inf"), figure.unit, figure.place, figure.place, True)
        elif figure.preposition == "from" and figure.unit in _SAME_UNITS:
            yield _Span(number, float("inf"), figure.unit, figure.place, figure.place, True)
        elif figure.unit in _SAME_UNITS or (number > 100 and figure.unit not in DOSES):
            yield _Span(number, number, figure.unit, figure.place, figure.place, False)


def _is_range(text: CanonicalText, figure: LabelledNumber, following: LabelledNumber) -> bool:
    if figure.preposition == "from" and following.unit in DOSES:
        return False  # a change
    return figure.unit in ("", following.unit) and bool(
        _RANGE.fullmatch(text.words, figure.place, following.place)
    )
