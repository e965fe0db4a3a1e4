"""What a message does not tell of its patient's values: what is asked for, denied or another's."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe

NOTHING = (
    "cisplatin needs CrCl 60; hers is 45",
    "CrCl cutoff 60, patient 45",
    "minimum CrCl 60 for cisplatin?",
    "goal LVEF 50%",
    "LVEF 50% is the threshold",
    "target platelets 100",
    "platelets 100 required for surgery",
    "would be ECOG 1 without fracture",
    "hoping for ECOG 1",
    "No severe renal impairment, CrCl pending",
    "severe renal impairment excluded",
    "without severe hepatic impairment",
    "no moderate or severe renal impairment",
    "no end-stage renal disease",
    "not in renal failure",
    "no longer in renal failure",
    "not in liver failure",
    "dialysis not needed",
    "dialysis refused",
    "dialysis is planned",
    "pre-dialysis",
    "off dialysis since May",
    "may need dialysis",
    "weaned off dialysis",
    "ECOG 3 weeks ago",
    "ECOG 2 months ago was 1",
    "per ECOG 2 trial",
    "PS 2 weeks ago",
    "age 3 weeks",
    "aged 6 months",
    "last child 2 years ago",
    "has two children",
)
SAME = {
    "LVEF should be above 50% but is 38%": "LVEF 38%",
    "CrCl needs to be above 60 but is 45": "CrCl 45",
    "requires LVEF 50%, LVEF is 42%": "LVEF 42%",
    "trial requires ECOG 0-1, ECOG is 2": "ECOG 2",
    "Hb 7 required transfusion": "Hb 7",
    "needs chemo, CrCl 40": "CrCl 40",
    "CrCl 60, target AUC 5": "target AUC 5, CrCl 60",
    "limit of tolerance, platelets 30": "platelets 30",
    "sorry, ECOG should be 1": "ECOG 1",
    "no renal impairment": "normal renal function",
    "no cirrhosis": "normal liver function",
    "normal renal function, no severe hepatic impairment": "normal renal function",
    "on dialysis, transplant planned": "on dialysis",
    "peritoneal dialysis, off antibiotics": "on dialysis",
    "HCC, Child–Pugh B8": "HCC, Child-Pugh B8",
    "HCC, Child—Turcotte—Pugh C": "HCC, Child-Pugh C",
    "HCC, Child−Pugh was A, now B": "HCC, Child-Pugh B",
    "his child had a cold": "he",
    "a child with neuroblastoma": "child, neuroblastoma",
    "ECOG 1, 3 weeks after trial": "ECOG 1",
    "ECOG 1 for 3 weeks": "ECOG 1",
}
"""A message → one that says no more than what it tells."""


def _facts(text: str) -> set[str]:
    return {describe(fact.value) for fact in read_fact_sheet([Message(text)]).facts}


@pytest.mark.parametrize("text", NOTHING)
def test_no_value_is_read_where_none_is_told(text: str) -> None:
    assert not _facts(text)


@pytest.mark.parametrize(("told", "plain"), SAME.items())
def test_a_value_that_is_told_stays(told: str, plain: str) -> None:
    assert _facts(told) == _facts(plain)
