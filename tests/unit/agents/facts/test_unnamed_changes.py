"""A short message changes what the thread knows without naming it; a change "by" is forgotten."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.sheet import FactSheet
from agents.facts.value_words import describe
from names.clinical.values import Measurement
from tests.unit.agents.facts.phrases import said

NOW = (
    ("CrCl 80", "CrCl has since fallen to 25", "CrCl 25"),
    ("CrCl 80", "it has since fallen to 25", "CrCl 25"),
    ("CrCl 80", "down to 25", "CrCl 25"),
    ("LVEF 60%", "LVEF has since improved to 65%", "LVEF 65%"),
    ("HCC, Child-Pugh A", "meanwhile B", "HCC, Child-Pugh B"),
    ("HCC, Child-Pugh A", "it is now B8", "HCC, Child-Pugh B8"),
    ("HCC, Child-Pugh B", "C on todays bloods", "HCC, Child-Pugh C"),
    ("HCC, Child-Pugh A", "B7 by the latest labs", "HCC, Child-Pugh B7"),
    ("ALT 4x ULN", "rpt d22: 7x ULN", "ALT 7x ULN"),
    ("ALT 4x ULN", "C2D1: 7x ULN", "ALT 7x ULN"),
    ("LVEF 60%", "two weeks later it's 48", "LVEF 48%"),
    ("LVEF 60%", "3 months later: 48", "LVEF 48%"),
    ("HCC, Child-Pugh A", "B now", "HCC, Child-Pugh B"),
    ("ECOG 1", "now 3", "ECOG 3"),
    ("ECOG 1", "ECOG has since become 3", "ECOG 3"),
    ("platelets 150, ECOG 1", "3 now", "platelets 150, ECOG 3"),
    ("ECOG 1, platelets 150", "now 30", "ECOG 1, platelets 30"),
)
FORGOTTEN = (
    ("CrCl 80", "it fell by 20", ""),
    ("CrCl 80", "CrCl fell by 20", ""),
    ("platelets 150", "they dropped by half", ""),
    ("LVEF 60%", "LVEF decreased by 15 points", ""),
    ("Hb 10", "it went up by 2 after transfusion", ""),
    ("platelets 150, LVEF 60%", "platelets fell by 100", "LVEF 60%"),
)
"""By how much it has changed does not tell what it is."""
KEPT = (
    ("CrCl 80", "tumour marker fell by 20"),
    ("CrCl 80", "tumour shrank by 20%"),
    ("LVEF 60%", "lesions decreased by 30%"),
    ("LVEF 60%", "dose down by 25%"),
    ("CrCl 80", "down to 50% dose?"),
    ("CrCl 80", "cut down to 25 fractions"),
    ("CrCl 80", "down to 25 mg?"),
    ("CrCl 80", "two weeks later"),
    ("CrCl 80", "d22 today, ok?"),
    ("LVEF 60%", "down to 1 tablet"),
    ("HCC, Child-Pugh A", "plan B now"),
    ("HCC, Child-Pugh A", "option B now"),
    ("CrCl 80", "CEA fell by 20"),
)


def _facts(*texts: str) -> set[str]:
    return {describe(fact.value) for fact in read_fact_sheet([*map(Message, texts)]).facts}


@pytest.mark.parametrize(("before", "message", "plain"), [*NOW, *FORGOTTEN])
def test_a_change_without_a_name_counts(before: str, message: str, plain: str) -> None:
    assert _facts(before, message) == _facts(plain)


@pytest.mark.parametrize(("before", "message"), KEPT)
def test_a_change_of_something_else_leaves_the_value(before: str, message: str) -> None:
    assert _facts(before) <= _facts(before, message)


def test_what_is_lost_is_no_weight() -> None:
    assert "weight 80 kg" in _facts("weight 80 kg", "she lost weight by 10 kg")


CALVERT = "carboplatin AUC 5, 62 yo woman, 70 kg, creatinine 0.9 mg/dL, calvert dose?"


def sheet_after(later: str) -> FactSheet:
    return read_fact_sheet([said(CALVERT), said(later, 1)])


@pytest.mark.parametrize(
    ("later", "target"),
    [
        ("AUC 6 rather", 6),
        ("make it AUC 4", 4),
        ("and at AUC 6?", 6),
        ("go for 6 instead", 6),
        ("let's use 4.5", 4.5),
        ("6 instead", 6),
        ("creatinine 1.1 rather", 5),
        ("make it 3 weekly", 5),
        ("go for 80 mg/m2 paclitaxel instead", 5),
        ("cap CrCl at 125", 5),
    ],
)
def test_a_target_told_anew_takes_the_place_of_the_old_one(later: str, target: float) -> None:
    sheet = sheet_after(later)
    assert [v.value for v in sheet.of(Measurement) if v.name == "target AUC"] == [target]
    assert sheet.unassigned == ""


@pytest.mark.parametrize(
    "later", ["AUC 12", "AUC five", "AUC 4-5?", "make it 12", "lower the AUC by 1", "cap at 100"]
)
def test_a_target_that_cannot_be_taken_is_asked_back(later: str) -> None:
    assert sheet_after(later).unassigned


@pytest.mark.parametrize("later", ["cap CrCl at 125", "CrCl capped at 125", "GFR cap 125"])
def test_a_limit_of_the_clearance_is_not_the_clearance(later: str) -> None:
    told = [describe(each.value) for each in sheet_after(later).facts]
    assert "creatinine clearance 71.6 mL/min" in told
