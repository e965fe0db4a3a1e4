"""Advice that is for every line settles no choice, and a gene of the body names no option."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.extractive.answer.selection.publishers import decides
from agents.extractive.answer.selection.suitability import is_beside_options
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.extractive.evidence.judgements import judgements
from agents.extractive.question.parsing import parse_text
from agents.matching.sub_question import SubQuestion
from names.clinical.values import Line
from retrieval.statements.model import Statement
from tests.unit.agents.extractive.one_statement import cited, document

PATIENT = "HER2-positive metastatic breast cancer after docetaxel and trastuzumab. Options?"


def found(words: str, role: str, line: Line | None = None) -> tuple[CitedStatement, SubQuestion]:
    source, parsed = document(words), parse_text(PATIENT)
    ((_, judgement),) = judgements(parsed, 0, [source], role)
    judgement = replace(judgement, statement=_advice(judgement.statement, line))
    return cited(judgement, source, role), parsed.parts[0]


def _advice(statement: Statement, line: Line | None) -> Statement:
    return replace(statement, kind="recommendation", applies=replace(statement.applies, line=line))


@pytest.mark.parametrize(
    ("line", "settles"), [(Line(first=2, last=2), True), (Line(first=1, last=3), False)]
)
def test_advice_for_every_line_settles_nothing(line: Line, settles: bool) -> None:
    words = (
        "In the second line of metastatic HER2-positive breast cancer the society advises"
        " chemotherapy with HER2-targeted therapy."
    )
    assert decides(*found(words, "guideline", line)) is settles


def test_a_gene_of_the_body_of_which_nothing_is_known_names_no_option() -> None:
    words = "No HLA test is recommended before lapatinib in metastatic HER2-positive breast cancer."
    assert is_beside_options(*found(words, "pharmacogenomics"))
    assert not is_beside_options(*found(words, "guideline"))
