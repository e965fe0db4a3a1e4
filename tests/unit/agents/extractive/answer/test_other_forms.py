"""A drug asked for by a route that no source at hand tells: the source's route is said to be that,
and is no answer."""

from __future__ import annotations

from pathlib import Path

from agents.endings.standing import standing_of
from agents.turns import Answer
from tests.unit.agents.extractive.answer.test_values_outside_rules import conversation


async def test_the_route_of_the_sources_is_not_the_only_one(corpus: Path) -> None:
    thread = conversation(corpus, "drug_information/trastuzumab.yaml")
    ending = await thread.ask("subcutaneous trastuzumab dose?")
    assert isinstance(ending, Answer)
    said = ending.sentences[0]
    assert said.verified
    assert "none of them is on the form that was asked for" in said.text
    assert standing_of(ending) == "partly"
