"""What a question asks, and what is left open, is no fact of the patient; of dated values the
later one is."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe


def facts(*texts: str) -> str:
    *earlier, newest = texts
    told = [Message(each, "earlier question", said_at=str(n)) for n, each in enumerate(earlier)]
    sheet = read_fact_sheet([*told, Message(newest, said_at=str(len(earlier)))])
    return " | ".join(describe(fact.value) for fact in sheet.facts)


@pytest.mark.parametrize(
    "question",
    [
        "breast cancer on tamoxifen, could she be pregnant?",
        "breast cancer on tamoxifen; might she be pregnant?",
        "breast cancer, can she still be pregnant?",
        "breast cancer on letrozole, may she already be pregnant?",
    ],
)
def test_what_may_be_is_no_fact(question: str) -> None:
    assert "pregnant" not in facts(question)


@pytest.mark.parametrize(
    "text",
    [
        "breast cancer, she is pregnant",
        "breast cancer, pregnant, could she have letrozole?",
        "breast cancer, she is pregnant. Could she have letrozole?",
        "pregnant woman with breast cancer, can she be treated?",
    ],
)
def test_what_is_told_beside_a_question_is_one(text: str) -> None:
    assert "pregnant" in facts(text)


@pytest.mark.parametrize(
    "asks",
    [
        "can he have rifampicin?",
        "could he take rifampicin?",
        "may we give rifampicin?",
        "is it safe to add rifampicin?",
    ],
)
def test_a_drug_that_is_asked_about_counts_for_its_question_only(asks: str) -> None:
    case = f"NSCLC on osimertinib, {asks}"
    assert "strong CYP3A induction" in facts(case)
    assert "rifampin" not in facts(case, "what is the dose of osimertinib?")


@pytest.mark.parametrize(
    "told",
    [
        "NSCLC on osimertinib and rifampicin, can he go on?",
        "NSCLC on osimertinib, he takes rifampicin, can he have apixaban?",
        "NSCLC on osimertinib. He has rifampicin for TB",
        "NSCLC on osimertinib, can he have apixaban while on rifampicin?",
    ],
)
def test_a_drug_that_is_taken_stays(told: str) -> None:
    assert "rifampin" in facts(told, "what is the dose of osimertinib?")


@pytest.mark.parametrize(
    "text",
    [
        "lung adeno, mets not confirmed, stage IIIB",
        "NSCLC, metastases unconfirmed, stage IIIB",
        "NSCLC, liver mets possible, stage IIIB",
        "NSCLC, brain mets not yet biopsied, stage IIIB",
    ],
)
def test_a_spread_that_is_not_confirmed_is_none(text: str) -> None:
    assert "metastatic" not in facts(text)
    assert "brain" not in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "NSCLC, metastases confirmed on biopsy",
        "NSCLC, mets, not confirmed as ALK positive",
        "NSCLC, metastatic, possible ILD",
        "NSCLC, mets to liver, cirrhosis not confirmed",
        "met since 2024, resected stage II 2019, breast cancer HR+",
    ],
)
def test_a_spread_beside_what_is_not_confirmed_stays(text: str) -> None:
    assert "metastatic" in facts(text)


def test_we_met_is_no_spread() -> None:
    assert "metastatic" not in facts("we met in 2024, stage II breast cancer")


@pytest.mark.parametrize(
    "text",
    [
        "melanoma, autoimmune disease possible",
        "melanoma, autoimmune disease not confirmed",
        "melanoma, autoimmune disease is unconfirmed",
        "melanoma, autoimmune disease (possible)",
    ],
)
def test_a_disease_that_is_possible_is_uncertain(text: str) -> None:
    assert "possibly autoimmune disease" in facts(text)


def test_a_disease_before_another_that_is_possible_is_sure() -> None:
    assert "possibly" not in facts("melanoma, autoimmune disease, possible ICI")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("NSCLC, PD-L1 0% → 20%", "PD-L1 20%"),
        ("nsclc, pd-l1 <1% -> 60%", "PD-L1 60%"),
        ("NSCLC, PD-L1 80% in 12/2021, <1% in 02/2024", "PD-L1-negative (<1%)"),
        ("NSCLC, PD-L1 5% (03/2020), 60% (05/2023)", "PD-L1 60%"),
        ("NSCLC, PD-L1 <1% in 2024-02, 80% in 2021-12", "PD-L1-negative (<1%)"),
        ("NSCLC, PD-L1 60% in 02/2024, 80% in 12/2021", "PD-L1 60%"),
        ("NSCLC PD-L1 60% -> osimertinib", "PD-L1 60%"),
        ("NSCLC, PD-L1 60%, TMB 10", "PD-L1 60%"),
    ],
)
def test_of_dated_values_the_later_one_counts(text: str, value: str) -> None:
    assert [each for each in facts(text).split(" | ") if each.startswith("PD-L1")] == [value]
