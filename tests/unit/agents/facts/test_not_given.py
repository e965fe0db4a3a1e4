"""What a message says was not given is neither had nor asked about."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


def facts_of(text: str) -> list[str]:
    return [describe(fact.value) for fact in read_fact_sheet([said(text, 0)]).facts]


def asked_in(text: str) -> set[str]:
    parts = parse_text(text).parts
    return {name for part in parts for name in (*part.drugs, *part.classes)}


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("HGSOC gBRCA1m, CR after carbo/pac without bevacizumab, maintenance?", "bevacizumab"),
        ("HGSOC, CR after carbo/pac x6 w/o bev, maintenance?", "bevacizumab"),
        ("ovarian HGSOC, no prior bev, maintenance?", "bevacizumab"),
        ("ovarian HGSOC, bev-naive, CR after carbo/pac, maintenance?", "bevacizumab"),
        ("no bev because of perforation risk, HRD+ ovarian, maintenance?", "bevacizumab"),
        ("HR+ HER2- mBC never had a CDK4/6 inhibitor, first line?", "CDK4/6 inhibition"),
        ("TNBC w/o anthracycline, early, what next?", "anthracycline chemotherapy"),
        ("NSCLC ALK+, not yet had lorlatinib, PD on alectinib, next?", "lorlatinib"),
        ("NSCLC KRAS G12C, never got sotorasib, PD on carbo/pem, next?", "sotorasib"),
        ("NSCLC KRAS G12C, never tried sotorasib, PD on carbo/pem, next?", "sotorasib"),
        ("HR+ mBC hasn't had fulvestrant, ESR1 mut, next?", "fulvestrant"),
        ("MM no prior dara, PD on len, options?", "daratumumab"),
        ("RCC IO-naive, after sunitinib, next?", "PD-1/PD-L1 inhibition"),
        ("GIST: PDGFRA D842V, imatinib not tried", "imatinib"),
        ("RCC, cabo not yet given, nivo PD", "cabozantinib"),
        ("melanoma, never been on ipilimumab, BRAF V600E, options?", "ipilimumab"),
    ],
)
def test_what_was_not_given_is_neither_had_nor_asked(text: str, never: str) -> None:
    facts = facts_of(text)
    assert f"never had {never}" in facts
    assert f"had {never}" not in facts
    assert not asked_in(text) & {never, "Anthracycline chemotherapy"}


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("is olaparib without bevacizumab possible in ovarian cancer?", {"olaparib"}),
        ("atezolizumab without bevacizumab in HCC?", {"atezolizumab"}),
        ("olaparib with or without bevacizumab?", {"olaparib", "bevacizumab"}),
    ],
)
def test_of_a_proposal_without_a_drug_the_rest_is_asked(text: str, asked: set[str]) -> None:
    assert asked_in(text) == asked
    assert "never had bevacizumab" not in facts_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "CML-CP, not on a PPI, dasatinib dose?",
        "CML-CP, not on PPIs, dasatinib dose?",
        "CML-CP, no PPI, dasatinib dose?",
        "CML-CP, takes no PPI, dasatinib dose?",
        "CML-CP, PPI stopped, dasatinib dose?",
        "CML-CP, PPI-free, dasatinib dose?",
    ],
)
def test_a_class_that_is_not_taken_changes_nothing(text: str) -> None:
    assert facts_of(text) == ["chronic myeloid leukaemia", "ABL1 BCR::ABL1: present"]


def test_a_drug_behind_a_class_is_no_member_of_it() -> None:
    assert facts_of("on a PPI, dasatinib?") == ["Proton pump inhibition"]


@pytest.mark.parametrize(
    "text",
    [
        "which regimen without anthracycline for early TNBC?",
        "can we treat without cisplatin in NSCLC?",
        "carboplatin/paclitaxel without bevacizumab in ovarian cancer?",
    ],
)
def test_what_is_looked_for_tells_nothing_of_the_past(text: str) -> None:
    assert not [each for each in facts_of(text) if "had" in each]
