"""Tumours that are called by their organ alone, metastases of the parts of the brain, and drugs
beside the tumour that failed."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe
from names.clinical.values import Setting
from tests.unit.agents.facts.phrases import said


def facts_of(text: str) -> list[str]:
    return [describe(fact.value) for fact in read_fact_sheet([said(text, 0)]).facts]


@pytest.mark.parametrize(
    ("text", "tumour"),
    [
        ("rectal dMMR stage III, neoadjuvant immunotherapy?", "rectal cancer"),
        ("rectal T3N1 MSS, total neoadjuvant therapy?", "rectal cancer"),
        ("cervical recurrent, CPS 0, 1L?", "cervical cancer"),
        ("recurrent cervical, CPS 0, 1L?", "cervical cancer"),
        ("sigmoid stage IV KRAS wt, first line?", "colon cancer"),
        ("bladder T2N0, neoadjuvant?", "urothelial cancer"),
        ("thyroid BRAF V600E, next?", "thyroid cancer"),
        ("anal metastatic, 1L?", "anal cancer"),
    ],
)
def test_an_organ_beside_what_tumours_have_is_a_tumour(text: str, tumour: str) -> None:
    assert [each for each in facts_of(text) if each.startswith(tumour)]


@pytest.mark.parametrize(
    "text",
    [
        "rectal bleeding on bevacizumab, stop?",
        "cervical spine pain on osimertinib",
        "bladder infection on capecitabine",
        "thyroid function on pembrolizumab",
        "prostate cancer, rectal T3 invasion",
        "HNSCC, cervical N2, CPS 20",
    ],
)
def test_an_organ_alone_is_none(text: str) -> None:
    told = ("rectal", "cervical", "urothelial", "thyroid")
    assert not [each for each in facts_of(text) if each.startswith(told)]


@pytest.mark.parametrize(
    "words",
    ["cerebellar mets", "cerebellar lesions", "frontal lobe mets", "mets in the cerebellum",
     "occipital metastases", "brain stem metastasis"],
)  # fmt: skip
def test_a_part_of_the_brain_is_the_brain(words: str) -> None:
    assert "breast cancer (brain)" in facts_of(f"breast cancer, {words}, next?")


BEFORE = Message("HER2+ cT2N0 post TCHP neoadjuvant, residual ypT1c. Adjuvant?", "earlier question")
GONE = Setting(name="residual disease", polarity="absent")


@pytest.mark.parametrize(
    "later",
    ["actually pCR", "sorry, pCR", "correction: pathology says pCR", "no, pCR in fact",
     "path corrected: ypT0 ypN0", "actually pCR.", "actually pCR!"],
)  # fmt: skip
def test_a_complete_response_takes_the_residual_disease_back(later: str) -> None:
    sheet = read_fact_sheet((BEFORE, Message(later)))
    assert [each for each in sheet.of(Setting) if each.name == "residual disease"] == [GONE]


@pytest.mark.parametrize("text", ["TNBC, aim is pCR", "TNBC, aiming for pCR", "TNBC, if pCR"])
def test_a_response_that_is_hoped_for_was_not_reached(text: str) -> None:
    assert GONE not in read_fact_sheet((Message(text),)).of(Setting)


@pytest.mark.parametrize(
    "text",
    [
        "glucose 280 on alpelisib and metformin failed",
        "loperamide failed, abemaciclib diarrhoea G3, dose then?",
        "ondansetron failed for nausea on olaparib",
    ],
)
def test_a_remedy_that_failed_is_no_progression(text: str) -> None:
    assert not [each for each in facts_of(text) if each.startswith("progressed")]


def test_each_of_two_drugs_may_fail() -> None:
    facts = facts_of("NSCLC, crizotinib failed, alectinib failed, next?")
    assert "progressed on crizotinib" in facts
    assert "progressed on alectinib" in facts
