"""A state that a message denies is read as the one that holds."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe
from names.clinical.spelling import normalise_message


def facts_of(*texts: str) -> str:
    sheet = read_fact_sheet([Message(text, said_at=str(n)) for n, text in enumerate(texts)])
    return " | ".join(describe(fact.value) for fact in sheet.facts)


@pytest.mark.parametrize(
    ("text", "told", "untold"),
    [
        ("CRC, RAS is not wt, KRAS G12D", "KRAS G12D: present", "absent"),
        ("CRC, not RAS wt", "KRAS alteration: present", "absent"),
        ("CRC, BRAF isn't wild type", "BRAF alteration: present", "absent"),
        ("NSCLC, EGFR is not positive", "EGFR alteration: absent", "present"),
        ("NSCLC, ALK fusion is not positive", "ALK fusion: absent", "present"),
        ("breast ca, HER2 is not positive", "HER2-negative", "HER2-positive"),
        ("ALL, Ph is pos, p190, not neg", "BCR::ABL1: present", "absent"),
        ("ALL, Ph is not pos", "BCR::ABL1: absent", "present"),
        ("ALL, Ph pos", "BCR::ABL1: present", "absent"),
        ("NSCLC: ROS1 pos by IHC, not neg", "ROS1 fusion: present", "absent"),
    ],
)
def test_a_denied_state_is_the_other_one(text: str, told: str, untold: str) -> None:
    facts = facts_of(text)
    assert told in facts
    assert untold not in facts


@pytest.mark.parametrize(
    "text",
    [
        "CRC, RAS not wt?",
        "NSCLC, EGFR not positive on or off treatment",
        "ovarian, HER2 not negative",
        "CRC, BRAF neg, MSS, not pos",
        "NSCLC, KRAS not tested",
    ],
)
def test_other_denials_are_left(text: str) -> None:
    assert normalise_message(text).text == text


def test_a_corrected_state_takes_the_place_of_the_first() -> None:
    facts = facts_of("CRC, RAS wt", "sorry RAS is not wt, KRAS G12D on repeat bx")
    assert "KRAS G12D: present" in facts
    assert "absent" not in facts
