"""Doses for how an organ works, and limits held against the patient's own number."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

USUAL = "In HER2-negative breast cancer talazoparib is given at 1 mg once daily."
MODERATE = (
    "In breast cancer with moderate renal impairment (creatinine clearance 30-59 mL/min)"
    " talazoparib is given at 0.75 mg once daily."
)
HEPATIC = "No dose adjustment of osimertinib is required in mild hepatic impairment."
OSIMERTINIB = "Osimertinib is given at 80 mg once daily until progression."
QTC = (
    "With a QTc interval above 500 msec on at least 2 ECGs osimertinib is withheld until it is"
    " below 481 msec and resumed at 40 mg."
)
RENAL_CASE = "BRCA2-mutated breast cancer, creatinine clearance 38 mL/min. Talazoparib?"
LONG = "EGFR L858R, QTc 512 ms on osimertinib. Go on?"
SHORT = "EGFR L858R, QTc 480 ms on osimertinib. Go on?"


@pytest.mark.parametrize(
    ("sentence", "quotes", "asked"),
    [
        (
            "At her creatinine clearance of 38 mL/min talazoparib is given at 1 mg once daily.",
            (USUAL,),
            RENAL_CASE,
        ),
        (
            "With her moderate renal impairment talazoparib is given at 1 mg daily.",
            (USUAL,),
            RENAL_CASE,
        ),
        (
            "Osimertinib is withheld above 500 msec; his QTc of 512 ms allows 80 mg once daily.",
            (QTC, OSIMERTINIB),
            LONG,
        ),
    ],
)
def test_the_usual_dose_is_none_for_an_impaired_organ(
    sentence: str, quotes: tuple[str, ...], asked: str
) -> None:
    assert "for this organ" in problem(sentence, *quotes, asked=asked)


@pytest.mark.parametrize(
    ("sentence", "quotes", "asked"),
    [
        (
            "At her creatinine clearance of 38 mL/min talazoparib is given at 0.75 mg once daily;"
            " the usual dose is 1 mg.",
            (MODERATE, USUAL),
            RENAL_CASE,
        ),
        (
            "Osimertinib stays at 80 mg once daily in mild hepatic impairment.",
            (HEPATIC, OSIMERTINIB),
            "",
        ),
    ],
)
def test_the_dose_of_an_organ_and_the_usual_one_beside_it_hold(
    sentence: str, quotes: tuple[str, ...], asked: str
) -> None:
    assert problem(sentence, *quotes, asked=asked) == ""


@pytest.mark.parametrize(
    ("sentence", "asked"),
    [
        ("With his QTc of 512 ms the rule above 500 msec does not apply.", LONG),
        ("His QTc of 512 ms does not exceed 500 msec.", LONG),
        ("With his QTc of 480 ms the rule above 500 msec applies.", SHORT),
    ],
)
def test_a_limit_is_compared_with_the_patients_number(sentence: str, asked: str) -> None:
    assert "compared wrongly" in problem(sentence, QTC, asked=asked)


@pytest.mark.parametrize(
    ("sentence", "asked"),
    [
        ("With his QTc of 512 ms the rule above 500 msec applies.", LONG),
        ("The rule above 500 ms does not apply to his QTc of 480 ms.", SHORT),
        ("His QTc of 480 ms is not above 500 msec.", SHORT),
    ],
)
def test_a_limit_that_is_compared_rightly_holds(sentence: str, asked: str) -> None:
    assert problem(sentence, QTC, asked=asked) == ""
