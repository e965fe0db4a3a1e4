"""Doses that follow from a quote's: by the patient's weight or body surface, or several together.
Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from agents.checking.support.numbers.ratios import MOST_FIGURES
from agents.checking.support.reading.canonical import NUMBER_WORDS
from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.labelled_numbers import LabelledNumber

_SIZES = {"kg": ("/kg",), "m2": ("/m2", "/m²"), "": ("/m2", "/m²")}
"""What is measured of the patient, and the ending of a dose that is given for each unit of it; a
body surface is often written without its unit."""
_SURFACE = (1.0, 3.0)
"""Square metres between which a number without a unit may be a body surface. Chosen by hand."""
_DAY = re.compile(r"\bday (\d{1,2})\b")
_SEVERAL = re.compile(
    r"\b(?P<count>two|three|four|five|six|[2-9])(?: such)? (?:doses?|infusions?|injections?"
    r"|tablets?"
    r"|capsules?|cycles|days|weeks|times)\b"
)


def doses_of_patient(figure: LabelledNumber, claim: CitedSentence) -> Iterator[float]:
    """35 mg of 0.5 mg/kg at 70 kg; the weight stands in the thread or in the sentence."""
    sizes = [*claim.asked.figures[:MOST_FIGURES], *claim.sentence.figures]
    told = [f for quote in claim.quotes() for f in quote.figures if not f.is_bound]
    for size, dose in product(sizes, told[:MOST_FIGURES]):
        endings = _SIZES.get(size.unit, ())
        base = next((dose.unit.removesuffix(e) for e in endings if dose.unit.endswith(e)), "")
        if base != figure.unit or size.number is None or dose.number is None:
            continue
        if size.unit or _SURFACE[0] < size.number < _SURFACE[1]:
            yield size.number * dose.number


def doses_on_days(claim: CitedSentence) -> Iterator[float]:
    """How many days of a cycle a quote lists: "on Day 1 and Day 8" are two doses."""
    for quote in claim.quotes():
        yield float(len(set(_DAY.findall(quote.words))))


def doses_together(figure: LabelledNumber, claim: CitedSentence) -> Iterator[float]:
    """20 mg/kg of "two doses of 10 mg/kg", as many as the sentence counts."""
    counts = [
        float(NUMBER_WORDS.get(found["count"], found["count"]))
        for found in _SEVERAL.finditer(claim.sentence.words)
    ]
    doses = [f.number for quote in claim.quotes() for f in quote.figures if f.unit == figure.unit]
    for count, dose in product(counts, doses[:MOST_FIGURES]):
        if dose is not None:
            yield count * dose
