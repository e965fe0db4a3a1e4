"""An answer on the usual case says that it is none for the unusual one that was asked about."""

from __future__ import annotations

import pytest

from agents.extractive.excerpts import excerpts
from agents.extractive.provisos import provisos
from retrieval.documents import Document


@pytest.mark.parametrize(
    ("question", "quote", "of"),
    [
        ("olaparib in BRCA1 VUS?", "Olaparib is indicated in BRCA-mutated disease.", "uncertain"),
        ("alpelisib, PIK3CA wild-type", "Alpelisib is for PIK3CA-mutated disease.", "wild type"),
        ("capecitabine in dialysis?", "In moderate renal impairment give 75%.", "dialysis"),
        ("third line osimertinib?", "Osimertinib is a first-line option.", "line of therapy"),
        ("trastuzumab in HER2-negative cancer", "It is for HER2-positive cancer.", "HER2-negative"),
    ],
)
def test_what_no_quote_speaks_of_is_said(question: str, quote: str, of: str) -> None:
    (line,) = provisos(question, [quote])
    assert of in line


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("olaparib in BRCA1 VUS?", "A variant of uncertain significance is no indication."),
        ("capecitabine in dialysis?", "It was not studied in haemodialysis."),
        ("olaparib in HER2-negative cancer", "Olaparib is for HER2-negative cancer."),
        ("olaparib dose", "The dose is 300 mg."),
    ],
)
def test_what_a_quote_speaks_of_needs_no_proviso(question: str, quote: str) -> None:
    assert provisos(question, [quote]) == ()


def test_nothing_is_said_where_nothing_is_quoted() -> None:
    assert provisos("olaparib in BRCA1 VUS?", []) == ()


def test_a_sentence_that_points_back_is_quoted_with_what_it_points_to() -> None:
    text = (
        "One trial saw longer survival with early surgery of the primary tumour. "
        "A later meta-analysis of eight trials did not confirm this."
    )
    document = Document(silo="pubmed", id="a", version="1", title="Surgery", text=text)
    assert [excerpt.text for excerpt in excerpts(document)][1] == text
