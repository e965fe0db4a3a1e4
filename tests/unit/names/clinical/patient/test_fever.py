"""A temperature that is a fever, and fever with few neutrophils."""

from __future__ import annotations

import pytest

from names.clinical.fever import is_febrile_neutropenia, read_fever
from names.clinical.values import ClinicalValue, Measurement, OrganFunction, Toxicity


@pytest.mark.parametrize(
    ("text", "fevers"),
    [
        ("temp 39", 1),
        ("T 38.8C", 1),
        ("T 38.0", 1),
        ("temperature of 101.5 F", 1),
        ("38,5 °C this morning", 1),
        ("Tmax 39.2", 1),
        ("T 36.9", 0),
        ("temp 98.6F", 0),
        ("T 3.5 cm", 0),
        ("T2N1, 39 years", 0),
        ("TMB 39", 0),
        ("HER2+ 41 yo", 0),
        ("CD4+ T 40%", 0),
    ],
)
def test_a_temperature_is_a_fever_from_38(text: str, fevers: int) -> None:
    assert len(list(read_fever(text))) == fevers


FEVER = Toxicity(event="pyrexia")


@pytest.mark.parametrize(
    ("values", "together"),
    [
        ([FEVER, Toxicity(event="neutropenia", grade_from=3, grade_to=3)], True),
        ([FEVER, Measurement(name="neutrophils", value=0.9, unit="10^9/L")], True),
        ([FEVER, Measurement(name="neutrophils", value=1.2, unit="10^9/L")], False),
        ([FEVER, Toxicity(event="neutropenia", grade_from=2, grade_to=2)], False),
        ([Toxicity(event="neutropenia", grade_from=4, grade_to=4)], False),
        ([FEVER, OrganFunction(organ="marrow", grade="severe")], False),
        ([Toxicity(event="febrile neutropenia")], True),
    ],
)
def test_fever_with_few_neutrophils_is_febrile_neutropenia(
    values: list[ClinicalValue], together: bool
) -> None:
    assert is_febrile_neutropenia(values) == together
