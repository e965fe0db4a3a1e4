"""A drug that is only remarked on is not asked about."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text

SG, OSI, OLA = "sacituzumab govitecan", "osimertinib", "olaparib"


@pytest.mark.parametrize(
    ("question", "drug"),
    [
        (
            "Sacituzumab govitecan: dose and days of cycle please. Pt is also on T-DXd"
            " consideration.",
            SG,
        ),
        ("Sacituzumab dose. Patient was discussed for T-DXd too.", SG),
        ("Sacituzumab dose please. She had T-DXd.", SG),
        ("osimertinib dose, alectinib was thought of too", OSI),
        ("Osimertinib dose? (amivantamab was considered)", OSI),
        ("alectinib was also discussed. osimertinib dose?", OSI),
        ("Dose of olaparib please. FYI patient is under talazoparib consideration.", OLA),
        ("olaparib missed dose, talazoparib also considered", OLA),
        ("talazoparib was mentioned, but what is the dose of olaparib?", OLA),
    ],
)
def test_a_remark_asks_nothing(question: str, drug: str) -> None:
    assert [part.drugs for part in parse_text(question).parts] == [frozenset({drug})]


@pytest.mark.parametrize(
    ("question", "partner"),
    [
        ("Olaparib dose please. She also takes itraconazole.", "itraconazole"),
        ("Olaparib dose. Pt is on fluconazole.", "fluconazole"),
    ],
)
def test_a_drug_taken_beside_is_weighed(question: str, partner: str) -> None:
    assert any(partner in part.partners for part in parse_text(question).parts)


@pytest.mark.parametrize(
    "question",
    ["dose of olaparib and talazoparib", "Olaparib dose? And talazoparib?"],
)
def test_two_drugs_that_are_asked_about_stay(question: str) -> None:
    drugs = {drug for part in parse_text(question).parts for drug in part.drugs}
    assert drugs == {"olaparib", "talazoparib"}
