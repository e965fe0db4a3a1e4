"""What is reduced upfront is a dose, and no line of treatment."""

from __future__ import annotations

import pytest

from names.clinical.treatment import read_lines_of_treatment


@pytest.mark.parametrize(
    "text",
    ["irinotecan in UGT1A1 *28/*28: reduce upfront?", "capecitabine, CrCl 45, lower dose upfront?"],
)
def test_a_dose_reduced_upfront_is_no_line(text: str) -> None:
    assert read_lines_of_treatment(text) == ()


def test_a_drug_given_upfront_is_the_first_line() -> None:
    assert read_lines_of_treatment("osimertinib upfront?") != ()
