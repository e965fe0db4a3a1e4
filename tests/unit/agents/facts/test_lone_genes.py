"""A gene that stands alone in a case is the patient's altered one; elsewhere nothing is told."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


def facts_of(text: str) -> list[str]:
    return [describe(fact.value) for fact in read_fact_sheet([said(text)]).facts]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rucaparib, BRCA1.", "BRCA1 alteration: present"),
        ("ALK, never smoker, lung adeno. lorlatinib dose?", "ALK fusion: present"),
        ("ovarian ca, PALB2, after platinum", "PALB2 alteration: present"),
    ],
)
def test_a_gene_alone_is_altered(text: str, told: str) -> None:
    assert told in facts_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "NSCLC panel: ALK, osimertinib?",
        "KRAS, EGFR, ALK, NSCLC",
        "lung ca, sister BRCA1, osimertinib",
        "olaparib and BRCA2?",
        "mCRPC, BRCA2, germline pending",
        "cousins: none, PALB2, breast ca, olaparib",
        "EGFR, T790M neg, NSCLC",
    ],
)
def test_a_gene_that_may_stand_for_something_else_is_not(text: str) -> None:
    assert not any("present" in each for each in facts_of(text))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("stomach, HER2 3+, on trastuzumab", "gastric cancer"),
        ("takes: ramipril, simvastatin 20, St John's wort. ribociclib?", "on simvastatin"),
        ("docetaxel hypersens reaction gr3, TNBC", "allergy to docetaxel"),
        ("he: 71, mCRPC, abiraterone dose?", "age 71"),
        ("creat up to 240 from 88, on pemetrexed", "creatinine 240 µmol/L"),
    ],
)
def test_short_forms_of_a_case(text: str, told: str) -> None:
    assert told in facts_of(text)
