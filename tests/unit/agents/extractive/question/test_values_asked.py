"""Questions for a value that a formula gives, before anything of it is known."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.extractive.question.requests.calculations import CALCULATION
from agents.turns import Abstention, Answer
from tests.unit.agents.extractive.conftest import Conversation


@pytest.mark.parametrize(
    "text", ["What is the creatinine clearance?", "What's her BSA?", "and the ANC?"]
)
async def test_a_value_of_the_patient_asks_for_its_inputs(thread: Conversation, text: str) -> None:
    ending = await thread.ask(text)
    assert isinstance(ending, Abstention)
    assert ending.gap.missing == "fact"
    assert thread.searched == []


@pytest.mark.parametrize(
    "text",
    ["What is creatinine clearance?", "What is the creatinine clearance limit for cisplatin?"],
)
def test_what_a_value_is_or_limits_is_looked_up(text: str) -> None:
    assert parse_text(text).parts[0].kind != CALCULATION


@pytest.mark.parametrize(
    "text",
    [
        "Carboplatin AUC 5, she is 62, weighs 60 kg, creatinine 0.8 mg/dL. How many mg?",
        "62 yo woman, 60 kg, creatinine 0.8 mg/dL. Carboplatin AUC 5. Dose?",
    ],
)
async def test_a_target_exposure_is_reached_by_the_formula(thread: Conversation, text: str) -> None:
    ending = await thread.ask(text)
    assert isinstance(ending, Answer)
    assert any("470 mg" in each.text for each in ending.sentences)
    assert thread.searched == []


async def test_without_the_clearance_the_formula_asks_for_it(thread: Conversation) -> None:
    ending = await thread.ask("Carboplatin AUC 5. How many mg?")
    assert isinstance(ending, Abstention)
    assert (ending.gap.missing, ending.gap.name) == ("fact", "creatinine clearance")


def test_a_reduction_is_no_matter_of_the_formula() -> None:
    text = "Carboplatin AUC 5, platelets 40 on day 1. Which dose?"
    assert all(part.kind != CALCULATION for part in parse_text(text).parts)
