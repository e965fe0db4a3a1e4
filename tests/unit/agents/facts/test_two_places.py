"""Two values of one marker: the later in time counts; two places of the tumour contradict."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


def sheet_of(text: str) -> FactSheet:
    return read_fact_sheet([said(text, 0)])


def facts_of(text: str) -> list[str]:
    return [describe(fact.value) for fact in sheet_of(text).facts]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("FRa 60% in the 2019 sample and 80% in the recent one", "FOLR1 positive: present (80%)"),
        ("FRa 60% in 2019, 80% now", "FOLR1 positive: present (80%)"),
        ("FRalpha 80% in 2019 and 60% on rebiopsy", "FOLR1 positive: absent (60%)"),
        ("FRα: 60 % primary, 80 % relapse", "FOLR1 positive: present (80%)"),
        ("FRa <25% in archival, >75% in fresh biopsy", "FOLR1 positive: present (75%)"),
        ("FRa low in 2019, 80% in recent sample", "FOLR1 positive: present (80%)"),
        ("CLDN18.2 60% then 80% on rebiopsy", "CLDN18 positive: present (80%)"),
        ("CLDN18.2 80% (2022), 40% (2024)", "CLDN18 positive: absent (40%)"),
        ("PD-L1 60% in 2019 and 10% now", "PD-L1 10%"),
        ("HER2 1+ primary 2019, HER2 0 liver bx 2024", "HER2 0 (IHC 0)"),
        ("ER+ primary, recurrence ER-", "ER-negative"),
    ],
)
def test_the_later_sample_counts(text: str, told: str) -> None:
    sheet = sheet_of(text)
    assert told in [describe(fact.value) for fact in sheet.facts]
    assert not sheet.contradictions


@pytest.mark.parametrize(
    "text",
    [
        "FRa 60% on one block and 80% on the other",
        "FRa 80% and 60% on two blocks",
        "FRa 60% and 80%",
        "FRa low in the primary and 80% in the omental met",
        "CLDN18.2 80% in the resection, 40% in the biopsy",
        "PD-L1 TPS 60% in the primary and 10% in the met, NSCLC",
        "PD-L1 CPS 10 on the primary but CPS 2 on the liver biopsy",
        "CPS 2 on liver biopsy, CPS 10 on primary",
        "PD-L1 positive in primary, negative in LN",
        "ER 90% in the primary, ER 0% in the liver met",
        "ER+ primary, ER- liver bx",
        "ER positive in the primary, negative in the liver met",
        "HER2 3+ on primary and HER2 0 on met, breast",
        "HER2 low in primary, 3+ in brain met",
        "HER2 IHC 3+ core, 2+ resection",
        "EGFR T790M pos in primary, neg in met",
        "KRAS mutated in primary, wt in liver met, CRC",
        "KRAS G12C in the primary, KRAS wt in the met, CRC",
        "MSI-H primary, MSS met, CRC",
    ],
)
def test_two_places_contradict_each_other(text: str) -> None:
    assert len(sheet_of(text).contradictions) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("HER2 1+ and 3+ nodes", "HER2-low (IHC 1+)"),
        ("HER2 3+ primary, 0 mets", "HER2-positive (IHC 3+)"),
        ("HER2 positive, negative lymph nodes", "HER2-positive"),
        ("BRCA1 mutated, negative family history", "BRCA1 alteration: present"),
        ("EGFR mutated, negative brain MRI", "EGFR alteration: present"),
        ("PD-L1 60%, 20% weight loss", "PD-L1 60%"),
        ("ER 90 %, negative lymph nodes", "ER-positive (90%)"),
    ],
)
def test_what_is_of_something_else_is_no_second_value(text: str, told: str) -> None:
    assert told in facts_of(text)
    assert not sheet_of(text).contradictions


def test_a_stain_is_no_performance_status() -> None:
    assert facts_of("FRa 75% (PS2+), ovarian cancer") == [
        "FOLR1 positive: present (75%)",
        "ovarian cancer",
    ]
