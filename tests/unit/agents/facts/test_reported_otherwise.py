"""Findings that a message says were reported otherwise."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


def facts_of(*texts: str) -> list[str]:
    sheet = read_fact_sheet([said(text, number) for number, text in enumerate(texts)])
    return [describe(fact.value) for fact in sheet.facts]


@pytest.mark.parametrize(
    "text",
    [
        "ER+ mBC ESR1 D538G (corrected: VUS E380Q). elacestrant?",
        "ER+ mBC. ESR1 D538G (correction: ESR1 E380Q, VUS). next?",
        "ER+ mBC, ESR1 D538G (corrected: E380Q, VUS), next line?",
    ],
)
def test_a_bracket_puts_the_variant_before_it_right(text: str) -> None:
    facts = facts_of(text)
    assert "ESR1 E380Q: of uncertain significance" in facts
    assert "ESR1 D538G: absent" in facts


@pytest.mark.parametrize(
    "text",
    [
        "Report amended: previously reported KRAS G12C is in fact KRAS G12D. NSCLC",
        "NSCLC KRAS G12C (actually G12D). next?",
        "NSCLC, KRAS G12C should read G12D",
    ],
)
def test_what_is_in_fact_another_variant_is_absent(text: str) -> None:
    assert {"KRAS G12C: absent", "KRAS G12D: present"} <= set(facts_of(text))


def test_two_variants_of_one_bracket_are_both_there() -> None:
    assert "KRAS G12C: present" in facts_of("NSCLC, KRAS G12C (and TP53 R175H)")


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (("gastric ca CLDN18.2 40%. path corrected: 80% at 2+",), "CLDN18 positive: present"),
        (
            ("gastric ca, CLDN18.2 40% at 2+", "path corrected: 80% at 2+"),
            "CLDN18 positive: present",
        ),
        (("breast ca ER 10% HER2 0", "path corrected: 80%"), "ER-positive (80%)"),
        (("NSCLC PD-L1 10%", "corrected: 80%"), "PD-L1 80%"),
    ],
)
def test_a_corrected_share_is_of_the_marker_that_was_told(
    texts: tuple[str, ...], told: str
) -> None:
    assert any(fact.startswith(told) for fact in facts_of(*texts))


def test_of_two_markers_nobody_can_tell_which_was_corrected() -> None:
    assert "ER-positive (10%)" in facts_of("ER 10%, PR 40%. path corrected: 80% at 2+")


@pytest.mark.parametrize(
    ("told", "asked", "present", "absent"),
    [
        (
            "GIST with KIT exon 9 mutation, imatinib dose?",
            "and PDGFRA D842V instead of KIT exon 9?",
            "PDGFRA D842V: present",
            "KIT exon 9 mutation: absent",
        ),
        (
            "NSCLC KRAS G12C. Options?",
            "what if it were G12D instead of G12C?",
            "KRAS G12D: present",
            "KRAS G12C: absent",
        ),
    ],
)
def test_a_question_on_another_finding_puts_it_in_the_place_of_the_first(
    told: str, asked: str, present: str, absent: str
) -> None:
    facts = facts_of(told, asked)
    assert {present, absent} <= set(facts)
    assert absent.replace("absent", "present") not in facts
