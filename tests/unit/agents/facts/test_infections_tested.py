"""Infections that a message tells by their tests."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


def facts_of(text: str) -> list[str]:
    return [describe(fact.value) for fact in read_fact_sheet([said(text, 0)]).facts]


def test_a_head_of_negative_tests_is_no_infection() -> None:
    facts = facts_of("HBV: HBsAg-, anti-HBc-, HCV RNA neg. HCC on NASH.")
    assert {"no hepatitis B", "no hepatitis C"} <= set(facts)
    assert not {"hepatitis B", "hepatitis C"} & set(facts)


@pytest.mark.parametrize(
    "text",
    [
        "prev hep b, hbsag neg, starting rituximab",
        "HBsAg neg, core pos, DLBCL",
        "HBsAg neg but anti-HBc pos, DLBCL",
    ],
)
def test_what_was_had_outweighs_a_test_of_now(text: str) -> None:
    facts = facts_of(text)
    assert "hepatitis B" in facts
    assert "no hepatitis B" not in facts


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("HBV DNA neg on entecavir, HCC", "no hepatitis B"),
        ("HIV VL undetectable, anal cancer", "no HIV infection"),
    ],
)
def test_a_virus_that_is_held_down_is_not_gone(text: str, denied: str) -> None:
    assert denied not in facts_of(text)
