"""Bilirubin in numbers: the ranges of a statement, and a value held against them."""

from __future__ import annotations

import pytest

from names.clinical.organs.bilirubin import function_of, in_upper_limits, with_bilirubin
from names.clinical.organs.cover import organ_covers
from names.clinical.readers import read_patient
from names.clinical.values import Measurement, OrganFunction

VINORELBINE = (
    "With a total bilirubin of 2.1 to 3.0 mg/dl vinorelbine is given at 50% of the starting dose, "
    "above 3.0 mg/dl at 25%."
)
DOCETAXEL = "Docetaxel is not to be given with bilirubin above the upper limit of normal."
PACLITAXEL = "Given at 90 mg/m2 when bilirubin is 2.01 to 5 times the upper limit of normal."


def is_met(text: str, level: float, unit: str) -> bool:
    """Whether some range of the words holds this bilirubin."""
    value = function_of(Measurement(name="bilirubin", value=level, unit=unit))
    rules = with_bilirubin((OrganFunction(organ="hepatic"),), text)
    forms = in_upper_limits(value) if value else ()
    return any(organ_covers(rule, form) is True for rule in rules for form in forms)


@pytest.mark.parametrize(
    ("text", "level", "unit"),
    [
        (VINORELBINE, 2.5, "mg/dL"),
        (VINORELBINE, 3.6, "mg/dL"),
        (VINORELBINE, 43, "µmol/L"),
        (DOCETAXEL, 3.6, "mg/dL"),
        (PACLITAXEL, 3.6, "mg/dL"),
    ],
)
def test_a_bilirubin_meets_the_range_that_the_words_give(
    text: str, level: float, unit: str
) -> None:
    assert is_met(text, level, unit)


@pytest.mark.parametrize(
    ("text", "level"), [(VINORELBINE, 1.5), (VINORELBINE, 0.8), (PACLITAXEL, 2.2), (DOCETAXEL, 1.2)]
)
def test_what_does_not_hold_for_every_upper_limit_is_left_open(text: str, level: float) -> None:
    assert not is_met(text, level, "mg/dL")


@pytest.mark.parametrize(
    ("text", "measure", "value"),
    [
        ("AST 4x", "AST", 4.0),
        ("ALT 3x", "ALT", 3.0),
        ("bili 2.1x", "bilirubin", 2.1),
        ("bili 2.1x ULN", "bilirubin", 2.1),
        ("bilirubin 2x normal", "bilirubin", 2.0),
        ("ALT 3 times the limit", "ALT", 3.0),
        ("AST 4-fold", "AST", 4.0),
    ],
)
def test_a_multiple_is_one_of_the_upper_limit(text: str, measure: str, value: float) -> None:
    values = [each.value for each in read_patient(f"{text} (liver mets)")]
    assert Measurement(name=measure, value=value, unit="×ULN") in values
    organ = OrganFunction(organ="hepatic", low=value, high=value, unit="×ULN", measure=measure)
    assert organ in values


@pytest.mark.parametrize(
    "text", ["AST 40 2x weekly", "AST 2x weekly", "ALT 2x per week", "AST 3x baseline", "AST 35"]
)
def test_what_is_no_multiple_of_the_limit(text: str) -> None:
    units = [v.value.unit for v in read_patient(text) if isinstance(v.value, Measurement)]
    assert "×ULN" not in units


def test_transaminases_beside_a_bilirubin_are_limits_too() -> None:
    """The label of docetaxel: a normal bilirubin does not take the other limit away."""
    text = "Not given with bilirubin above the upper limit of normal, or with AST > 1.5 times it."
    found = with_bilirubin((OrganFunction(organ="hepatic"),), text)
    assert {each.measure for each in found} == {"bilirubin", "AST"}
