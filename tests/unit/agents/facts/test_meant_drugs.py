"""A later message says which treatment was meant for the one that was told before."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said

TOLD = "NSCLC EGFR L858R, PD on osimertinib, next line?"


def facts_of(*texts: str) -> list[str]:
    sheet = read_fact_sheet([said(text, minute) for minute, text in enumerate(texts)])
    return [describe(fact.value) for fact in sheet.facts]


@pytest.mark.parametrize(
    "later",
    [
        "No, she had gefitinib, not osimertinib.",
        "not osimertinib but gefitinib",
        "I meant gefitinib, not osimertinib",
        "gefitinib not osimertinib sorry",
        "It was actually gefitinib rather than osimertinib",
        "sorry gefitinib instead of osimertinib",
        "Wait, osimertinib was a typo, it is gefitinib",
        "he never had osimertinib, it was gefitinib",
        "Correction: progressed on gefitinib (not osimertinib)",
        "Oops wrong drug: gefitinib, not osimertinib. T790M pos.",
    ],
)
def test_the_treatment_that_was_meant_takes_the_place_of_the_one_told(later: str) -> None:
    facts = facts_of(TOLD, later)
    assert "progressed on gefitinib" in facts
    assert "progressed on osimertinib" not in facts


@pytest.mark.parametrize(
    "later",
    [
        "Sorry, that was first-line gefitinib, not osimertinib, and T790M is positive.",
        "Correction: it was 1L gefitinib, not osimertinib.",
        "My mistake - the first line was gefitinib and not osimertinib",
    ],
)
def test_the_line_told_is_that_of_the_treatment_meant(later: str) -> None:
    facts = facts_of(TOLD, later)
    assert "progressed on gefitinib (line 1)" in facts
    assert "line 1" not in facts
    assert not [each for each in facts if "osimertinib" in each]


@pytest.mark.parametrize(
    "later",
    [
        "sorry, it was ribociclib with letrozole, not palbociclib",
        "Sorry, that was ribociclib, not palbociclib",
        "correction: not palbociclib but ribociclib",
    ],
)
def test_of_a_regimen_only_the_drug_that_was_wrong_changes(later: str) -> None:
    told = "HR+ mBC progressed on palbociclib + letrozole"
    assert "progressed on ribociclib + letrozole" in facts_of(told, later)


def test_a_regimen_is_taken_for_another() -> None:
    told = "melanoma progressed on ipi/nivo"
    assert "progressed on pembrolizumab" in facts_of(told, "no sorry it was pembro not ipi/nivo")


@pytest.mark.parametrize(
    "later",
    [
        "Would gefitinib not be better than osimertinib?",
        "Should it be amivantamab, not osimertinib?",
        "Give gefitinib, not osimertinib?",
        "The board would give gefitinib next time and not osimertinib, what do the trials say",
        "the lab found T790M, not C797S",
        "not osimertinib again?",
        "afatinib, not erlotinib",
    ],
)
def test_what_is_asked_or_advised_puts_nothing_right(later: str) -> None:
    assert "progressed on osimertinib" in facts_of(TOLD, later)


@pytest.mark.parametrize(
    "later",
    ["Not paroxetine. It was fluoxetine.", "sorry, it's fluoxetine 20 mg daily, not paroxetine"],
)
def test_what_was_taken_beside_is_put_right(later: str) -> None:
    facts = facts_of("tamoxifen with paroxetine, ok?", later)
    assert not [each for each in facts if "paroxetine" in each]
    assert "takes fluoxetine (strong CYP2D6 inhibition)" in facts


@pytest.mark.parametrize(
    "later",
    ["she has never had gefitinib, not tolerated paroxetine well", "fluoxetine, not paroxetine?"],
)
def test_what_was_taken_beside_stays_where_nothing_is_put_right(later: str) -> None:
    facts = facts_of("tamoxifen with paroxetine, ok?", later)
    assert "takes paroxetine (strong CYP2D6 inhibition)" in facts
