"""An organ that is called normal behind its name, and one that is not or not yet."""

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
        ("NSCLC ALK+, LFTs fine, alectinib?", "normal hepatic function"),
        ("HCC, LFTs WNL", "normal hepatic function"),
        ("mCRC, renal function normal, capecitabine dose?", "normal renal function"),
        ("kidneys fine, pemetrexed", "normal renal function"),
        ("kidney function ok", "normal renal function"),
        ("renal function within normal limits", "normal renal function"),
        ("breast cancer, EF preserved, trastuzumab?", "normal cardiac function"),
        ("paclitaxel, AST 3x ULN, bilirubin normal", "bilirubin at most 1 ×ULN"),
        ("T-DM1: ALT is normal, bili 2.1x ULN", "ALT at most 1 ×ULN"),
    ],
)
def test_an_organ_called_normal_is(text: str, told: str) -> None:
    assert told in facts_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "renal function not normal",
        "LFTs abnormal",
        "LFTs normal before, now ALT 5x ULN",
        "restart once LFTs normal",
        "hold until renal function is normal",
        "is renal function normal?",
        "creatinine normal but eGFR 45",
        "LDH normal",
    ],
)
def test_what_is_not_or_not_yet_normal_is_not(text: str) -> None:
    assert not [each for each in facts_of(text) if "normal" in each]
