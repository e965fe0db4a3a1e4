"""Who says something, how firmly, how often and in which case, told in other words."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

CPIC = "In UGT1A1 poor metabolizers CPIC starts irinotecan at a 50% reduction."
FDA = "The FDA asks to consider a reduced starting dose of irinotecan in UGT1A1 poor metabolizers."
BEFORE = "DPYD testing belongs before the first dose of capecitabine."
PROVEN = (
    "The label states that no encorafenib dosage has proven safe in severe hepatic impairment and"
    " that data are insufficient for a dosage in moderate impairment."
)
DOUBLED = "If a moderate CYP3A inducer cannot be avoided, the dose of acalabrutinib is doubled."
RECURRENT = "For recurrent grade 2 colitis nivolumab is discontinued permanently."


@pytest.mark.parametrize(
    ("sentence", "quotes"),
    [
        ("In UGT1A1 poor metabolizers the FDA starts irinotecan at half the dose.", (CPIC, FDA)),
        ("DPYD testing is optional before capecitabine.", (BEFORE,)),
        ("A first grade 2 colitis ends nivolumab permanently.", (RECURRENT,)),
        ("With a CYP3A inducer acalabrutinib is given at three times the dose.", (DOUBLED,)),
    ],
)
def test_another_speaker_strength_or_time_is_seen(sentence: str, quotes: tuple[str, ...]) -> None:
    assert problem(sentence, *quotes)


@pytest.mark.parametrize(
    ("sentence", "quotes"),
    [
        ("In UGT1A1 poor metabolizers CPIC starts irinotecan at half the dose.", (CPIC, FDA)),
        ("DPYD must be tested before capecitabine is started.", (BEFORE,)),
        (
            "Should a moderate CYP3A inducer be unavoidable, acalabrutinib is given at twice the"
            " dose.",
            (DOUBLED,),
        ),
        ("Nivolumab is stopped for good once grade 2 colitis recurs.", (RECURRENT,)),
        (
            "First-line osimertinib was studied in EGFR-mutated lung cancer.",
            (
                "The trial studied osimertinib in untreated EGFR-mutated stage IV"
                " non-squamous lung cancer.",
            ),
        ),
    ],
)
def test_the_same_in_other_words_holds(sentence: str, quotes: tuple[str, ...]) -> None:
    assert not problem(sentence, *quotes)


def test_what_is_proven_of_nothing_is_denied_together_with_the_proof() -> None:
    said = "The label names a safe encorafenib dosage for severe hepatic impairment."
    assert problem(said, PROVEN).startswith("The cited quotes deny this")
