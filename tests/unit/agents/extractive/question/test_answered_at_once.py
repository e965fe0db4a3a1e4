"""What a message asks and answers itself, and what stands beside a supportive drug."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.extractive.question.splitting.segments import split_question
from agents.extractive.question.unread.words import unread_phrases


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("EGFR del19, progressed? no - responding on osi. Change to amivantamab?", 1),
        ("EGFR del19. Brain mets? none. Amivantamab?", 1),
        ("T790M? no. Osimertinib dose?", 1),
        ("Afatinib? no, sorry. Osimertinib dose?", 2),
        ("Osimertinib dose? No dose for children?", 2),
    ],
)
def test_what_answers_itself_is_no_question(text: str, expected: int) -> None:
    assert len(split_question(text)) == expected


@pytest.mark.parametrize("text", ["palbo/letrozole ongoing, imaging stable", "stable scans on AI"])
def test_that_there_is_no_progression_is_understood(text: str) -> None:
    assert not [each for each in unread_phrases(text) if "stable" in each or "scan" in each]


@pytest.mark.parametrize(
    "text",
    [
        "neratinib + ppi + loperamide prophylaxis?",
        "neratinib with loperamide prophylaxis and a PPI?",
        "neratinib + loperamide prophylaxis + antacids and ppi?",
    ],
)
def test_a_class_beside_a_supportive_drug_is_a_part_of_its_own(text: str) -> None:
    parts = parse_text(text).parts
    apart = [each for each in parts if not each.partners and each.about]
    assert [each.drugs for each in apart] == [frozenset({"neratinib"})]
    assert not apart[0].aspects
    assert [each.aspects for each in parts if "loperamide" in each.partners] == [{"prophylaxis"}]


def test_a_class_that_the_partner_belongs_to_is_no_part() -> None:
    parts = parse_text("neratinib + the PPI omeprazole?").parts
    assert [each.partners for each in parts] == [frozenset({"omeprazole"})]
