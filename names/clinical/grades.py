"""Adverse events by a number: "ANC 0.4", "8 stools a day over baseline"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import inf, nextafter

from names.clinical.measurements import read_one_sided
from names.clinical.values import (
    ClinicalValue,
    FoundValue,
    Measurement,
    Organ,
    OrganFunction,
    Toxicity,
)
from names.patterns.filtered import filtered_pattern
from names.tables.organ_classes import grade_ranges
from names.tables.treatment.safety import is_mild_value, is_normal_value

ORGANS: Mapping[str, Organ] = {
    "neutrophils": "marrow",
    "platelets": "marrow",
    "haemoglobin": "marrow",
    "ALT": "hepatic",
    "AST": "hepatic",
    "bilirubin": "hepatic",
    "QTc": "cardiac",
}
"""The organs of the measures by which rules on organs name a grade."""
STOOLS = "stools a day over baseline"
COUNTED = filtered_pattern(
    r"\b(?P<number>\d{1,2})(?:\s?(?:-|–|to)\s?\d{1,2})? ?(?:x ?)?"
    r"(?P<more>(?:more|extra|additional) )?(?:loose |watery |liquid )?"
    r"(?:(?:stools?|BMs?|bowel movements?|motions)|(?=(?:/|per |a )(?:d|day|24 ?h)\b"
    r" (?:more than |over |above )(?:the |her |his )?(?:baseline|usual|normal)))"
    r"(?: ?(?:/|per|a|each) ?(?:d|day|24 ?h)\b)?"
    r"(?P<over> (?:more (?:than )?|over |above )(?:the |her |his )?(?:baseline|usual|normal))?"
    r"(?: ?(?:/|per|a|each) ?(?:d|day|24 ?h)\b)?",
    re.IGNORECASE,
)
"""How many stools more than usual; a plain number of stools tells no grade."""


def read_counts(text: str) -> Iterator[FoundValue]:
    """Diarrhoea by the number of stools more than before."""
    for match in COUNTED.finditer(text):
        if match["more"] or match["over"]:
            toxicity = grade_of_number(STOOLS, "", float(match["number"]))
            if toxicity is not None:
                yield FoundValue(toxicity, *match.span())


PRESSURE = filtered_pattern(
    r"\b(?:BP|RR|blood pressures?|RRs)\s?"
    r"(?:(?:is|was|runs?|running|stays?|remains?|still|about|now|today|of|at|up to|around|currently"
    r"|in clinic)\s){0,3}[:=~]?\s?"
    r"(?P<systolic>\d{2,3})\s?/\s?(?P<diastolic>\d{2,3})(?![\d/])",
    re.IGNORECASE,
)
ASKED_FOR = re.compile(
    r"(?i)(?:\b(?:if|until|when|target|goal|keep|below|under|above|over|aim\w*|<|>|≤|≥)\s?){1,3}$"
)
BEFORE = 20
"""Characters before a blood pressure in which such words stand. Chosen by hand: three of them."""


def read_pressures(text: str) -> Iterator[FoundValue]:
    """High blood pressure by its two numbers, the worse of both."""
    for match in PRESSURE.finditer(text):
        told = [
            grade_of_number(f"{name} pressure", "mmHg", float(match[name]))
            for name in ("systolic", "diastolic")
        ]
        high = [each for each in told if each is not None]
        if high and not ASKED_FOR.search(text[max(0, match.start() - BEFORE) : match.start()]):
            yield FoundValue(max(high, key=lambda each: each.grade_from or 0), *match.span())


def read_bounded(text: str) -> Iterator[FoundValue]:
    """Adverse events by a bound: a triglyceride above 1000 mg/dL is of grade 4, one above 500 of
    grade 3 or 4."""
    for limit in read_one_sided(text):
        beyond = nextafter(limit.value, inf if limit.is_above else -inf)
        first = grade_of_number(limit.name, limit.unit, beyond)
        if first is None or first.grade_from is None:
            continue
        worst = max(
            each.grade or 0
            for each in grade_ranges()
            if (each.event, each.measure, each.unit) == (first.event, limit.name, limit.unit)
        )
        worse = limit.is_above == _rises_with_grade(first.event, limit.name, limit.unit)
        if worse:
            yield FoundValue(replace(first, grade_to=worst), limit.start, limit.end)


def _rises_with_grade(event: str, measure: str, unit: str) -> bool:
    """Whether higher values of a measure are worse."""
    graded = [
        each
        for each in grade_ranges()
        if (each.event, each.measure, each.unit) == (event, measure, unit) and each.grade
    ]
    worst = max(graded, key=lambda each: each.grade or 0)
    return worst.below is None and worst.at_most is None


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


def values_of(event: Toxicity) -> tuple[OrganFunction, ...]:
    """The values of organs that a graded event stands for, a range for each measure: grade 3
    neutropenia for neutrophils from 0.5 to 1.0. Empty without a single grade."""
    grade = event.grade_from
    if grade is None or event.grade_to != grade:
        return ()
    return tuple(
        OrganFunction(
            organ=ORGANS[each.measure],
            measure=each.measure,
            unit=each.unit,
            low=each.at_least if each.above is None else each.above,
            high=each.below if each.at_most is None else each.at_most,
            above=each.above is not None,
            below=each.below is not None,
        )
        for each in grade_ranges()
        if (each.event, each.grade) == (event.event, grade) and each.measure in ORGANS
    )


def grade_of_number(measure: str, unit: str, number: float) -> Toxicity | None:
    """The same of a number with its measure and unit."""
    for each in grade_ranges():
        if (each.measure, each.unit) == (measure, unit) and each.holds(number):
            return Toxicity(event=each.event, grade_from=each.grade, grade_to=each.grade)
    return None


OF_KIDNEYS = frozenset(("creatinine clearance", "eGFR", "GFR"))
MILD_AT_LEAST = 60.0
"""Of kidneys that are at most mildly impaired, in mL/min (KDIGO 2012: G2)."""


def is_unremarkable(value: ClinicalValue) -> bool:
    """Whether a value is measured and normal, or one of kidneys that are at most mildly impaired:
    nothing has to be done about "LVEF 62 %" or "CrCl 85"."""
    match value:
        case Measurement(name=name, unit=unit, value=number):
            low = high = number
        case OrganFunction(measure=name, unit=unit, low=low, high=high):
            if value.grade == "normal":
                return True
        case _:
            return False
    kidneys = name in OF_KIDNEYS and low is not None and low >= MILD_AT_LEAST
    return kidneys or is_normal_value(name, unit, low, high)


def is_mild(value: ClinicalValue) -> bool:
    """Whether a value is measured and at most a little out of the normal ("platelets 92"), or is
    the event of such a number: anaemia of grade 2."""
    match value:
        case Measurement(name=name, unit=unit, value=number):
            return is_mild_value(name, unit, number, number)
        case OrganFunction(measure=name, unit=unit, low=low, high=high):
            return is_mild_value(name, unit, low, high)
        case Toxicity(event=event, grade_from=grade):
            return any(
                is_mild_value(each.measure, each.unit, each.at_least, each.at_least)
                for each in grade_ranges()
                if (each.event, each.grade) == (event, grade) and each.at_least is not None
            )
        case _:
            return False
