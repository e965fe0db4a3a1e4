"""Numbers of a question against the ranges of a rule."""

from __future__ import annotations

import pytest

from agents.extractive.own_rules.signs import asks_whom_or_when
from agents.extractive.own_rules.values import (
    fits,
    ranges_inside,
    ranges_of,
    values_of,
)


@pytest.mark.parametrize(
    ("label", "above", "question", "fit"),
    [
        ("24–50", "Bilirubin (µmol/L)", "bilirubin 38 µmol/L", "in"),
        ("24–50", "Bilirubin (µmol/L)", "bilirubin 60 umol/L", "out"),
        ("24–50", "Bilirubin (µmol/L)", "38 mg of drug A", "open"),
        ("below 1.5", "Methotrexate level (µmol/L)", "level at 48 h is 3.2 µmol/L", "out"),
        ("30,000 to 79,000", "Platelets (per µL)", "platelets 62", "in"),
        ("< 75", "Platelets (10^9/L)", "platelets 62,000", "in"),
        ("2.5 to 2.9 mEq/L", "Potassium", "K 2.7 mEq/L", "in"),
        ("drop of 9 points or more", "", "LVEF 47%, drop of 12 points", "in"),
        ("TSH above 9", "", "TSH in the first 30 weeks", "open"),
        ("Grade 2", "", "G3 rash", "out"),
        ("Grade 2 or 3", "", "grade III rash", "in"),
        ("160/100 to 179/109", "", "BP 165/112", "out"),
    ],
)
def test_a_value_is_held_against_a_label(label: str, above: str, question: str, fit: str) -> None:
    (rule,) = ranges_of(label, above)
    assert fits(rule, values_of(question)) == fit


def test_a_bare_number_is_a_grade_only_under_a_head_of_grades() -> None:
    assert ranges_of("2", "Room") == ()
    (grade,) = ranges_of("2", "Grade", graded=True)
    assert fits(grade, values_of("grade 2 rash")) == "in"


@pytest.mark.parametrize(
    ("sentence", "question", "fit"),
    [
        ("Given at 71% when CrCl is 30 to 50 mL/min.", "CrCl 22", "out"),
        ("In grade 3 neutropenia it is delayed.", "grade 4 neutropenia", "out"),
        ("Patients above 78 years stay in house F.", "an 81 year old", "in"),
    ],
)
def test_a_condition_inside_a_sentence_counts(sentence: str, question: str, fit: str) -> None:
    assert [fits(each, values_of(question)) for each in ranges_inside(sentence, "")] == [fit]


@pytest.mark.parametrize(
    "sentence", ["Hold until grade 1.", "CT every 7 weeks.", "Within 45 minutes."]
)
def test_a_goal_or_a_time_is_no_condition(sentence: str) -> None:
    assert ranges_inside(sentence, "") == ()


def test_practical_questions_are_known_by_their_form() -> None:
    assert asks_whom_or_when("By when do I submit a lung case?")
    assert asks_whom_or_when("extravasation, whom do I call?")
    assert not asks_whom_or_when("first-line treatment of lung cancer")
