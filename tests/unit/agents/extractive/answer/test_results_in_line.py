"""Where no source offers anything, what landmark trials found in just the patient's line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.extractive.answer.selection.statements import select
from agents.extractive.evidence.judgements import judgements
from agents.extractive.question.parsing import parse_text
from retrieval.statements.model import Result
from tests.unit.agents.extractive.one_statement import cited, document

TRIAL = (
    "In EXAMPLE-9, median overall survival of untreated metastatic urothelial cancer in the first"
    " line was 31.5 months with enfortumab vedotin and pembrolizumab and 16.1 months with platinum"
    " chemotherapy."
)


def told(question: str, *, role: str = "landmark_trial", text: str = TRIAL) -> list[str]:
    source, parsed = document(text), parse_text(question)
    result = Result(trial="EXAMPLE-9", arm="", comparator="", endpoint="overall survival", value="")
    found = [
        cited(replace(each, statement=replace(each.statement, result=result)), source, role)
        for _, each in judgements(parsed, 0, [source], role)
    ]
    return [each.words for each in select(parsed.parts[0], found, frozenset()).answers]


def test_a_landmark_trial_in_the_line_answers() -> None:
    assert told("Metastatic urothelial carcinoma, first line, what treatment?") == [TRIAL]


@pytest.mark.parametrize(
    "question",
    [
        "Metastatic urothelial carcinoma, second line, what treatment?",
        "Metastatic kidney cancer, first line, what treatment?",
        "Metastatic urothelial carcinoma, progressed on pembrolizumab, what treatment?",
    ],
)
def test_not_for_another_patient(question: str) -> None:
    assert told(question) == []


def test_not_of_another_source() -> None:
    assert told("Metastatic urothelial carcinoma, first line, what treatment?", role="trial") == []
