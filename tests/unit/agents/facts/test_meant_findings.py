"""A message says which finding was meant for the one that was told."""

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
    [
        "G12V rather than G12C",
        "sorry, G12V instead of G12C",
        "it is G12V, G12C was a typo",
        "G12V, not G12C",
        "not G12C but G12V",
        "KRAS G12V rather than G12C",
        "G12C was wrong, the report says G12V",
        "the lab corrected G12C to G12V",
        "G12C was an artefact, rebiopsy KRAS G12V",
        "actually G12V",
    ],
)
def test_the_variant_that_was_meant_takes_the_place_of_the_one_told(later: str) -> None:
    facts = facts_of("KRAS G12C NSCLC, sotorasib?", later)
    assert "KRAS G12V: present" in facts
    assert "KRAS G12C: present" not in facts


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("KRAS G12V rather than G12C, CRC", "KRAS G12V: present", "KRAS G12C: present"),
        ("KRAS G12C was a typo, it's G12D", "KRAS G12D: present", "KRAS G12C: present"),
        (
            "thought to have BRAF V600E but NGS shows V600K",
            "BRAF V600K: present",
            "BRAF V600E: present",
        ),
        (
            "reported as KRAS G12C, but the repeat shows G12D",
            "KRAS G12D: present",
            "KRAS G12C: present",
        ),
        ("BRAF V600K, V600E was an error", "BRAF V600K: present", "BRAF V600E: present"),
    ],
)
def test_so_it_is_in_one_message(text: str, right: str, wrong: str) -> None:
    facts = facts_of(text)
    assert right in facts
    assert wrong not in facts


@pytest.mark.parametrize(
    ("told", "later", "right", "wrong"),
    [
        ("NSCLC ALK fusion", "ROS1 rather than ALK", "ROS1 fusion: present", "ALK fusion: present"),
        ("NSCLC ALK fusion", "sorry ROS1, not ALK", "ROS1 fusion: present", "ALK fusion: present"),
        (
            "NSCLC ALK fusion",
            "it isn't ALK, it's RET",
            "RET fusion: present",
            "ALK fusion: present",
        ),
        ("ovarian BRCA1 mut", "it is BRCA2, BRCA1 was a typo", "BRCA2 alteration: present", ""),
        ("breast HER2-low", "HER2-positive rather than HER2-low", "HER2-positive", "HER2-low"),
    ],
)
def test_another_gene_or_state_was_meant(told: str, later: str, right: str, wrong: str) -> None:
    facts = facts_of(told, later)
    assert right in facts
    assert wrong not in facts


@pytest.mark.parametrize(
    ("told", "later", "kept"),
    [
        ("KRAS G12C NSCLC", "is it G12V rather than G12C?", "KRAS G12C: present"),
        ("EGFR L858R NSCLC", "sorry, forgot: EGFR G719A", "EGFR L858R: present"),
        ("EGFR L858R NSCLC", "No, also T790M", "EGFR L858R: present"),
        ("EGFR L858R NSCLC", "sorry, T790M positive", "EGFR L858R: present"),
        ("EGFR L858R NSCLC", "we could send KRAS rather than EGFR first", "EGFR L858R: present"),
        ("EGFR L858R NSCLC", "ROS1 pending, not ALK?", "EGFR L858R: present"),
        ("NSCLC ALK fusion", "carboplatin rather than cisplatin", "ALK fusion: present"),
    ],
)
def test_what_is_asked_added_or_wished_puts_nothing_right(told: str, later: str, kept: str) -> None:
    assert kept in facts_of(told, later)


@pytest.mark.parametrize(
    ("told", "later", "right", "wrong"),
    [
        (
            "GIST with KIT exon 9 mutation, imatinib dose?",
            "PDGFRA D842V instead of KIT exon 9?",
            "PDGFRA D842V: present",
            "KIT alteration: present",
        ),
        ("CRC KRAS G12C", "G12D instead of G12C?", "KRAS G12D: present", "KRAS G12C: present"),
        (
            "NSCLC EGFR L858R, first line?",
            "ALK fusion instead of EGFR?",
            "ALK fusion: present",
            "EGFR L858R: present",
        ),
    ],
)
def test_a_question_on_one_instead_of_another_takes_the_other_back(
    told: str, later: str, right: str, wrong: str
) -> None:
    facts = facts_of(told, later)
    assert right in facts
    assert wrong not in facts


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        (
            "Was told she is BRCA2 positive; the confirmatory test did not confirm it. Ovarian",
            "BRCA2 alteration: absent",
            "BRCA2 alteration: present",
        ),
        ("EGFR T790M in plasma, repeat negative", "EGFR T790M: absent", "EGFR T790M: present"),
        ("EGFR L858R, second biopsy negative for T790M", "EGFR L858R: present", "L858R: absent"),
        ("EGFR L858R, repeat biopsy ALK negative", "EGFR L858R: present", "L858R: absent"),
        ("BRAF V600E, confirmed by a second test", "BRAF V600E: present", "BRAF V600E: absent"),
    ],
)
def test_what_a_second_test_does_not_confirm_is_absent(text: str, right: str, wrong: str) -> None:
    facts = facts_of(text)
    assert right in facts
    assert wrong not in facts
