"""Two organs of one patient: each has its rule or its gap, and one says nothing of the other."""

from __future__ import annotations

import pytest

from agents.turns import Abstention, Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

MILD = "In mild or moderate hepatic impairment (Child-Pugh A or B) the dose of neratinib stays."
SEVERE = "In severe hepatic impairment (Child-Pugh C) neratinib is started at 80 mg once daily."
PAIR = (
    "Neratinib inhibits a transporter; with metformin creatinine clearance fell by 23% for a time."
)
LIVER = f"## Hepatic impairment\n\n{MILD}\n\n{SEVERE}\n\n## Interactions\n\n{PAIR}\n"


def shelf() -> FakeLibrary:
    found = document("drug_information", "n", "Neratinib", LIVER, drugs=["neratinib"])
    return FakeLibrary([found])


async def answer(question: str) -> Answer:
    ending = await Conversation(shelf()).ask(question)
    assert isinstance(ending, Answer), ending
    return ending


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("neratinib in Child-Pugh C, CrCl 70", "creatinine clearance 70 mL/min"),
        ("neratinib dose, Child-Pugh C and CrCl 25?", "creatinine clearance 25 mL/min"),
        ("neratinib: eGFR 40, severe hepatic impairment", "eGFR 40 mL/min"),
        ("neratinib in a dialysis patient with Child-Pugh C", "dialysis"),
    ],
)
async def test_the_rule_of_the_one_organ_is_told_and_the_gap_names_the_other(
    question: str, missing: str
) -> None:
    ending = await answer(question)
    assert [each.text for each in ending.sentences] == [SEVERE]
    (gap,) = [part.gap for part in ending.parts if part.gap is not None]
    assert gap.name.endswith(f"neratinib ({missing})")
    assert "nearest" not in gap.detail


@pytest.mark.parametrize(
    "question",
    [
        "Patient with CrCl 25 mL/min and metastatic breast cancer. Neratinib dose in Child-Pugh C?",
        "Creatinine clearance 20 mL/min. Dose of neratinib in severe hepatic impairment?",
    ],
)
async def test_an_organ_of_the_case_does_not_take_the_rule_of_the_other(question: str) -> None:
    ending = await answer(question)
    first, second = (each.text for each in ending.sentences)
    assert first.startswith("No statement found speaks of creatinine clearance 2")
    assert second == SEVERE


async def test_in_pregnancy_of_which_nothing_speaks_no_rule_of_an_organ_is_told() -> None:
    ending = await Conversation(shelf()).ask("She is pregnant. Neratinib dose in Child-Pugh C?")
    assert isinstance(ending, Abstention)
    assert "nearest" not in ending.gap.detail


async def test_that_only_a_general_rule_is_there_holds_when_it_is_checked() -> None:
    text = "## Dose\n\nFor adverse reactions neratinib is reduced from 240 mg to 200 mg daily.\n"
    found = document("drug_information", "n", "Neratinib", text, drugs=["neratinib"])
    ending = await Conversation(FakeLibrary([found])).ask("neratinib, platelets 22, which dose?")
    assert isinstance(ending, Answer)
    assert ending.sentences[0].text.startswith("No rule at hand is on thrombocytopenia grade 4")
    assert ending.sentences[0].verified
