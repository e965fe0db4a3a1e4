"""A short message changes what the thread knows without naming it; a change "by" is forgotten."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe

NOW = (
    ("CrCl 80", "CrCl has since fallen to 25", "CrCl 25"),
    ("CrCl 80", "it has since fallen to 25", "CrCl 25"),
    ("CrCl 80", "down to 25", "CrCl 25"),
    ("LVEF 60%", "LVEF has since improved to 65%", "LVEF 65%"),
    ("HCC, Child-Pugh A", "meanwhile B", "HCC, Child-Pugh B"),
    ("HCC, Child-Pugh A", "it is now B8", "HCC, Child-Pugh B8"),
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
