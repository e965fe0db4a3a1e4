"""A rule for one day of a cycle says nothing of another day."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.matching.sub_question import SubQuestion
from agents.matching.subject.cycle_days import judge_day, judge_nadir, judge_occurrence
from names.clinical.treatment.cycle_days import read_cycle_days
from names.clinical.values import OrganFunction, Toxicity
from retrieval.statements.model import Applicability, Statement

ON_DAY_1 = "With grade 3 neutropenia on Day 1 of a cycle it is withheld."
ON_DAY_15 = (
    "With grade 3 neutropenia on Day 15 of the first 2 cycles it is continued, and the count is"
    " repeated on Day 22."
)
RULE = Statement(
    id="rule",
    kind="adjustment",
    spans=((0, 10),),
    applies=Applicability(toxicities=(Toxicity(event="neutropenia", grade_from=3, grade_to=3),)),
)


@pytest.mark.parametrize(
    ("text", "asked", "outcome"),
    [
        (ON_DAY_1, "ANC 0.8 day 1 of C3", "ok"),
        (ON_DAY_1, "ANC 0.8 C1D15", "contradicts"),
        (ON_DAY_15, "ANC 0.8 C1D15", "ok"),
        (ON_DAY_15, "ANC 0.8 D15", "ok"),
        (ON_DAY_15, "ANC 0.8 C3D15", "contradicts"),
        (ON_DAY_15, "ANC 0.8 on day 22", "contradicts"),
        (ON_DAY_15, "ANC 0.8", "silent"),
        ("With grade 3 neutropenia it is withheld.", "ANC 0.8 D15", "silent"),
    ],
)
def test_a_rule_holds_for_its_day(text: str, asked: str, outcome: str) -> None:
    part = SubQuestion(text=asked, kind="adverse", cycle_days=read_cycle_days(asked))
    assert judge_day(RULE, text, part).outcome == outcome


def test_the_days_of_a_dose_are_no_condition() -> None:
    dose = replace(RULE, kind="dose", applies=Applicability())
    part = SubQuestion(text="day 15?", kind="dose", cycle_days=read_cycle_days("day 15?"))
    assert judge_day(dose, "It is given on Day 1 and Day 8.", part).outcome == "silent"


def test_the_reason_tells_both_days() -> None:
    part = SubQuestion(text="C3D15", kind="adverse", cycle_days=read_cycle_days("C3D15"))
    assert judge_day(RULE, ON_DAY_1, part).reason == "is for Day 1; here: Day 15"
    assert judge_day(RULE, ON_DAY_15, part).reason == "is for cycle 1 or 2; here: cycle 3"


@pytest.mark.parametrize(
    ("text", "asked", "outcome"),
    [
        ("Below 100,000 for the first time it is withheld.", "platelets 82 for the 2nd time", "no"),
        ("Below 100,000 for the second time it is withheld.", "platelets 82, second time", "ok"),
        ("Below 100,000 for the second time it is withheld.", "82k, first episode", "no"),
        ("Below 100,000 for the second time it is withheld.", "platelets 82k", "silent"),
        ("Below 100,000 it is withheld.", "platelets 82 for the 2nd time", "silent"),
    ],
)
def test_a_rule_for_the_first_time_is_none_for_the_second(
    text: str, asked: str, outcome: str
) -> None:
    told = {"no": "contradicts"}.get(outcome, outcome)
    assert judge_occurrence(RULE, text, asked).outcome == told


NADIR = "It is given at 75% of the earlier dose when the platelet nadir was < 50,000."
PLATELETS = OrganFunction(organ="marrow", measure="platelets", low=48, high=48, unit="10^9/L")


@pytest.mark.parametrize(
    ("text", "asked", "outcome"),
    [
        (NADIR, "platelets 48 on day 1, go ahead?", "contradicts"),
        (NADIR, "due today, platelets 48. Dose?", "contradicts"),
        (NADIR, "platelet nadir 48, today 130, which dose?", "silent"),
        (NADIR, "platelets 48 after the last cycle, which dose today?", "silent"),
        (NADIR, "platelets 48, which dose?", "silent"),
        ("It is not repeated until platelets are at least 100,000.", "48 today, go?", "silent"),
    ],
)
def test_a_rule_for_the_nadir_is_none_for_the_day(text: str, asked: str, outcome: str) -> None:
    part = SubQuestion(text="go?", message=asked, kind="adverse", about=(PLATELETS,))
    assert judge_nadir(text, part).outcome == outcome
