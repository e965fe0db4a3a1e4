"""Of several indications of a drug the reason is told of the one for this kind of the disease, and
what a trial found for just this patient is told beside it."""

from __future__ import annotations

import pytest

from agents.extractive.answer.sentences import sentences_of
from tests.unit.agents.extractive.one_statement import document, sorted_out

TWO_INDICATIONS = (
    "Sacituzumab govitecan is indicated for metastatic HR-positive, HER2-negative breast cancer in"
    " the third line or later.\n\n"
    "Sacituzumab govitecan is indicated for metastatic triple-negative breast cancer in the second"
    " line or later.\n\n"
)
FOUND = (
    "In first-line metastatic triple-negative breast cancer, median progression-free survival in"
    " ASCENT-03 was 9.7 months with sacituzumab govitecan.\n"
)
BRAF = (
    "Encorafenib with cetuximab is indicated for metastatic colorectal cancer with a BRAF V600E"
    " mutation in the second line or later.\n\n"
    "Encorafenib with cetuximab and fluorouracil is indicated for metastatic colorectal cancer with"
    " a BRAF V600E mutation.\n"
)


@pytest.mark.parametrize(
    "question",
    ["mTNBC, 1L, unfit for IO. SG or chemo?", "mTNBC CPS 5, 1L. Sacituzumab govitecan?"],
)
def test_the_reason_is_of_the_own_disease(question: str) -> None:
    said = sentences_of(sorted_out(question, document(TWO_INDICATIONS + FOUND))[0], 0)
    assert said[0].basis == "matching"
    assert "here: first line" in said[0].text
    assert "HR-positive" not in said[0].text
    assert any("ASCENT-03" in each.text for each in said[1:])


def test_a_larger_regimen_does_not_answer_for_a_smaller_one() -> None:
    question = "mCRC BRAF V600E, in CR after FOLFOX. Encorafenib + cetuximab?"
    first = sentences_of(sorted_out(question, document(BRAF))[0], 0)[0]
    assert first.basis == "matching"
    assert "no progression after" in first.text


def test_who_progressed_gets_the_regimen() -> None:
    question = "mCRC BRAF V600E, progressed on FOLFOX. Encorafenib + cetuximab?"
    first = sentences_of(sorted_out(question, document(BRAF))[0], 0)[0]
    assert first.basis == "quote"


def test_a_first_line_takes_no_place_of_a_treatment_that_works() -> None:
    text = (
        "Amivantamab is indicated for first-line treatment of EGFR exon 19 deleted lung cancer.\n"
    )
    question = "lung cancer EGFR exon 19 deletion, responding on osimertinib. Amivantamab?"
    first = sentences_of(sorted_out(question, document(text))[0], 0)[0]
    assert "is for first line; here: no progression on osimertinib" in first.text
