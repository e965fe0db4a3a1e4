"""Whose a finding is, which tumour a stage is of, where a disease got worse, and which value was
the worst."""

from __future__ import annotations

import pytest

from agents.extractive.question.unread.words import unread_phrases
from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


def facts_of(*texts: str) -> list[str]:
    sheet = read_fact_sheet([said(text, number) for number, text in enumerate(texts)])
    return [describe(fact.value) for fact in sheet.facts]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("family history of Lynch, MSS himself, mCRC. pembro?", "MSS"),
        ("family history of Lynch, MSS himself, mCRC. pembro?", "colorectal cancer"),
        ("FHx BRCA1, she is BRCA wt, ovarian", "BRCA1 alteration: absent"),
        ("Pt's sister: TNBC at 38 with BRCA1. Pt: ER+ breast cancer", "breast cancer"),
        ("1st tumour prostate 2010 cured. now urothelial T2", "urothelial cancer T2"),
        ("prostate cancer T3, on ADT. melanoma resected", "prostate cancer T3"),
        ("NSCLC with PD in liver and bone on osi", "non-small cell lung cancer (liver, bone)"),
        ("HER2+, EF 48%, hypertensive on candesartan", "hypertension"),
        ("diarrhea 8x/d above baseline on abemaciclib", "diarrhoea grade 3"),
        (
            "mBC ribociclib held for QTcF 505. Now QTcF 460. restart?",
            "QT prolongation grade 3",
        ),
    ],
)
def test_what_a_text_tells(text: str, told: str) -> None:
    assert told in facts_of(text)


@pytest.mark.parametrize(
    ("text", "not_told"),
    [
        ("family history of breast cancer, prostate ca", "prostate cancer"),
        ("HCC Child A, banded varices 2 weeks ago", "bleeding"),
        ("mBC, should ribociclib be held for QTcF 505?", "QT prolongation grade 1"),
    ],
)
def test_what_a_text_does_not_tell(text: str, not_told: str) -> None:
    assert not_told not in facts_of(text)


def test_varices_that_were_treated_are_named_as_not_understood() -> None:
    assert "banded varices" in unread_phrases("HCC Child A, banded varices 2 weeks ago")


def test_a_value_of_now_is_in_the_unit_of_before() -> None:
    facts = facts_of("mBC, alpelisib, glucose 13 mmol/L", "now 22 mmol/L, ketones neg")
    assert "glucose 22 mmol/L" in facts
    assert "glucose 13 mmol/L" not in facts


def test_a_regimen_that_is_asked_about_is_understood() -> None:
    assert not unread_phrases("HER2+ MBC. THP?")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Unlike her sister she's BRCA2 positive", "BRCA2 alteration: present"),
        ("HCC, lenva stopped (hep enceph)", "did not tolerate lenvatinib"),
        ("mBC, let+palbo 1L PD 11mo", "progressed on letrozole + palbociclib (line 1)"),
        ("ER+ HER2- mBC, PD on CDK", "progressed on CDK4/6 inhibition"),
        ("low grade serous ovarian, KRAS G12V", "low-grade serous ovarian cancer"),
    ],
)
def test_short_and_contrasting_words(text: str, told: str) -> None:
    assert told in facts_of(text)


def test_a_relative_with_a_colon_is_not_the_patient() -> None:
    facts = facts_of("Pt's sister: TNBC at 38, BRCA1. Pt: ER+ HER2- breast cancer")
    assert not [each for each in facts if "triple" in each or "BRCA1" in each]
