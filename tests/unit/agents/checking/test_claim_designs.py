"""What a trial was to find out is not what it found."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

MONARCHE = (
    "monarchE (NCT03155997) was an open-label phase III trial that randomised 5637 patients with"
    " hormone-receptor-positive, HER2-negative, node-positive early breast cancer to endocrine"
    " therapy with abemaciclib for 2 years or without it."
)
ENDPOINT = (
    "The primary endpoint was progression-free survival (PFS), assuming a null hypothesis of a PFS"
    " of 5 months."
)
COHORT = "The lapatinib study enrolled seventy-eight women with HER2-overexpressing breast cancer."


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("In monarchE 5637 patients lived longer free of disease with abemaciclib.", MONARCHE),
        ("Median progression-free survival was 5 months.", ENDPOINT),
        ("Seventy-eight women with HER2-overexpressing cancer benefited from lapatinib.", COHORT),
    ],
)
def test_a_plan_is_no_result(sentence: str, quote: str) -> None:
    assert problem(sentence, quote, title="monarchE: adjuvant abemaciclib; lapatinib alone")


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("monarchE randomised 5637 patients to endocrine therapy with abemaciclib or without it.",
         MONARCHE),
        ("The lapatinib study was made in 78 women with HER2-overexpressing breast cancer.",
         COHORT),
    ],
)  # fmt: skip
def test_a_plan_may_be_told_as_one(sentence: str, quote: str) -> None:
    assert problem(sentence, quote, title="monarchE: adjuvant abemaciclib; lapatinib alone") == ""
