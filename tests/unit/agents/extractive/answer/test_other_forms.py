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


async def test_that_a_drug_has_another_route_is_an_answer_to_its_dose(corpus: Path) -> None:
    thread = conversation(corpus, "drug_information/fulvestrant.yaml")
    ending = await thread.ask("Can I give fulvestrant tablets for HR+ metastatic breast cancer?")
    assert isinstance(ending, Answer)
    assert ending.sentences[0].text == "Fulvestrant is given into a muscle, not by mouth."
    assert not ending.not_found
