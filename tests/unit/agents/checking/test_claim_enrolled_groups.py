"""Who could enter a trial, and which of its groups something is told of."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

SAFETY = (
    "In the safety part of EXAMPLE-9 febrile neutropenia occurred in 11 patients of cohort 2;"
    " diarrhoea of grade 3 occurred in 4.1% of cohort 1 and 9.3% of cohort 2."
)
ENTRY = (
    "MAINTAIN-7 enrolled ovarian cancer that was BRCA-mutated, or HRD-positive when bevacizumab"
    " had been part of the first treatment."
)
AGED = (
    "PALOMA-2 enrolled women without earlier treatment of advanced disease, so its palbociclib"
    " result does not in itself cover relapse within a year of adjuvant treatment."
)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Febrile neutropenia occurred in 11 patients of cohort 1 of EXAMPLE-9.", SAFETY),
        ("MAINTAIN-7 enrolled ovarian cancer that was BRCA-mutated or HRD-positive.", ENTRY),
        ("PALOMA-2 covers patients with a relapse on adjuvant treatment, as here.", AGED),
    ],
)
def test_more_than_a_trial_tells_does_not_hold(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Febrile neutropenia occurred in 11 patients of cohort 2 of EXAMPLE-9.", SAFETY),
        ("Diarrhoea of grade 3 was seen in 9.3% of cohort 2 and 4.1% of cohort 1.", SAFETY),
        (
            "MAINTAIN-7 enrolled BRCA-mutated ovarian cancer, and HRD-positive disease if"
            " bevacizumab had been part of the first treatment.",
            ENTRY,
        ),
        ("PALOMA-2 does not in itself cover relapse within a year of adjuvant treatment.", AGED),
    ],
)
def test_what_a_trial_tells_of_its_group_holds(sentence: str, quote: str) -> None:
    assert problem(sentence, quote) == ""
