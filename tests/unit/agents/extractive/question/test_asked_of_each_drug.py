"""A follow-up that names no drug is on the drug of its thread, or on each that was asked."""

from __future__ import annotations

from itertools import pairwise

import pytest

from agents.extractive.question.parsing import parse_question
from agents.facts.read_sheet import Message
from agents.turns import Question, ThreadKey, Turn, View


def drugs_of(*asked: str) -> list[list[str]]:
    turns = tuple(
        Turn(run_id=f"r{place}", question=text, answer="", outcome="gap")
        for place, (text, _) in enumerate(pairwise(asked))
    )
    question = Question(thread=ThreadKey("T", "C", "1"), asker="U", text=asked[-1])
    said = tuple(Message(each) for each in asked)
    view = View(run_id="now", question=question, turns=turns, said=said)
    return [sorted(part.drugs) for part in parse_question(view, ()).parts]


@pytest.mark.parametrize("later", ["does food matter?", "and with food?", "will meals affect it?"])
def test_food_is_asked_of_the_drug_of_the_thread(later: str) -> None:
    assert drugs_of("abiraterone dose?", later) == [["abiraterone"]]


def test_of_two_drugs_each_is_meant() -> None:
    told = drugs_of("olaparib or niraparib dose?", "does food matter?")
    assert told == [["olaparib"], ["niraparib"]]
