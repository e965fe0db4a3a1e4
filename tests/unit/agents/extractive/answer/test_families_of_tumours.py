"""An approval asked of one kind of tumour that only names the family says so first."""

from __future__ import annotations

import pytest

from agents.extractive.answer.unweighed_facts import not_weighed
from agents.extractive.question.parsing import parse_text
from tests.unit.agents.extractive.one_statement import document, sorted_out

THYROID = "Pralsetinib is indicated for metastatic thyroid cancer with a RET fusion."
MEDULLARY = "Selpercatinib is indicated for metastatic medullary thyroid cancer with RET mutation."
ANY_SOLID = "Pembrolizumab is indicated for metastatic MSI-high solid tumours."
LUNG = "Osimertinib is indicated for metastatic EGFR-mutated non-small cell lung cancer."


def unweighed(question: str, label: str) -> str:
    return " ".join(not_weighed(parse_text(question), sorted_out(question, document(label))))


@pytest.mark.parametrize(
    ("question", "label", "told"),
    [
        ("Is pralsetinib still approved for MTC?", THYROID, "medullary thyroid cancer (no ind"),
        ("is pralsetinib indicated in ATC?", THYROID, "anaplastic thyroid cancer (no indication"),
        ("is pembrolizumab approved for uveal melanoma?", ANY_SOLID, "uveal melanoma (no indicat"),
    ],
)
def test_the_tumour_is_named_as_one_that_no_label_names(
    question: str, label: str, told: str
) -> None:
    assert told in unweighed(question, label)


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("is selpercatinib approved for MTC?", MEDULLARY),
        ("is pralsetinib approved for thyroid cancer?", THYROID),
        ("is osimertinib approved for lung adenocarcinoma?", LUNG),
        ("is osimertinib approved for lung cancer?", LUNG),
        ("is pembrolizumab approved for MSI-high solid tumours?", ANY_SOLID),
        ("is pembrolizumab approved in MSI-high disease?", ANY_SOLID),
        ("what did pralsetinib do in medullary thyroid cancer?", THYROID),
    ],
)
def test_a_label_that_names_the_tumour_needs_no_such_words(question: str, label: str) -> None:
    assert "names it" not in unweighed(question, label)
