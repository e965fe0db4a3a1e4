"""What a later message tells in short of the disease, an organ or a line of treatment."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


def facts_of(*texts: str) -> list[str]:
    sheet = read_fact_sheet([said(text, minute) for minute, text in enumerate(texts)])
    return [describe(fact.value) for fact in sheet.facts]


@pytest.mark.parametrize(
    "later",
    ["now castrate resistant", "now mCRPC", "progressed to CRPC", "became castrate-resistant"],
)
def test_a_tumour_that_has_become_resistant_keeps_its_patient(later: str) -> None:
    facts = facts_of("prostate mCSPC, BRCA2 mut", later)
    assert "castration-resistant prostate cancer" in facts
    assert "BRCA2 alteration: present" in facts
    assert "castration-sensitive prostate cancer" not in facts


def test_a_tumour_that_has_transformed_keeps_its_patient() -> None:
    facts = facts_of("follicular lymphoma, EZH2 mut", "transformed to DLBCL")
    assert "EZH2 alteration: present" in facts
    assert "diffuse large B-cell lymphoma" in facts


def test_the_next_patient_has_a_tumour_of_his_own() -> None:
    facts = facts_of("mCSPC BRCA2 mut", "next patient: mCRPC, ATM mut")
    assert "BRCA2 alteration: present" not in facts


@pytest.mark.parametrize("later", ["CP now B8", "CP score now B8", "Child-Pugh now B8"])
def test_a_class_of_the_liver_in_short(later: str) -> None:
    facts = facts_of("HCC Child-Pugh A", later)
    assert "Child-Pugh B" in facts
    assert "Child-Pugh A" not in facts


def test_the_line_that_a_treatment_was() -> None:
    facts = facts_of("ALK+ NSCLC on alectinib, PD", "alectinib was 2nd line")
    assert "progressed on alectinib (line 2)" in facts
    assert "line 2" not in facts


def test_a_line_that_is_asked_about_was_not_had() -> None:
    assert not [each for each in facts_of("Is alectinib 2nd line?") if "had" in each]
