"""A treatment that is on hold is not going on, and its partners are given without it."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from agents.matching.sequence.class_after_harm import harm_of_class
from tests.unit.agents.facts.phrases import said


def facts_of(*texts: str) -> list[str]:
    sheet = read_fact_sheet([said(text, minute) for minute, text in enumerate(texts)])
    return [describe(fact.value) for fact in sheet.facts if not fact.rule]


@pytest.mark.parametrize(
    ("text", "held", "current"),
    [
        ("melanoma on enco/bini, binimetinib on hold", "binimetinib", "on encorafenib"),
        ("mRCC on nivo/cabo, cabo held, nivo continued", "cabozantinib", "on nivolumab"),
        ("melanoma, enco 450, the bini is held for CK", "binimetinib", ""),
        ("on vemurafenib + cobimetinib, QTc 512. Both held", "vemurafenib", ""),
        ("abemaciclib held since Monday, ANC 0.9", "abemaciclib", ""),
        ("MBC, we held capecitabine, platelets 60", "capecitabine", ""),
        ("on dabrafenib, trametinib paused because of EF 44", "trametinib", "on dabrafenib"),
        ("NSCLC, selpercatinib held for ALT 5x ULN, restart?", "selpercatinib", ""),
        ("RCC, axitinib interrupted due to diarrhoea grade 3", "axitinib", ""),
    ],
)
def test_a_treatment_on_hold(text: str, held: str, current: str) -> None:
    facts = facts_of(text)
    assert f"{held} on hold" in facts
    assert f"on {held}" not in facts
    assert current in facts or not current


@pytest.mark.parametrize(
    "text",
    [
        "NSCLC on osimertinib, held for 2 weeks, then resumed",
        "should capecitabine be held?",
        "capecitabine on hold if ANC below 1?",
        "NSCLC, osimertinib: hold?",
        "is binimetinib on hold?",
        "tamoxifen on hold until surgery, then restarted",
    ],
)
def test_what_is_asked_or_goes_on_is_not_on_hold(text: str) -> None:
    assert not any("hold" in fact for fact in facts_of(text))


@pytest.mark.parametrize(
    "text",
    [
        "RCC, axitinib held for diarrhoea grade 3, then stopped for good",
        "MBC, alpelisib paused because of rash, not tolerated at 200 either",
    ],
)
def test_what_was_stopped_after_a_pause_was_not_borne(text: str) -> None:
    assert any("did not tolerate" in fact for fact in facts_of(text))


def test_a_later_message_holds_and_resumes() -> None:
    told = ["melanoma on enco/bini", "binimetinib on hold for CK"]
    assert {"on encorafenib", "binimetinib on hold"} <= set(facts_of(*told))
    assert "binimetinib on hold" in facts_of(*told, "should binimetinib be resumed?")
    facts = facts_of(*told, "binimetinib resumed today")
    assert "on binimetinib" in facts
    assert "binimetinib on hold" not in facts


@pytest.mark.parametrize(
    ("text", "harmed"),
    [
        ("melanoma, nivolumab held for hepatitis grade 2, pembrolizumab?", True),
        ("melanoma, nivolumab on hold, pembrolizumab?", False),
    ],
)
def test_a_checkpoint_inhibitor_on_hold_for_its_harm_still_warns(text: str, harmed: bool) -> None:
    assert bool([*harm_of_class(read_fact_sheet([said(text)]))]) is harmed
