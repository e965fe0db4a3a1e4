"""Sentences that an honest reader wrote, beside what is near to them and wrong."""

from __future__ import annotations

import pytest

from agents.checking.comparisons import OFFERS
from agents.checking.support.negation.excluded_groups import excludes_group
from tests.unit.agents.checking.claim_problem import problem

NOT_STUDIED = (
    "The safety of inavolisib has not been studied in type 1 diabetes, or type 2 diabetes that"
    " needs ongoing antihyperglycaemic treatment."
)
GRADES = (
    "Fasting glucose rose in 85% of patients on inavolisib: 22% grade 2 (above 160 to 250 mg/dL),"
    " 12% grade 3 (above 250 to 500 mg/dL), 0.6% grade 4 (above 500 mg/dL)."
)
USUAL = "Capivasertib with fulvestrant is taken at 400 mg twice daily, 4 days on and 3 days off."
CHANGED = "The label has changed its dosage section since, in 06/2026; the new one is not held."


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        (
            "The safety of inavolisib has not been studied in type 2 diabetes that needs ongoing"
            " antihyperglycaemic treatment.",
            NOT_STUDIED,
        ),
        (
            "Fasting glucose rose in 85% of patients on inavolisib: 22% grade 2, 12% grade 3"
            " (above 250 to 500 mg/dL), 0.6% grade 4.",
            GRADES,
        ),
        ("On inavolisib 12% had grade 3 and 0.6% grade 4 hyperglycaemia by glucose.", GRADES),
    ],
)
def test_what_a_quote_says_is_verified(sentence: str, quote: str) -> None:
    assert not problem(sentence, quote)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        (
            "The safety of inavolisib has been studied in type 2 diabetes that needs ongoing"
            " antihyperglycaemic treatment.",
            NOT_STUDIED,
        ),
        (
            "Fasting glucose rose in 85% of patients on inavolisib: 12% grade 2 (above 160 to 250"
            " mg/dL), 22% grade 3.",
            GRADES,
        ),
        ("On inavolisib 22% had grade 3 (above 250 to 500 mg/dL) hyperglycaemia.", GRADES),
    ],
)
def test_what_is_near_to_it_is_not(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)


def test_a_quote_is_on_the_drug_that_its_title_names() -> None:
    said = (
        "The dosage section of the label of capivasertib changed in 06/2026, so that the 400 mg"
        " twice daily that is held here is older."
    )
    assert not problem(said, USUAL, CHANGED, title="Capivasertib (Truqap)")
    assert problem(said, USUAL, CHANGED, title="Inavolisib (Itovebi)")


@pytest.mark.parametrize(
    ("text", "excludes"),
    [
        ("Node-negative breast cancer is outside this recommendation.", True),
        ("It is for node-positive cancer; node-negative cancer is excluded.", True),
        ("Node-negative breast cancer is not outside this recommendation.", False),
        ("It is recommended not only in node-positive but in node-negative disease.", False),
        ("Node-negative disease is outside, so that it should be offered.", False),
        ("It is recommended in node-positive disease.", False),
    ],
)
def test_a_sentence_may_leave_out_the_patients_own_group(text: str, excludes: bool) -> None:
    needs, here = "is for node-positive disease", "node-negative disease"
    assert excludes_group(text, here, needs, OFFERS) is excludes
