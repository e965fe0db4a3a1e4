"""Grades that follow from numbers, as CTCAE v5.0 has them."""

from __future__ import annotations

import pytest

from names.clinical.grades import grade_of, grade_of_number
from names.clinical.readers import read_patient
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
        ("calcium", "mmol/L", 1.9, "hypocalcaemia", 2),
        ("calcium", "mmol/L", 2.05, "hypocalcaemia", None),
        ("calcium", "mg/dL", 13.8, "hypercalcaemia", 4),
        ("potassium", "mmol/L", 3.1, "hypokalaemia", None),
        ("potassium", "mmol/L", 2.4, "hypokalaemia", 4),
        ("magnesium", "mg/dL", 0.8, "hypomagnesaemia", 3),
        ("sodium", "mmol/L", 124, "hyponatraemia", 3),
        ("phosphate", "mmol/L", 0.6, "hypophosphataemia", None),
        ("triglycerides", "mg/dL", 500, "dyslipidaemia", 2),
        ("triglycerides", "mg/dL", 1000, "dyslipidaemia", 3),
        ("triglycerides", "mg/dL", 1001, "dyslipidaemia", 4),
        ("triglycerides", "mmol/L", 11.5, "dyslipidaemia", 4),
        ("cholesterol", "mg/dL", 401, "dyslipidaemia", 3),
        ("cholesterol", "mmol/L", 13, "dyslipidaemia", 4),
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


@pytest.mark.parametrize(
    ("text", "grades"),
    [
        ("lorlatinib TG > 1000 mg/dL?", (4, 4)),
        ("lorlatinib, triglycerides above 1000 mg/dL, what now", (4, 4)),
        ("cholesterol >400 mg/dL on lorlatinib", (3, 4)),
        ("triglycerides more than 300 mg/dL", (2, 4)),
    ],
)
def test_a_bound_tells_the_grades_beyond_it(text: str, grades: tuple[int, int]) -> None:
    found = [each.value for each in read_patient(text) if isinstance(each.value, Toxicity)]
    assert [(each.grade_from, each.grade_to) for each in found] == [grades]


@pytest.mark.parametrize("text", ["TG < 1000 mg/dL on lorlatinib", "TG > 100 mg/dL"])
def test_a_bound_that_tells_no_event_is_none(text: str) -> None:
    assert not [each for each in read_patient(text) if isinstance(each.value, Toxicity)]
