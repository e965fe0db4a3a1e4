"""A dose that depends on the body weight limits the drug, whatever is asked of it."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

LIGHT = "Below 50 kg of body weight selpercatinib is given at most at 120 mg twice daily."
HEAVY = "From 50 kg of body weight selpercatinib is given at most at 160 mg twice daily."


@pytest.mark.parametrize(
    ("question", "is_told", "is_not"),
    [
        ("48 kg woman, RET fusion NSCLC. Any issues with selpercatinib?", LIGHT, HEAVY),
        ("82 kg man, RET fusion NSCLC. Contraindications to selpercatinib?", HEAVY, LIGHT),
    ],
)
async def test_the_dose_for_the_weight_is_told(question: str, is_told: str, is_not: str) -> None:
    text = "\n\n".join(("## Dose", LIGHT, HEAVY))
    shelf = FakeLibrary([document("drug_information", "s", "Selpercatinib", text)])
    ending = await Conversation(shelf).ask(question)
    told = [each.text for each in ending.sentences] if isinstance(ending, Answer) else []
    assert is_told in told
    assert is_not not in told
