"""What is reduced upfront is a dose, and no line of treatment."""

from __future__ import annotations

import pytest

from names.clinical.readers import read_clinical
from names.clinical.treatment import read_lines_of_treatment
from names.clinical.values import Line


@pytest.mark.parametrize(
    "text",
    ["irinotecan in UGT1A1 *28/*28: reduce upfront?", "capecitabine, CrCl 45, lower dose upfront?"],
)
def test_a_dose_reduced_upfront_is_no_line(text: str) -> None:
    assert read_lines_of_treatment(text) == ()


def test_a_drug_given_upfront_is_the_first_line() -> None:
    assert read_lines_of_treatment("osimertinib upfront?") != ()


@pytest.mark.parametrize(
    "text", ["CML newly dx", "newly dx stage III ovarian cancer", "newly dxed CML"]
)
def test_newly_dx_is_the_first_line(text: str) -> None:
    found = [each.value for each in read_clinical(text) if isinstance(each.value, Line)]
    assert found == [Line(first=1, last=1)]
