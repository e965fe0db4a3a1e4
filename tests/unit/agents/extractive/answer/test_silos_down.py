"""What was searched, where silos did not answer."""

from __future__ import annotations

from agents.turns import Abstention
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary


async def test_a_silo_that_did_not_answer_is_not_told_as_searched() -> None:
    library = FakeLibrary(down={"drug_information"})
    ending = await Conversation(library).ask("olaparib dose in severe renal impairment?")
    assert isinstance(ending, Abstention)
    assert ending.tried
    assert "Drug information" not in ending.tried
    assert "so not searched: Drug information" in ending.gap.detail
