"""A dose at a value of the patient, and the same drug with another: both are answered."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

LABEL = """# Capecitabine label

## Renal impairment

In moderate renal impairment (creatinine clearance 30 to 50 mL/min) capecitabine is reduced by 25%.

## Interactions

With warfarin, capecitabine has caused bleeding; the INR is monitored more often.
"""
BLEEDING = "capecitabine has caused bleeding"
REDUCED = "capecitabine is reduced by 25%"


@pytest.mark.parametrize(
    "asked",
    [
        "Dose of capecitabine at CrCl 40? And can I give it with warfarin?",
        "What is the dose of capecitabine at CrCl 40 and can I give it with warfarin?",
        "CrCl 40: can I give capecitabine with warfarin?",
        "CrCl 20: can I give capecitabine with warfarin?",
    ],
)
async def test_the_value_does_not_take_the_place_of_the_interaction(asked: str) -> None:
    label = document("drug_information", "cape", "Capecitabine", LABEL, drugs=("capecitabine",))
    answer = await Conversation(FakeLibrary([label])).ask(asked)
    assert isinstance(answer, Answer)
    said = " ".join(each.text for each in answer.sentences)
    assert BLEEDING in said
    assert (REDUCED in said) is ("40" in asked)
    assert not any(part.gap for part in answer.parts)
