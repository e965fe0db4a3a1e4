"""Numbers with signs and units, names with digits, negations."""

from __future__ import annotations

import pytest

from agents.checking.text.quantities import names_with_digits, negations, quantities


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("600 mg twice daily", {"600 mg", "2 time"}),
        ("600mg BID", {"600 mg", "2 time"}),
        ("5.40 mg/kg", {"5.4 mg/kg"}),
        ("100 mg/m² on day 1", {"100 mg/m2", "1"}),
        ("100 mg/m2", {"100 mg/m2"}),
        ("5–10 mg", {"5 mg", "10 mg"}),
        ("125, 100 and 75 mg", {"125 mg", "100 mg", "75 mg"}),
        ("12% grade 3 and 0.6% grade 4", {"12%", "3", "0.6%", "4"}),
        ("a 21-day cycle", {"21 day"}),
        ("every 3 weeks", {"3 week"}),
        ("every three weeks", {"3 week"}),
        ("at least 18 years", {"≥18 year"}),
        ("18 years or older", {"≥18 year"}),
        ("≥18 years", {"≥18 year"}),
        ("P<0.001", {"<0.001"}),
        ("a change of -5%", {"-5%"}),
        ("1,204 patients", {"1204 patient"}),
        ("hazard ratio 0·51", {"0.51"}),
        ("HER2 and PD-L1 in KEYNOTE-522", set()),
        ("10⁵ cells", {"10^5 cells"}),
        ("one option is rest", set()),
    ],
)
def test_quantities(text: str, expected: set[str]) -> None:
    assert {str(quantity) for quantity in quantities(text)} == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("EGFR T790M", ("t790m",)),
        ("p.V600E and c.35delG", ("p.v600e", "c.35delg")),
        ("NCT03529110, rs1234 and KEYNOTE-522", ("nct03529110", "rs1234", "keynote-522")),
        ("CYP2D6*4 at 100 mg/m2", ("cyp2d6*4",)),
        ("nothing with digits", ()),
    ],
)
def test_names_with_digits(text: str, expected: tuple[str, ...]) -> None:
    assert names_with_digits(text) == expected


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("It did not occur.", 1),
        ("It didn’t occur.", 1),
        ("There is no evidence, nor a trial.", 2),
        ("Non-small cell lung cancer with heart failure", 0),
        ("It is contraindicated and failed to help.", 2),
        ("A notable and knotty noun", 0),
    ],
)
def test_negations(text: str, count: int) -> None:
    assert negations(text) == count
