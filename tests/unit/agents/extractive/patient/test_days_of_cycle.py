"""The rule for just the day of the cycle that is told comes first."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

VAGUE = "In grade 3 or 4 neutropenia palbociclib is interrupted, reduced or its next cycle delayed."
DAY_1 = "With grade 3 neutropenia on Day 1 of a cycle palbociclib is withheld for 1 week."
DAY_15 = (
    "With grade 3 neutropenia on Day 15 of the first 2 cycles palbociclib is continued at the same"
    " dose, and the blood count is repeated on Day 22."
)
LABEL = document(
    "drug_information",
    "palbociclib",
    "Palbociclib",
    f"## Dose\n\n- {VAGUE}\n- {DAY_1}\n- {DAY_15}\n",
    drugs=["palbociclib"],
)


async def told(*questions: str) -> list[str]:
    conversation = Conversation(FakeLibrary([LABEL]))
    for question in questions:
        ending = await conversation.ask(question)
    assert isinstance(ending, Answer)
    return [each.text for each in ending.sentences]


@pytest.mark.parametrize(
    "question",
    [
        "Palbo 125, ANC 0.8 day 1 of C3, afebrile. Dose?",
        "palbociclib ANC 0.8 D1 C2, what now?",
        "Palbo G3 neutropenia on day 1, what to do?",
        "Palbociclib ANC 0.8 at the start of cycle 2. Dose?",
        "palbociclib: grade 3 neutropenia C2D1, hold?",
    ],
)
async def test_day_1(question: str) -> None:
    assert await told(question) == [DAY_1]


@pytest.mark.parametrize(
    "question",
    [
        "Palbo, G3 neutropenia day 15 cycle 1. Hold?",
        "palbo, G3 neutropenia C1D15",
        "palbociclib 125 mg, ANC 0.9 on D15 of cycle 2. dose?",
        "palbociclib, ANC 0.8, day 15. Continue?",
    ],
)
async def test_day_15(question: str) -> None:
    assert await told(question) == [DAY_15]


async def test_a_rule_for_the_first_cycles_is_not_for_a_later_one() -> None:
    assert await told("palbociclib, grade 3 neutropenia C4D15. What now?") == [VAGUE]


async def test_a_follow_up_moves_to_another_day() -> None:
    answer = await told("palbo, G3 neutropenia day 15 cycle 1. Hold?", "and if it was day 1?")
    assert answer == [DAY_1]
