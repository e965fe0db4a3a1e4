"""To which places a tumour has spread, and to which not, in one list."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


def facts_of(text: str) -> list[str]:
    return [describe(fact.value) for fact in read_fact_sheet([said(text, 0)]).facts]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mets bone only, no visceral, mCRPC", "castration-resistant prostate cancer (bone)"),
        ("mets in lung and liver, no brain, melanoma", "melanoma (lung, liver)"),
        ("mets liver + lung, no brain or bone, CRC", "colorectal cancer (liver, lung)"),
        ("mets: bone, not liver; prostate ca", "prostate cancer (bone)"),
        ("spread to bone, none in liver, prostate ca", "prostate cancer (bone)"),
        ("mets bone, liver clear, prostate ca", "prostate cancer (bone)"),
        ("mets: lung, bone; melanoma", "melanoma (lung, bone)"),
        ("mets lung, melanoma", "melanoma (lung)"),
        ("mets lung (not brain), melanoma", "melanoma (lung)"),
        ("mets to lung; brain neg; RCC", "kidney cancer (lung)"),
        ("breast cancer with mets to the lung", "breast cancer (lung)"),
    ],
)
def test_only_the_places_that_are_not_denied_count(text: str, told: str) -> None:
    facts = facts_of(text)
    assert told in facts
    assert "metastatic" in facts
    assert "not metastatic" not in facts
    assert not [each for each in facts if each.startswith("lung cancer")]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("no bone, mCRPC", "metastatic"),
        ("no visceral or brain, mCRPC", "metastatic"),
        ("metastatic lung, ALK+", "lung cancer"),
        ("no brain, liver or lung mets, melanoma", "melanoma"),
        ("lung, EGFR L858R, mets bone", "lung cancer (bone)"),
    ],
)
def test_the_tumour_itself_is_not_denied_with_a_place(text: str, told: str) -> None:
    facts = facts_of(text)
    assert told in facts
    assert "not metastatic" not in facts
