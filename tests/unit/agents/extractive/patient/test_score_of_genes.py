"""Advice by a recurrence score is told to those whose score it is for, and with it to others."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

ADVICE = (
    "Chemotherapy is recommended in node-negative, ER-positive, HER2-negative early breast cancer"
    " with an Oncotype DX score of 26 or greater."
)
CASE = "58F T2N0 ER+ HER2- early breast cancer, {}. Adjuvant chemotherapy?"


async def _told(score: str) -> list[str]:
    page = document(
        "asco_guidelines", "a", "ASCO: early breast cancer", f"## Recommendations\n\n{ADVICE}\n"
    )
    ending = await Conversation(FakeLibrary([page])).ask(CASE.format(score))
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else []


@pytest.mark.parametrize("score", ["RS 31", "Oncotype DX 26"])
async def test_a_score_in_the_range(score: str) -> None:
    assert ADVICE in await _told(score)


@pytest.mark.parametrize("score", ["RS 22", "Oncotype DX 25"])
async def test_a_score_outside_the_range(score: str) -> None:
    assert not any(ADVICE in each for each in await _told(score))


async def test_a_score_that_nobody_told() -> None:
    said = await _told("MammaPrint high")
    assert said[0] == f"Only with recurrence score at least 26: {ADVICE}"
