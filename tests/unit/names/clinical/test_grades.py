"""Grades that follow from numbers, as CTCAE v5.0 has them."""

from __future__ import annotations

import pytest

from names.clinical.grades import grade_of, grade_of_number
from names.clinical.toxicities import read_toxicities
from names.clinical.values import OrganFunction, Toxicity


@pytest.mark.parametrize(
    ("measure", "unit", "number", "event", "grade"),
    [
        ("neutrophils", "10^9/L", 1.0, "neutropenia", 2),
        ("neutrophils", "10^9/L", 0.99, "neutropenia", 3),
        ("neutrophils", "10^9/L", 0.5, "neutropenia", 3),
        ("neutrophils", "10^9/L", 0.49, "neutropenia", 4),
        ("platelets", "10^9/L", 50, "thrombocytopenia", 2),
        ("platelets", "10^9/L", 24.9, "thrombocytopenia", 4),
        ("haemoglobin", "g/dL", 8.0, "anaemia", 2),
        ("haemoglobin", "g/dL", 7.9, "anaemia", 3),
        ("ALT", "×ULN", 5.0, "hepatotoxicity", 2),
        ("ALT", "×ULN", 5.1, "hepatotoxicity", 3),
        ("bilirubin", "×ULN", 10.5, "hyperbilirubinaemia", 4),
        ("QTc", "ms", 501, "QT prolongation", 3),
        ("glucose", "mg/dL", 280, "hyperglycaemia", None),
    ],
)
def test_a_number_is_a_grade(
    measure: str, unit: str, number: float, event: str, grade: int | None
) -> None:
    expected = Toxicity(event=event, grade_from=grade, grade_to=grade)
    assert grade_of_number(measure, unit, number) == expected


def test_what_is_within_normal_or_a_range_is_no_grade() -> None:
    assert grade_of_number("platelets", "10^9/L", 180) is None
    assert grade_of_number("neutrophils", "%", 0.4) is None
    bounds = OrganFunction(
        organ="marrow", low=25, high=50, unit="10^9/L", measure="platelets", above=True
    )
    assert grade_of(bounds) is None


@pytest.mark.parametrize(
    ("text", "grade"),
    [
        ("8 stools/d over baseline", 3),
        ("5 more stools per day", 2),
        ("3 BMs above her usual", 1),
        ("6 loose stools a day", None),
    ],
)
def test_stools_more_than_before_are_a_grade(text: str, grade: int | None) -> None:
    found = [each.value for each in read_toxicities(text)]
    if grade is None:
        assert all(isinstance(v, Toxicity) and v.grade_from is None for v in found)
    else:
        assert found == [Toxicity(event="diarrhoea", grade_from=grade, grade_to=grade)]
