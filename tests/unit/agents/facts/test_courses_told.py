"""How treatments went that a message only lists."""

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
        ("EGFR ex19del, osi 1L 18 mo, brain PD only", "progressed on osimertinib (line 1)"),
        ("osi 1st line 18 months, progression in liver", "progressed on osimertinib (line 1)"),
        ("letrozole+palbo 1L 24 mo, PD", "progressed on letrozole + palbociclib (line 1)"),
        ("pembro 1L 24 months, NSCLC CR", "had pembrolizumab (line 1)"),
    ],
)
def test_a_line_with_its_time_was_had(text: str, told: str) -> None:
    facts = facts_of(text)
    assert told in facts
    assert "line 1" not in facts


@pytest.mark.parametrize(
    ("text", "failed"),
    [
        ("ALK+ NSCLC, crizotinib then alectinib, both PD", ("crizotinib", "alectinib")),
        ("crizotinib, alectinib: both failed, ALK+ NSCLC", ("crizotinib", "alectinib")),
        ("EGFR L858R, gefitinib -> osimertinib, all PD", ("gefitinib", "osimertinib")),
    ],
)
def test_both_failed(text: str, failed: tuple[str, ...]) -> None:
    facts = facts_of(text)
    assert not [name for name in failed if f"progressed on {name}" not in facts]


@pytest.mark.parametrize(
    "text",
    [
        "osi 1L 18 mo?",
        "options: osimertinib 1L 18 months PFS in FLAURA",
        "crizotinib and alectinib, both approved, ALK+ NSCLC",
        "osimertinib or amivantamab, both possible?",
    ],
)
def test_what_is_asked_or_of_a_trial_was_not_had(text: str) -> None:
    assert not [each for each in facts_of(text) if "had " in each or "progressed" in each]


def test_a_treatment_that_is_done_was_completed() -> None:
    assert "completed carboplatin + paclitaxel" in facts_of("endometrial, carbo/taxol done")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("FRa high ovarian", "FOLR1 positive: present"),
        ("FRa+ HGSOC", "FOLR1 positive: present"),
        ("FRa neg HGSOC", "FOLR1 positive: absent"),
        ("HGSOC, FRa low", "FOLR1 positive: absent"),
    ],
)
def test_the_folate_receptor_in_short(text: str, told: str) -> None:
    assert told in facts_of(text)


def test_a_protein_is_no_metastasis() -> None:
    assert "metastatic" not in facts_of("c-Met overexpressing NSCLC")
