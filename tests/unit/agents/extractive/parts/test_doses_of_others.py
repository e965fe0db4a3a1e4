"""The dose of a drug that is given beside the treatment is asked of that drug."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

LETROZOLE = "No dose adjustment of letrozole is required at a creatinine clearance of 10 or more."
LOWER = "With a creatinine clearance of 30 to 40 mL/min zoledronic acid is given at 3.0 mg."
NOT = "Zoledronic acid is contraindicated with a creatinine clearance below 30 mL/min."


def labels() -> FakeLibrary:
    text = f"## Renal impairment\n\n{LOWER}\n\n{NOT}\n"
    other = f"## Renal impairment\n\n{LETROZOLE}\n"
    return FakeLibrary(
        [
            document("drug_information", "z", "Zoledronic acid", text, drugs=["zoledronic acid"]),
            document("drug_information", "l", "Letrozole", other, drugs=["letrozole"]),
        ]
    )


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("63F on letrozole, bone mets, CrCl 22 mL/min. What dose of zoledronic acid?", NOT),
        ("72F, adjuvant letrozole, T-score -2.8, eGFR 28: zoledronic acid dose?", NOT),
        ("on letrozole, CrCl 35 mL/min, zoledronic acid dose?", LOWER),
    ],
)
async def test_the_dose_of_a_drug_beside_the_treatment_is_its_own(question: str, told: str) -> None:
    ending = await Conversation(labels()).ask(question)
    assert isinstance(ending, Answer)
    assert [each.text for each in ending.sentences] == [told]


@pytest.mark.parametrize(
    ("question", "partner"),
    [
        ("Patient on capecitabine, INR 4. warfarin dose?", "warfarin"),
        ("ribociclib with clarithromycin dose?", "clarithromycin"),
    ],
)
def test_a_drug_that_the_treatment_changes_is_asked_about_with_it(
    question: str, partner: str
) -> None:
    parts = parse_text(question).parts
    assert any(partner in part.partners for part in parts)
