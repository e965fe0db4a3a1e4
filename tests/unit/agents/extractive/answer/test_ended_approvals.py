"""Who asks whether an approval stands is told what has ended, and of which drug nothing is."""

from __future__ import annotations

import pytest

from agents.extractive.question.unread.words import unread_phrases
from agents.turns import Abstention, Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary


@pytest.mark.parametrize(
    "question",
    ["is infigratinib withdrawn?", "infigratinib: still approved?", "infigratinib on the market?"],
)
async def test_the_end_of_an_approval_answers_by_itself(question: str) -> None:
    ending = await Conversation(FakeLibrary([])).ask(question)
    assert isinstance(ending, Answer)
    (said,) = ending.sentences
    assert "infigratinib" in said.text
    assert "withdrawn (2024-05-16)" in said.text
    assert said.verified
    assert not ending.unread


@pytest.mark.parametrize("joined", ["infigratinib, osimertinib:", "infigratinib or osimertinib,"])
async def test_a_drug_without_an_end_is_named(joined: str) -> None:
    ending = await Conversation(FakeLibrary([])).ask(f"{joined} still approved?")
    assert isinstance(ending, Answer)
    told = [*(each.text for each in ending.sentences), *ending.not_found]
    assert any("osimertinib" in line and line.startswith("Nothing shown") for line in told)
    assert not any("on infigratinib" in line for line in told if line.startswith("Nothing"))


@pytest.mark.parametrize(
    "question", ["is osimertinib withdrawn?", "infigratinib for cholangiocarcinoma, which dose?"]
)
async def test_nothing_is_answered_where_nothing_ended_or_nobody_asks(question: str) -> None:
    assert isinstance(await Conversation(FakeLibrary([])).ask(question), Abstention)


def test_calculate_is_read_beside_what_a_formula_gives() -> None:
    told = "68 y, 70 kg, male, creat 1.6 mg/dL. olaparib dose?"
    assert unread_phrases(f"calculate CrCl: {told}") == ()
    assert unread_phrases(f"compute his creatinine clearance, {told}") == ()
    assert "calculate" in " ".join(unread_phrases("calculate her prognosis on olaparib"))
