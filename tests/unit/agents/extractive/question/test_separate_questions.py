"""Numbered look-ups stay apart; an item that tells of a patient is for all of the list."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.extractive.question.splitting.independent.separate_questions import separate_questions


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("1) alectinib dose 2) does ondansetron prolong QT with ribociclib?"
         " 3) elacestrant in Child-Pugh B", 3),
        ("1) what does EGFR T790M mean? 2) alectinib dose", 2),
    ],
)  # fmt: skip
def test_look_ups_are_told_apart(text: str, count: int) -> None:
    assert len(separate_questions(text)) == count


@pytest.mark.parametrize(
    "text",
    [
        "1) DPYD *2A het 2) capecitabine dose",
        "1) BRCA2 mut TNBC 2) olaparib or pembrolizumab?",
        "1. EGFR L858R lung 2. osimertinib dose with CrCl 20?",
        "1) takes warfarin 2) capecitabine dose",
        "1) on ribociclib, QTc 490 2) is ondansetron ok?",
        "1) creatinine clearance 25, capecitabine dose? 2) cisplatin dose?",
        "1) pregnant, trastuzumab? 2) capecitabine dose",
    ],
)
def test_what_an_item_tells_of_a_patient_is_not_taken_from_the_others(text: str) -> None:
    assert separate_questions(text) == ()


@pytest.mark.parametrize("denial", ["DVT never", "no DVT", "DVT: none", "no prior bleeding"])
def test_what_a_sentence_only_denies_is_no_question(denial: str) -> None:
    asked = parse_text(f"mRCC, axitinib/pembro ok? {denial}")
    told = " ".join(part.text for part in asked.parts)
    assert "DVT" not in told
    assert "bleeding" not in told


@pytest.mark.parametrize(
    "text",
    [
        "hazard ratio for death in EMBRACA and is it significant?",
        "OS HR in EMBRACA? Is it significant?",
        "OS in EMBRACA, and was the difference statistically significant?",
    ],
)
def test_whether_a_result_was_significant_is_asked_of_its_trial(text: str) -> None:
    (asked,) = parse_text(text).parts
    assert asked.trials == {"embraca"}
    assert asked.outcomes == {"overall survival"}
