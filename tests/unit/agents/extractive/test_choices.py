"""What is read as a choice of treatment, and for which tumour an option is told."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from tests.unit.agents.extractive.one_statement import document, sorted_out

KINDS = [
    ("Hx of pneumonitis gr 2 in 2022, HER2-low metastatic breast cancer. T-DXd?", "therapy"),
    ("HER2+ mBC 2L, radiation pneumonitis 3 years ago. T-DXd or tucatinib?", "therapy"),
    ("HER2+ mBC, grade 2 ILD now. T-DXd?", "adverse"),
    ("T-DXd for HER2+ mBC, had grade 1 ILD on T-DXd. T-DXd?", "adverse"),
    ("T-DXd, grade 2 ILD. continue?", "adverse"),
    ("HR+ mBC, AKT1 E17K, pd on letrozole. capivasertib + fulvestrant?", "therapy"),
    ("melanoma BRAF V600E. dabrafenib + trametinib?", "therapy"),
    ("HR+ mBC. ribociclib + tamoxifen?", "interaction"),
]


@pytest.mark.parametrize(("question", "kind"), KINDS)
def test_an_event_of_long_ago_and_a_named_regimen_leave_a_choice(question: str, kind: str) -> None:
    assert parse_text(question).parts[-1].kind == kind


@pytest.mark.parametrize(
    "question",
    ["melanoma BRAF V600E. is dabrafenib safe?", "melanoma, BRAF V600E: dabrafenib, any issue?"],
)
def test_an_option_for_another_tumour_answers_no_question(question: str) -> None:
    text = "Dabrafenib is indicated for non-small cell lung cancer with BRAF V600E."
    assert not any(part.answers for part in sorted_out(question, document(text)))


def test_the_indication_for_the_tumour_comes_before_that_for_every_solid_tumour() -> None:
    text = (
        "Trastuzumab deruxtecan is indicated for HER2-positive solid tumours.\n\nTrastuzumab"
        " deruxtecan is indicated for HER2-positive breast cancer."
    )
    (selected,) = sorted_out("HER2-positive breast cancer, trastuzumab deruxtecan?", document(text))
    assert "breast cancer" in selected.answers[0].words
