"""Fever with few neutrophils is one event; a rule that ends a drug comes before a pause."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

SAME = "In grade 3 neutropenia ribociclib is interrupted and resumed at the same dose."
LOWER = "In febrile neutropenia ribociclib is interrupted and resumed at the next lower dose."
PAUSE = "With AST of grade 2 trastuzumab emtansine is withheld until grade 1 or less."
ENDS = (
    "Trastuzumab emtansine is discontinued permanently when transaminases are above 3 times and"
    " bilirubin above 2 times the upper limit of normal."
)


def label(drug: str, *statements: str) -> FakeLibrary:
    text = "## Dose\n\n" + "".join(f"- {each}\n" for each in statements)
    return FakeLibrary([document("drug_information", drug, drug.capitalize(), text, drugs=[drug])])


async def told(question: str, library: FakeLibrary) -> list[str]:
    ending = await Conversation(library).ask(question)
    assert isinstance(ending, Answer)
    return [each.text for each in ending.sentences]


@pytest.mark.parametrize(
    "question",
    [
        "ribociclib, ANC 0.7, fever 38.9. Dose?",
        "ribociclib: grade 3 neutropenia with temp 39.1. What now?",
        "ribociclib, ANC 0.8, febrile. Which dose?",
        "ribociclib ANC 0.8 and T 101.5F. Dose?",
    ],
)
async def test_neutropenia_with_fever_has_the_rule_for_both(question: str) -> None:
    answer = await told(question, label("ribociclib", SAME, LOWER))
    assert LOWER in answer
    assert SAME not in answer


@pytest.mark.parametrize(
    "question",
    [
        "ribociclib, ANC 0.7, afebrile. Dose?",
        "ribociclib, ANC 0.7, T 36.8. Dose?",
        "ribociclib, grade 3 neutropenia, no fever. Which dose?",
    ],
)
async def test_neutropenia_without_fever_keeps_its_rule(question: str) -> None:
    answer = await told(question, label("ribociclib", SAME, LOWER))
    assert answer[0] == SAME


async def test_what_ends_a_drug_for_good_comes_first() -> None:
    question = "Trastuzumab emtansine: AST 4x ULN and bilirubin 2.5x ULN. Dose?"
    answer = await told(question, label("trastuzumab emtansine", PAUSE, ENDS))
    assert answer[0] == ENDS
