"""A later message that says of a finding that it is a relative's."""

from __future__ import annotations

import pytest

from agents.facts.display.sheet_line import sheet_line
from agents.facts.read_sheet import read_fact_sheet
from tests.unit.agents.facts.phrases import said

CASE = "54F ovarian cancer, BRCA1 mut, epilepsy, DVT last month"


@pytest.mark.parametrize(
    ("later", "gone"),
    [
        ("DVT was her sisters not hers.", "thromboembolism"),
        ("the epilepsy is her brother's", "epilepsy"),
        ("BRCA1 is actually her mother's, the patient was never tested", "BRCA1"),
    ],
)
def test_what_is_a_relative_s_is_no_longer_the_patient_s(later: str, gone: str) -> None:
    line = sheet_line(read_fact_sheet([said(CASE), said(later, 1)]))
    assert gone not in line
    assert sum(name in line for name in ("thromboembolism", "epilepsy", "BRCA1")) == 2


@pytest.mark.parametrize("later", ["is the DVT her sister's?", "her sister has epilepsy"])
def test_a_question_and_a_relative_with_the_same_take_nothing_away(later: str) -> None:
    line = sheet_line(read_fact_sheet([said(CASE), said(later, 1)]))
    assert all(name in line for name in ("thromboembolism", "epilepsy", "BRCA1"))
