"""A later message swaps a drug for the one that was told by mistake, or says by its class that it
is taken no longer."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


def facts_of(*texts: str) -> str:
    sheet = read_fact_sheet([said(text, minute) for minute, text in enumerate(texts)])
    return " | ".join(describe(fact.value) for fact in sheet.facts)


@pytest.mark.parametrize(
    ("first", "later", "told", "untold"),
    [
        (
            "venetoclax, CLL. Takes clarithromycin",
            "wrong antibiotic, azithromycin not clarithromycin",
            "azithromycin",
            "clarithromycin",
        ),
        ("CLL, on apixaban", "sorry not apixaban — dabigatran 110 bd", "on dabigatran", "apixaban"),
        ("NSCLC, on erlotinib", "not erlotinib; afatinib", "on afatinib", "on erlotinib"),
        ("CML, takes phenytoin", "not phenytoin, levetiracetam", "levetiracetam", "phenytoin"),
        ("CLL, takes itraconazole", "wrong azole: fluconazole", "fluconazole", "itraconazole"),
        (
            "NSCLC, neratinib with omeprazole",
            "my mistake, not omeprazole, famotidine",
            "famotidine",
            "omeprazole",
        ),
    ],
)
def test_the_drug_meant_takes_the_place(first: str, later: str, told: str, untold: str) -> None:
    facts = facts_of(first, later)
    assert told in facts
    assert untold not in facts


@pytest.mark.parametrize(
    "later",
    [
        "sorry, not on warfarin, aspirin or clopidogrel",
        "wrong dose, apixaban 2.5",
        "wrong azole?",
    ],
)
def test_what_is_denied_in_a_list_takes_no_place(later: str) -> None:
    assert "on aspirin" not in facts_of("CLL, on warfarin", later)
    assert "on apixaban" not in facts_of("CLL, on warfarin", later)


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("sotorasib with pantoprazole?", "PPI stopped"),
        ("venetoclax, on posaconazole", "azole stopped last week"),
        ("ibrutinib with clarithromycin, dose?", "antibiotic finished yesterday. dose now?"),
        ("neratinib, on omeprazole", "she is off the PPI"),
        ("venetoclax with voriconazole", "voriconazole never started"),
    ],
)
def test_a_class_that_is_over_takes_its_drug_away(first: str, later: str) -> None:
    assert "takes" in facts_of(first)
    assert "takes" not in facts_of(first, later)


@pytest.mark.parametrize(
    "later",
    [
        "should the azole be stopped?",
        "azole not stopped yet",
        "statin stopped",
        "metoprolol stopped",
        "if off the PPI?",
    ],
)
def test_what_is_asked_or_of_another_class_stays(later: str) -> None:
    assert "takes posaconazole" in facts_of("venetoclax, on posaconazole", later)
