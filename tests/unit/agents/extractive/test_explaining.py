"""How a question was read, told in words: nothing of Python in it."""

from __future__ import annotations

import re

import pytest

from agents.extractive.explaining import question_lines
from agents.extractive.question.parsing import parse_text
from agents.run.tools.cards import tool_cards
from retrieval.declaration.cards import read_cards

PYTHON = re.compile(r"frozenset|\(\w+=|_|\bNone\b|\bTrue\b|[\[{]")


@pytest.mark.parametrize(
    "text",
    [
        "HER2 low, ER+, PIK3CA mutation, ECOG 2, eGFR 28: what next after CDK4/6?",
        "ANC 0.8 on day 1 of C3, dose of palbociclib?",
        "second-line therapy for metastatic EGFR L858R lung cancer on phenytoin?",
        "Patient A has ER+ cancer, patient B has HER2+ cancer. Dose of olaparib and alpelisib?",
        "olaparib without a BRCA mutation?",
    ],
)
def test_what_was_read_is_told_in_words(text: str) -> None:
    lines = list(question_lines(parse_text(text, tool_cards(read_cards()))))
    told = [line for line in lines if not line.startswith("Part ")]
    assert [line for line in told if PYTHON.search(line)] == []


def test_days_and_circumstances_are_named() -> None:
    lines = "\n".join(
        question_lines(
            parse_text(
                "ANC 0.8 on day 1 of C3 with eGFR 28, palbociclib dose?", tool_cards(read_cards())
            )
        )
    )
    assert "  cycle days: day 1, cycle 3" in lines
    assert "eGFR 28 mL/min" in lines
