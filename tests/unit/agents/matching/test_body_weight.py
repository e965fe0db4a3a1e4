"""A rule for another body weight is no rule for this patient; one for theirs holds."""

from __future__ import annotations

import pytest

from agents.facts.sheet import Fact, FactSheet
from agents.matching.patient.person import judge_weight
from names.clinical.values import Measurement


@pytest.mark.parametrize(
    ("text", "weight", "outcome"),
    [
        ("With a body weight of 77 kg or more niraparib is started at 300 mg", 68, "contradicts"),
        ("With a body weight of 77 kg or more niraparib is started at 300 mg", 81, "ok"),
        ("under 77 kg or with platelets below 150,000 it is started at 200 mg", 90, "silent"),
        ("In patients below 50 kg the dose is 120 mg", 62, "contradicts"),
        ("In patients of at least 50 kg the dose is 160 mg", 50, "ok"),
        ("The dose is 2 mg/kg", 50, "silent"),
    ],
)
def test_bounds(text: str, weight: float, outcome: str) -> None:
    fact = Fact(value=Measurement(name="weight", value=weight, unit="kg"), text=f"{weight} kg")
    assert judge_weight(text, FactSheet(facts=(fact,))).outcome == outcome


def test_nothing_without_a_weight() -> None:
    assert judge_weight("77 kg or more", FactSheet()).outcome == "silent"
