"""The day and the cycle of a finding, as questions tell them and as rules state them."""

from __future__ import annotations

import pytest

from names.clinical.treatment.cycle_days import awaits, read_cycle_days, read_rule_days


@pytest.mark.parametrize(
    ("text", "days", "cycles"),
    [
        ("ANC 0.8 day 1 of C3", {1}, {3}),
        ("G3 neutropenia day 15 cycle 1", {15}, {1}),
        ("G3 neutropenia C1D15", {15}, {1}),
        ("ANC 0.9, C2 D1", {1}, {2}),
        ("ANC 0.9 on D15 of cycle 2", {15}, {2}),
        ("ANC 0.9 d15", {15}, set()),
        ("neutropenia on day-8", {8}, set()),
        ("ANC 0.8 on days 1 and 8", {1, 8}, set()),
        ("ANC 0.8 at the start of cycle 2", {1}, {2}),
        ("ANC 0.8 at beginning of the next cycle", {1}, set()),
        ("ANC 0.8 for 15 days", set(), set()),
        ("a 21-day cycle", set(), set()),
        ("KIT D816V, EGFR C797S", set(), set()),
        ("after D2 gastrectomy", set(), set()),
        ("vitamin D3 taken", set(), set()),
        ("PIK3CA H1047R, CYP2D6 *4", set(), set()),
    ],
)
def test_what_a_question_tells(text: str, days: set[int], cycles: set[int]) -> None:
    found = read_cycle_days(text)
    assert (set(found.days), set(found.cycles)) == (days, cycles)


@pytest.mark.parametrize(
    ("text", "days", "cycles"),
    [
        ("With grade 3 neutropenia on Day 1 of a cycle it is withheld.", {1}, set()),
        (
            "With grade 3 neutropenia on Day 15 of the first 2 cycles it is continued, and the"
            " count is repeated on Day 22.",
            {15},
            {1, 2},
        ),
        ("On Day 15 of the first two cycles it is continued.", {15}, {1, 2}),
        ("It is not given on Day 1 or Day 8 with low counts.", {1, 8}, set()),
        ("After grade 4 it is given at 7.5 mg/kg on Day 1 and Day 8.", set(), set()),
        ("In grade 3 it is interrupted.", set(), set()),
    ],
)
def test_what_a_rule_is_for(text: str, days: set[int], cycles: set[int]) -> None:
    found = read_rule_days(text)
    assert (set(found.days), set(found.cycles)) == (days, cycles)


@pytest.mark.parametrize(
    ("text", "measure", "waits"),
    [
        ("It is not repeated until neutrophils are at least 2,000.", "neutrophils", True),
        ("It is not repeated until neutrophils are at least 2,000.", "platelets", False),
        ("Do not start a cycle until ANC is 1.5 and platelets are 100.", "platelets", True),
        ("With platelets below 50 it is withheld until at least 75.", "platelets", False),
        ("Platelets are counted until day 28.", "platelets", False),
    ],
)
def test_a_rule_may_let_a_course_wait_for_a_value(text: str, measure: str, waits: bool) -> None:
    assert awaits(text, measure) is waits
