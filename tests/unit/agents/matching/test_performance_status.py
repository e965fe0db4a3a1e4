"""A performance status of 3 or 4 has to be weighed; that no source speaks of it is said."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.matching.judging import judge_for_patient
from agents.matching.safety.safety_facts import PERFORMANCE, safety_facts_of
from retrieval.derivation.derive import derive_statements
from tests.unit.agents.extractive.one_statement import document as document_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("82yo, ECOG 3, HER2-low MBC. T-DXd?", ["ECOG 3"]),
        ("PS 4, olaparib for gBRCA MBC?", ["ECOG 4"]),
        ("KPS 40, NSCLC EGFR ex19del", ["ECOG 3"]),
        ("ECOG 1, mTNBC, sacituzumab?", []),
        ("ECOG 2, mTNBC, sacituzumab?", []),
        ("KPS 80, mTNBC", []),
    ],
)
def test_what_is_poor(text: str, words: list[str]) -> None:
    facts = safety_facts_of(read_fact_sheet([Message(text=text)]))
    assert [each.words for each in facts if each.name == PERFORMANCE] == words


@pytest.mark.parametrize(
    ("words", "here", "reason"),
    [
        ("ECOG performance status 0-1", 3, "is for ECOG 0 to 1; here: ECOG 3"),
        ("good performance status", 3, "is for ECOG 0 to 2; here: ECOG 3"),
        ("good performance status", 2, ""),
        ("good performance status", 1, ""),
    ],
)
def test_words_that_ask_for_a_performance_status(words: str, here: int, reason: str) -> None:
    text = f"For stage IV lung cancer with {words}, ASCO advises pembrolizumab in the first line.\n"
    (statement,) = derive_statements(document_of(text))
    judgement = judge_for_patient(
        statement, read_fact_sheet([Message(text=f"NSCLC, ECOG {here}, metastatic")])
    )
    assert judgement.reason == reason
