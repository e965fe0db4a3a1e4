"""What counts as a number or a name that must be looked up."""

from __future__ import annotations

import pytest

from evals.corpus.tokens import numbers, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12.3 months", ["12.3"]),
        ("1,429 patients", ["1429"]),
        ("300mg twice daily", ["300"]),
        ("75 mg/m2", ["75"]),
        ("0·58", ["0.58"]),
        ("31-50 mL/min", ["31", "50"]),
        ("randomised 2:1", ["2", "1"]),
        ("phase III", ["3"]),
        ("1. First\n2. Second", []),
        ("see https://example.org/12345", []),
        ("two of twelve", ["2", "12"]),
        ("95% CI 0.43–0.80", ["95", "0.43", "0.8"]),
        ("(5-FU)", ["5"]),
    ],
)
def test_numbers_are_found_by_value(text: str, expected: list[str]) -> None:
    assert [token.value for token in tokens(text) if token.kind == "number"] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("EGFR p.L858R", ["p.l858r"]),
        ("HER2-positive", ["her2"]),
        ("CDK4/6 inhibitor", ["cdk4/6"]),
        ("CYP2D6*4 and HLA-B*57:01", ["cyp2d6*4", "hlab*57:01"]),
        ("UGT1A1 *28/*28", ["ugt1a1", "*28/*28"]),
        ("c.1905+1G>A", ["c.1905+1g>a"]),
        ("NCT03155997, EID1077", ["nct03155997", "eid1077"]),
        ("10.1056/NEJMoa1234567.", ["10.1056/nejmoa1234567"]),
    ],
)
def test_names_with_digits_are_found_whole(text: str, expected: list[str]) -> None:
    assert [token.value for token in tokens(text) if token.kind == "name"] == expected


def test_a_number_inside_a_name_does_not_count_as_a_number_of_the_record() -> None:
    assert "600" not in numbers("BRAF V600E")
    assert "600" in numbers("a dose of 600 mg")
