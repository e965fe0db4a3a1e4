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


def test_an_event_that_is_worse_is_asked_of_each_drug() -> None:
    told = drugs_of("exemestane everolimus stomatitis gr 2", "gr 3 now, dose?")
    assert told == [["exemestane"], ["everolimus"]]


@pytest.mark.parametrize("later", ["PPI off, famotidine instead", "swapped omeprazole for Pepcid"])
def test_another_partner_is_asked_of_the_drug_of_the_thread(later: str) -> None:
    assert drugs_of("sotorasib ok with omeprazole?", later) == [["sotorasib"]]


@pytest.mark.parametrize(
    ("later", "drugs"),
    [
        ("had docetaxel as well. Hb 7.4, start today?", ["olaparib"]),
        ("on alectinib now. CrCl 30, dose?", ["alectinib"]),
    ],
)
def test_a_drug_that_was_had_is_not_the_one_to_start(later: str, drugs: list[str]) -> None:
    asked = "BRCA2 prostate cancer, PD enzalutamide; olaparib?"
    assert drugs_of(asked, later) == [drugs]
