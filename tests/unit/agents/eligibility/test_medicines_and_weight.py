"""Criteria on what is taken now, on weight and on tests of hepatitis B."""

from __future__ import annotations

import pytest

from agents.eligibility.judging import judge_criterion
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.turns.criteria import Criterion, Side

TOLD: tuple[tuple[str, Side, str, str], ...] = (
    ("on warfarin for atrial fibrillation", "exclusion", "Use of warfarin", "met"),
    ("takes warfarin", "exclusion", "Concurrent use of warfarin", "met"),
    ("takes warfarin", "exclusion", "Patients currently receiving warfarin", "met"),
    ("not on warfarin", "exclusion", "Concomitant use of warfarin", "not met"),
    ("warfarin stopped 3 months ago", "exclusion", "Concurrent use of warfarin", "unknown"),
    ("on apixaban", "exclusion", "Use of warfarin", "unknown"),
    ("on warfarin", "exclusion", "Use of warfarin within 7 days before treatment", "unknown"),
    ("on metformin", "inclusion", "No concurrent use of metformin", "not met"),
    ("not on metformin", "inclusion", "No concurrent use of metformin", "met"),
    ("progressed on letrozole", "exclusion", "Currently receiving letrozole", "unknown"),
    ("letrozole is planned", "exclusion", "Currently receiving letrozole", "unknown"),
    ("weight 70 kg", "inclusion", "Body weight ≥ 30 kg", "met"),
    ("weighs 99 lbs", "inclusion", "Body weight at least 45 kg", "not met"),
    ("weight 70 kg", "exclusion", "Weight less than 40 kg", "not met"),
    ("weight 70 kg", "exclusion", "Weight loss of more than 10 kg", "unknown"),
    ("lost 5 kg", "inclusion", "Body weight ≥ 45 kg", "unknown"),
    ("HBsAg negative", "inclusion", "HBsAg negative", "met"),
    ("HBsAg positive", "inclusion", "Hepatitis B surface antigen (HBsAg) negative", "not met"),
    ("HBsAg negative", "exclusion", "Positive hepatitis B surface antigen (HBsAg)", "not met"),
    ("anti-HBc positive, HBsAg negative", "exclusion", "HBsAg positive", "unknown"),
)


@pytest.mark.parametrize(("patient", "side", "words", "verdict"), TOLD)
def test_verdict(patient: str, side: Side, words: str, verdict: str) -> None:
    sheet = read_fact_sheet((Message(f"breast cancer, {patient}"),))
    judged = judge_criterion(Criterion(side=side, number="1"), words, sheet)
    assert judged.verdict == verdict, judged.why
    assert bool(judged.facts) == (verdict != "unknown")


@pytest.mark.parametrize(
    ("words", "polarity"),
    [
        ("hepatitis B surface antigen negative", "absent"),
        ("HBsAg-negative", "absent"),
        ("hepatitis B surface antigen was not detected", "absent"),
        ("hepatitis B surface antigen positive", "present"),
        ("hep B surface antigen neg, core antibody positive", "present"),
        ("hepatitis B surface antigen negative. Hepatitis B core antibody positive", "present"),
    ],
)
def test_a_negative_surface_antigen_is_no_hepatitis_b(words: str, polarity: str) -> None:
    sheet = read_fact_sheet((Message(f"breast cancer, {words}"),))
    told = [getattr(each.value, "polarity", "") for each in sheet.facts[1:]]
    assert told == [polarity]
