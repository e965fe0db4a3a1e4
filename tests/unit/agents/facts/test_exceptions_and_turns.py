"""A finding that is left out of a denial, and one that took the place of another."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("no actionable alterations other than KRAS G12C", "KRAS G12C: present"),
        ("all drivers neg except KRAS G12C, NSCLC", "KRAS G12C: present"),
        ("no driver mutation except EGFR L858R", "EGFR L858R: present"),
        ("driver neg except MET ex14, NSCLC", "MET exon 14 skipping: present"),
        ("panel negative except PIK3CA H1047R", "PIK3CA H1047R: present"),
        ("EGFR wt besides KRAS G12C", "EGFR alteration: absent"),
        ("MSI-H, besides BRAF V600E, CRC", "BRAF V600E: present"),
        ("ER+ at dx, now ER-", "ER-negative"),
        ("HER2-low became HER2-positive at relapse", "HER2-positive"),
        ("HER2 3+ became 1+ on rebiopsy", "HER2-low (IHC 1+)"),
        ("HER2 1+ turned 3+", "HER2-positive (IHC 3+)"),
        ("PD-L1 60% dropped to 10%", "PD-L1 10%"),
    ],
)
def test_the_exception_and_the_later_state_hold(text: str, told: str) -> None:
    sheet = read_fact_sheet([said(text, 0)])
    assert told in [describe(fact.value) for fact in sheet.facts]
    assert not sheet.contradictions
