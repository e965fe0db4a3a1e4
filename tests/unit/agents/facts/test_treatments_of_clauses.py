"""Treatments of which only their clause tells how they went, and clauses that only ask or plan."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from names.clinical.values import Therapy
from tests.unit.agents.facts.phrases import said


def therapies_of(text: str) -> list[str]:
    sheet = read_fact_sheet([said(text)])
    return [
        describe(fact.value)
        for fact in sheet.facts
        if isinstance(fact.value, Therapy) and not fact.rule
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mCRC KRAS wt, 8 cycles FOLFOX no progression, PNP G2", "had leucovorin + fluorouracil"),
        ("melanoma, nivolumab 14 mo - still responding. vitiligo", "on nivolumab"),
        ("HER2+ GEJ, trastuzumab 5x stable. LVEF 44%", "had trastuzumab"),
        ("UC, PD post gem/cis, FGFR3 S249C", "progressed on gemcitabine + cisplatin"),
        ("AST 5x ULN after 2nd dose ipilimumab", "on ipilimumab"),
        ("psoriasis on methotrexate, NSCLC PD-L1 80%", "on methotrexate"),
        ("TSH 40 on pembrolizumab. Go on?", "on pembrolizumab"),
        ("CLL, ibrutinib ref, TP53 mut", "progressed on ibrutinib"),
        ("RCC, pazopanib -> stopped hepatitis G3", "did not tolerate pazopanib"),
    ],
)
def test_what_a_clause_tells_of_its_treatment(text: str, told: str) -> None:
    assert any(each.startswith(told) for each in therapies_of(text))


@pytest.mark.parametrize(
    "text",
    [
        "mCRC, 6 mo FOLFOX or FOLFIRI?",
        "stage III colon ca. CAPOX 3 months vs 6 months?",
        "pancreas ca. Options: FOLFIRINOX 6 mo or gem/nab-paclitaxel",
        "CAPOX 3 mo is enough in T3N1 colon ca",
        "NSCLC EGFR L858R. Interested in opinions on osimertinib",
        "breast ca, mother had letrozole 5 yrs no progression",
        "melanoma: nivolumab 1 yr planned, LFT normal",
        "data on pembrolizumab in TMB 12?",
        "Nivolumab for PD-L1 positive gastric cancer, still licensed?",
        "Rucaparib maintenance for BRCA wild-type ovarian cancer with HRD positive"
        " disease: still on the label in the US and in Europe?",
        "if ALT 6x ULN on ribociclib, what dose?",
    ],
)
def test_what_a_clause_only_asks_or_plans(text: str) -> None:
    assert not [each for each in therapies_of(text) if not each.startswith("planned")]


def test_how_a_treatment_ended_is_not_told_anew() -> None:
    told = therapies_of("progressed on alpelisib, glucose 300 on alpelisib. What next?")
    assert told == ["progressed on alpelisib"]
