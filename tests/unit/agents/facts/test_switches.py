"""How one treatment took the place of another, and what a message itself says is over."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


def facts_of(text: str) -> list[str]:
    return [describe(fact.value) for fact in read_fact_sheet([said(text, 0)]).facts]


@pytest.mark.parametrize(
    ("text", "over", "now"),
    [
        ("on warfarin, switched to apixaban. start ibrutinib?", "had warfarin", "on apixaban"),
        ("AF, was on warfarin, changed to apixaban", "had warfarin", "on apixaban"),
        ("warfarin switched to apixaban last week", "had warfarin", "on apixaban"),
        ("he was switched from warfarin to apixaban", "had warfarin", "on apixaban"),
        ("warfarin -> apixaban last week, ibrutinib?", "had warfarin", "on apixaban"),
        ("ketoconazole replaced by fluconazole", "had ketoconazole", "on fluconazole"),
        ("omeprazole swapped for famotidine", "had omeprazole", "on famotidine"),
        ("CML imatinib, switched to dasatinib", "had imatinib", "on dasatinib"),
        (
            "CML, imatinib changed to dasatinib for rash",
            "did not tolerate imatinib",
            "on dasatinib",
        ),
        ("CML on imatinib, switched to dasatinib for PD", "progressed on imatinib", "on dasatinib"),
    ],
)
def test_what_came_is_taken_and_what_went_was_had(text: str, over: str, now: str) -> None:
    facts = facts_of(text)
    assert over in facts
    assert now in facts


@pytest.mark.parametrize(
    "text",
    [
        "can she be switched to apixaban? on ibrutinib",
        "switch to apixaban? on ibrutinib",
        "plan to switch to apixaban, on ibrutinib",
        "when switched to apixaban, does it interact with ibrutinib?",
        "should warfarin be switched to apixaban?",
        "not switched to apixaban, on ibrutinib",
    ],
)
def test_a_switch_that_is_asked_or_planned_was_not_made(text: str) -> None:
    assert "on apixaban" not in facts_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "RCC, sunitinib until PD, now on cabozantinib. next?",
        "RCC sunitinib until progression, now on cabozantinib",
        "RCC, sunitinib PD now on cabozantinib. next?",
        "RCC: sunitinib till PD; cabozantinib since May. next?",
        "RCC on sunitinib till PD, currently cabozantinib. next?",
        "RCC sunitinib -> PD -> now cabozantinib. next?",
    ],
)
def test_what_follows_a_failure_has_not_failed(text: str) -> None:
    facts = facts_of(text)
    assert "progressed on sunitinib" in facts
    assert "on cabozantinib" in facts


@pytest.mark.parametrize(
    "text",
    [
        "plan: sunitinib until PD, then cabozantinib",
        "continue sunitinib until PD, then cabozantinib?",
    ],
)
def test_a_plan_is_no_failure(text: str) -> None:
    assert "progressed on cabozantinib" not in facts_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "NSCLC on crizotinib 250 mg. crizotinib stopped in May. next?",
        "NSCLC on crizotinib; crizotinib was discontinued. next?",
        "NSCLC on crizotinib. Came off crizotinib last week. next?",
    ],
)
def test_a_treatment_that_the_message_ends_goes_on_no_longer(text: str) -> None:
    facts = facts_of(text)
    assert "had crizotinib" in facts
    assert "on crizotinib" not in facts


@pytest.mark.parametrize(
    "text",
    [
        "NSCLC, crizotinib stopped in May. Now on crizotinib again. next?",
        "NSCLC on crizotinib, should crizotinib be stopped?",
        "NSCLC on crizotinib. When is crizotinib stopped?",
        "NSCLC on crizotinib; off crizotinib 5 days, resuming Monday",
    ],
)
def test_a_treatment_that_goes_on_is_kept(text: str) -> None:
    assert "on crizotinib" in facts_of(text)
