"""The dose of a drug that the same message asks to choose: of each that is found, with its own
source, or which of them has no record."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

LABELS = {
    "talazoparib": (
        "Talazoparib is indicated for HER2-negative metastatic breast cancer with a germline BRCA1"
        " or BRCA2 mutation.",
        "Talazoparib is given at 1 mg once daily.\n\n## Renal impairment\n\nWith a creatinine"
        " clearance of 30 to 59 mL/min talazoparib is given at 0.75 mg once daily.",
    ),
    "olaparib": (
        "Olaparib is indicated for HER2-negative metastatic breast cancer with a germline BRCA1 or"
        " BRCA2 mutation.",
        "Olaparib is given at 300 mg twice daily.\n\n## Interactions\n\nStrong CYP3A inducers"
        " should be avoided with olaparib.",
    ),
    "niraparib": (
        "Niraparib is indicated for HER2-negative metastatic breast cancer with a germline BRCA1 or"
        " BRCA2 mutation.",
        "",
    ),
}
ADVICE = "For metastatic breast cancer with a germline BRCA1 mutation, ASCO recommends olaparib."
PATIENT = "HER2-negative metastatic breast cancer with a germline BRCA1 mutation"


def library(*drugs: str) -> FakeLibrary:
    labels = [
        document(
            "drug_information",
            drug,
            drug.capitalize(),
            f"## Indications\n\n{LABELS[drug][0]}\n\n## Dose\n\n{LABELS[drug][1]}\n",
            drugs=[drug],
        )
        for drug in drugs
    ]
    advice = document("asco_guidelines", "advice", "ASCO on breast cancer", f"{ADVICE}\n")
    return FakeLibrary([*labels, advice])


async def answered(question: str, *drugs: str) -> Answer:
    ending = await Conversation(library(*drugs)).ask(question)
    assert isinstance(ending, Answer), ending
    assert all(each.verified for each in ending.sentences)
    return ending


@pytest.mark.parametrize(
    "question",
    [
        f"Which treatment do guidelines recommend for {PATIENT}, and what is its recommended dose?",
        f"What is recommended for {PATIENT} and at what dose?",
        f"Which drug is approved for {PATIENT} and how is it dosed?",
        f"which PARP inhibitor for {PATIENT}, and the dose?",
        f"{PATIENT}: preferred agent and schedule?",
    ],
)
async def test_each_option_and_its_dose_are_told(question: str) -> None:
    ending = await answered(question, "talazoparib", "olaparib", "niraparib")
    said = {each.text: each for each in ending.sentences}
    for words, drug in (("at 1 mg once daily", "Talazoparib"), ("300 mg twice daily", "Olaparib")):
        (dose,) = (each for text, each in said.items() if words in text)
        assert drug in dose.text
        assert dose.keys
        assert any(f"{drug} is indicated" in text for text in said)
    assert any("dose of niraparib" in line for line in ending.not_found)


async def test_what_is_advised_has_its_dose_told_first() -> None:
    question = f"Which drug for {PATIENT}, and its dose?"
    ending = await answered(question, "talazoparib", "olaparib")
    doses = [each.text for each in ending.sentences if "mg" in each.text]
    assert "Olaparib" in doses[0]


async def test_the_dose_for_what_the_patient_has_stands_in_place_of_the_plain_one() -> None:
    question = f"{PATIENT}, creatinine clearance 35 mL/min: which drug and which dose?"
    ending = await answered(question, "talazoparib", "olaparib")
    text = " ".join(each.text for each in ending.sentences)
    assert "0.75 mg" in text
    assert "at 1 mg once daily" not in text
    assert "300 mg" not in text
    assert any("dose of olaparib (creatinine clearance" in line for line in ending.not_found)


async def test_what_the_patient_takes_stands_in_place_of_the_plain_dose() -> None:
    question = f"{PATIENT}, on rifampicin: which drug and which dose?"
    ending = await answered(question, "talazoparib", "olaparib")
    text = " ".join(each.text for each in ending.sentences)
    assert "should be avoided with olaparib" in text
    assert "300 mg" not in text
    assert any("dose of talazoparib (with rifampin)" in line for line in ending.not_found)
