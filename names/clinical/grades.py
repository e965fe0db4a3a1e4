"""Adverse events by a number: "ANC 0.4", "8 stools a day over baseline"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.values import ClinicalValue, Found, Measurement, OrganFunction, Toxicity
from names.patterns.filtered import filtered
from names.tables.organ_classes import grade_ranges

STOOLS = "stools a day over baseline"
COUNTED = filtered(
    r"\b(?P<number>\d{1,2})(?:\s?(?:-|–|to)\s?\d{1,2})? ?(?:x )?"
    r"(?P<more>(?:more|extra|additional) )?(?:loose |watery |liquid )?"
    r"(?:stools?|BMs?|bowel movements?|motions)"
    r"(?: ?(?:/|per|a|each) ?(?:d|day|24 ?h)\b)?"
    r"(?P<over> (?:more (?:than )?|over |above )(?:the |her |his )?(?:baseline|usual|normal))?"
    r"(?: ?(?:/|per|a|each) ?(?:d|day|24 ?h)\b)?",
    re.IGNORECASE,
)
"""How many stools more than usual; a plain number of stools tells no grade."""


def read_counts(text: str) -> Iterator[Found]:
    """Diarrhoea by the number of stools more than before."""
    for match in COUNTED.finditer(text):
        if match["more"] or match["over"]:
            toxicity = grade_of_number(STOOLS, "", float(match["number"]))
            if toxicity is not None:
                yield Found(toxicity, *match.span())


def grade_of(value: ClinicalValue) -> Toxicity | None:
    """The adverse event and grade that a measured value is; None where it is none, or where the
    number does not tell."""
    match value:
        case Measurement(name=name, unit=unit, value=number):
            return grade_of_number(name, unit, number)
        case OrganFunction(measure=name, unit=unit, low=low, high=high) if low == high:
            return grade_of_number(name, unit, low) if low is not None else None
        case _:
            return None


def grade_of_number(measure: str, unit: str, number: float) -> Toxicity | None:
    """The same of a number with its measure and unit."""
    for each in grade_ranges():
        if (each.measure, each.unit) == (measure, unit) and each.holds(number):
            return Toxicity(event=each.event, grade_from=each.grade, grade_to=each.grade)
    return None
