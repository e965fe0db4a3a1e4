"""New values that a short message tells without their names."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe

LIVER = "pembrolizumab ALT 4x ULN, hold?"
PLATELETS = "T-DM1 platelets 42, cycle 5, metastatic. dose?"
DIARRHOEA = "capivasertib diarrhea grade 2"
TWO = "pembrolizumab ALT 4x ULN and AST 3x ULN"
MIXED = "osimertinib, ECOG 1, diarrhea grade 2. continue?"
COUNTS = "Hb 8.1 and platelets 60 on niraparib"


def _after(first: str, then: str) -> FactSheet:
    earlier = Message(first, "earlier question", said_at="2026-01-01T00:00:00")
    return read_fact_sheet([earlier, Message(then, said_at="2026-01-02T00:00:00")])


def _told(sheet: FactSheet) -> str:
    return " | ".join(describe(fact.value) for fact in sheet.facts if not fact.rule)


@pytest.mark.parametrize(
    ("first", "then", "told", "untold"),
    [
        (LIVER, "now it's 22x", "ALT 22 ×ULN", "ALT 4"),
        (LIVER, "up to 9x", "ALT 9 ×ULN", "ALT 4"),
        (LIVER, "was 4x, is 22x now", "ALT 22 ×ULN", "ALT 4"),
        (LIVER, "from 4x up to 11x", "ALT 11 ×ULN", "ALT 4"),
        (LIVER, "it's 22 times normal now", "ALT 22 ×ULN", "ALT 4"),
        (LIVER, "now it's 22x, hold or stop?", "ALT 22 ×ULN", "ALT 4"),
        (PLATELETS, "they're 22 now", "platelets 22", "platelets 42"),
        (PLATELETS, "these are 24 now, bleeding gums", "platelets 24", "platelets 42"),
        (PLATELETS, "now 22,000", "platelets 22", "platelets 42"),
        (PLATELETS, "they've gone up to 80", "platelets 80", "platelets 42"),
        ("trastuzumab LVEF 52, continue?", "it has gone down to 38", "LVEF 38%", "LVEF 52"),
        (DIARRHOEA, "it's a 4 now", "diarrhoea grade 4", "grade 2"),
        (DIARRHOEA, "now it's III", "diarrhoea grade 3", "grade 2"),
        (DIARRHOEA, "grade three now", "diarrhoea grade 3", "grade 2"),
        (DIARRHOEA, "back to grade 1", "diarrhoea grade 1", "grade 2"),
        (DIARRHOEA, "it's a 2 now, ICU", "diarrhoea grade 4 or higher", "grade 2"),
        (MIXED, "it's grade 3 now", "diarrhoea grade 3", "diarrhoea grade 2"),
        ("lenvatinib BP 150/95", "it's 180/110 now", "hypertension grade 3", "grade 2"),
        ("QTc 480 and K 3.4 on ribociclib", "it's 3.1 now", "potassium 3.1", "QTc 3"),
    ],
)
def test_the_one_value_that_can_be_meant_is_new(
    first: str, then: str, told: str, untold: str
) -> None:
    sheet = _after(first, then)
    assert told in _told(sheet)
    assert untold not in _told(sheet)
    assert not sheet.unassigned


@pytest.mark.parametrize(
    ("first", "then", "words"),
    [
        (TWO, "now it's 22x", "22x"),
        (COUNTS, "they're 22 now", "22"),
        (MIXED, "she's a 2 now", "2"),
        (MIXED, "it's a 3 now", "3"),
        (DIARRHOEA, "she's a 3 now", "3"),
        (DIARRHOEA, "now it's 8x a day", "8x a day"),
        (DIARRHOEA, "resolved", "resolved"),
        (DIARRHOEA, "it's gone", "resolved"),
        (LIVER, "repeat was 31", "31"),
        (LIVER, "now 400", "400"),
        (LIVER, "back to grade 1", "grade 1"),
        ("pembrolizumab hepatitis, hold?", "now it's 22x", "22x"),
    ],
)
def test_a_value_that_may_be_of_several_things_is_asked_of(
    first: str, then: str, words: str
) -> None:
    assert _after(first, then).unassigned == words


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (DIARRHOEA, "it's 300 mg now"),
        (DIARRHOEA, "restart once back to grade 1?"),
        (DIARRHOEA, "now 3 weeks out"),
        (LIVER, "AST now 3x ULN"),
        (LIVER, "she's 58 kg now"),
        (LIVER, "and at 3x?"),
        (LIVER, "thanks"),
    ],
)
def test_what_is_no_bare_value_is_not_asked_of(first: str, then: str) -> None:
    sheet = _after(first, then)
    assert not sheet.unassigned
    assert "diarrhoea grade 1" not in _told(sheet)


def test_a_relative_who_asks_for_himself_is_a_patient_of_his_own() -> None:
    wife = "HER2+ mBC on trastuzumab/pertuzumab wants to conceive, how long wait?"
    told = _told(_after(wife, "husband is asking too, he takes olaparib for prostate"))
    assert "prostate cancer" in told
    assert "HER2" not in told
    kept = _told(_after(wife, "her mother is asking whether she takes too much"))
    assert "HER2" in kept
