"""A follow-up on a matter that no name tells stays on the drug of its thread; how often an event is
seen differs from drug to drug."""

from __future__ import annotations

from itertools import pairwise

import pytest

from agents.extractive.question.parsing import parse_question, parse_text
from agents.facts.read_sheet import Message
from agents.matching.sub_question import SubQuestion
from agents.turns import Question, ThreadKey, Turn, View


def last_part(*asked: str) -> SubQuestion:
    thread = ThreadKey("T", "C", "1")
    turns = tuple(
        Turn(run_id=f"r{place}", question=text, answer="", outcome="gap")
        for place, (text, _) in enumerate(pairwise(asked))
    )
    question = Question(thread=thread, asker="U", text=asked[-1])
    view = View(
        run_id="now", question=question, turns=turns, said=tuple(Message(each) for each in asked)
    )
    return parse_question(view, ()).parts[0]


@pytest.mark.parametrize(
    ("drug", "between"),
    [
        ("dose of palbociclib?", "does food matter?"),
        ("osimertinib dose?", "storage at home?"),
        ("venetoclax mechanism of action?", "rate of pancreatitis?"),
        ("dose of imatinib?", "is edema common?"),
    ],
)
def test_a_matter_without_a_name_stays_on_the_drug(drug: str, between: str) -> None:
    asked = last_part(drug)
    assert last_part(drug, between).drugs == asked.drugs
    assert last_part(drug, between).kind == "general"
    event = last_part(drug, between, "how often is neutropenia seen?")
    assert (event.kind, event.drugs, event.lacks_drug) == ("rate", asked.drugs, False)


@pytest.mark.parametrize(
    "text",
    [
        "what is rs1799853?",
        "official symbol of CD20?",
        "first line for PIK3CA-mutant HR+ disease?",
        "what did Ben suggest?",
        "what is the capital of France?",
    ],
)
def test_another_subject_takes_no_drug_over(text: str) -> None:
    assert not last_part("dose of capecitabine?", text).drugs


@pytest.mark.parametrize(
    "text",
    [
        "how often is neutropenia seen?",
        "how often were infusion reactions reported?",
        "How frequent is pneumonitis?",
        "incidence of rash?",
    ],
)
def test_how_often_an_event_is_seen_needs_a_drug(text: str) -> None:
    (asked,) = parse_text(text).parts
    assert asked.kind == "rate"
    assert asked.lacks_drug


@pytest.mark.parametrize("text", ["how often is it given?", "how often is denosumab injected?"])
def test_how_often_a_drug_is_given_is_no_rate(text: str) -> None:
    assert all(part.kind == "dose" for part in parse_text(text).parts)
