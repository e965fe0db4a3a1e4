"""Numbers of a question against the ranges of a rule."""

from __future__ import annotations

import pytest

from agents.extractive.own_rules.values import (
    fits,
    ranges_inside,
    ranges_of,
    values_of,
)
from agents.extractive.own_rules.vocabulary.rule_kinds import asks_whom_or_when


@pytest.mark.parametrize(
    ("label", "above", "question", "fit"),
    [
        ("24–50", "Bilirubin (µmol/L)", "bilirubin 38 µmol/L", "in"),
        ("24–50", "Bilirubin (µmol/L)", "bilirubin 60 umol/L", "out"),
        ("24–50", "Bilirubin (µmol/L)", "38 mg of drug A", "open"),
        ("below 1.5", "Methotrexate level (µmol/L)", "level at 48 h is 3.2 µmol/L", "out"),
        ("30,000 to 79,000", "Platelets (per µL)", "platelets 62", "in"),
        ("< 75", "Platelets (10^9/L)", "platelets 62,000", "in"),
        ("at least 1.5", "ANC (10⁹/L)", "docetaxel ANC 900/µL", "out"),
        ("0.5 to 0.99", "ANC (10⁹/L)", "docetaxel ANC 800/mm3 today", "in"),
        ("below 1.0", "ANC (10⁹/L)", "ANC 500/uL", "in"),
        ("at least 1.5", "ANC (10⁹/L)", "ANC 900", "out"),
        ("at least 1500", "ANC (/µL)", "ANC 2.5", "in"),
        ("below 1000", "ANC (/µL)", "ANC 0.9 x 10^9/L", "in"),
        ("above 100", "Platelets (10⁹/L)", "platelets 30000/µL", "out"),
        ("below 50", "Platelets (10⁹/L)", "platelets 30000/µL", "in"),
        ("at least 8", "Hb (g/dL)", "Hb 75 g/L", "out"),
        ("below 8", "Hb (g/dL)", "Hb 75 g/L", "in"),
        ("below 80", "Hb (g/L)", "Hb 7.5 g/dL", "in"),
        ("at least 8", "Hb (g/dL)", "Hb 75", "out"),
        ("at most 1.2", "Creatinine (mg/dL)", "creatinine 168 µmol/L", "out"),
        ("above 1.2", "Creatinine (mg/dL)", "creatinine 168 umol/L", "in"),
        ("at most 106", "Creatinine (µmol/L)", "creatinine 3.0 mg/dL", "out"),
        ("at most 106", "Creatinine (µmol/L)", "creatinine 3.0", "out"),
        ("above 106", "Creatinine (µmol/L)", "creatinine 3.0", "out"),
        ("at least 1.6", "Bilirubin (mg/dL)", "bilirubin 40 µmol/L", "in"),
        ("below 30", "Albumin (g/L)", "albumin 28", "in"),
        ("at least 1500", "ANC (/µL)", "ANC 20", "out"),
        ("below 2", "WBC (10^9/L)", "WBC 120", "out"),
        ("up to 3", "AST (× ULN)", "AST 200 U/L", "out"),
        ("above 3", "AST (× ULN)", "AST 200 U/L", "out"),
        ("above 60", "Creatinine clearance (mL/min)", "capecitabine CrCl 35 dose?", "out"),
        ("30-40", "Creatinine clearance (mL/min)", "capecitabine CrCl 35 dose?", "in"),
        ("30-40", "Creatinine clearance (mL/min)", "capecitabine CrCl 40.5 dose?", "out"),
        ("at least 1.5", "ANC (10^9/L)", "docetaxel ANC 0.9 day 8", "out"),
        ("below 1.0", "ANC (10^9/L)", "docetaxel ANC 0.9 week 3", "in"),
        ("below 75", "Platelets (10^9/L)", "platelets 60 cycle 2 dose", "in"),
        ("2.5 to 2.9 mEq/L", "Potassium", "K 2.7 mEq/L", "in"),
        ("drop of 9 points or more", "", "LVEF 47%, drop of 12 points", "in"),
        ("TSH above 9", "", "TSH in the first 30 weeks", "open"),
        ("Grade 2", "", "G3 rash", "out"),
        ("Grade 2 or 3", "", "grade III rash", "in"),
        ("160/100 to 179/109", "", "BP 165/112", "out"),
        ("30 to 50 mL/min", "Creatinine clearance", "creatinine clearance <30 mL/min", "out"),
        ("below 30 mL/min", "Creatinine clearance", "creatinine clearance <30 mL/min", "in"),
        ("30 to 50 mL/min", "Creatinine clearance", "creatinine clearance below 30", "out"),
        ("below 30 mL/min", "Creatinine clearance", "clearance less than 25 mL/min", "in"),
        ("below 30 mL/min", "Creatinine clearance", "creatinine clearance ≤30 mL/min", "out"),
        ("30 to 50 mL/min", "Creatinine clearance", "creatinine clearance >50 mL/min", "out"),
        ("above 50 mL/min", "Creatinine clearance", "creatinine clearance over 50 mL/min", "in"),
        ("30 to 50 mL/min", "Creatinine clearance", "creatinine clearance at least 30", "out"),
        ("1.0 to 1.5", "ANC (10^9/L)", "ANC <1.0", "out"),
        ("below 1.0", "ANC (10^9/L)", "ANC <1.0", "in"),
        ("150 or more", "Platelets (10^9/L)", "platelets <150", "out"),
        ("150 or more", "Platelets (10^9/L)", "platelets 150 or more", "in"),
        ("150 or more", "Platelets (10^9/L)", "platelets not below 150", "in"),
        ("Grade 3", "", "grade 3 or higher colitis", "out"),
        ("Grade 3 or 4", "", "grade ≥3 colitis", "in"),
        ("Grade 3 or higher", "", "grade 4 colitis", "in"),
        ("≥ grade 3", "", "grade 2 colitis", "out"),
        ("Grade 1", "", "≤ grade 1", "in"),
        ("140/90 to 159/99", "", "BP <140/90", "out"),
        ("180/110 or higher", "", "BP >180/110", "in"),
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


def test_how_long_something_is_given_is_no_bound() -> None:
    (rule,) = ranges_of("30 minutes", "", points=True)
    assert fits(rule, values_of("given over 30 minutes")) == "in"


@pytest.mark.parametrize(
    "sentence",
    [
        "Hold until grade 1.",
        "Hold until ≤ grade 1.",
        "Hold until grade ≤1.",
        "CT every 7 weeks.",
        "Within 45 minutes.",
    ],
)
def test_a_goal_or_a_time_is_no_condition(sentence: str) -> None:
    assert ranges_inside(sentence, "") == ()


def test_practical_questions_are_known_by_their_form() -> None:
    assert asks_whom_or_when("By when do I submit a lung case?")
    assert asks_whom_or_when("extravasation, whom do I call?")
    assert not asks_whom_or_when("first-line treatment of lung cancer")


@pytest.mark.parametrize(
    ("question", "fit"),
    [
        ("clot 2 weeks ago", "out"),
        ("clot 5 weeks ago", "in"),
        ("clot 30 days ago", "in"),
        ("clot 2 months ago", "in"),
        ("catheter 2 weeks ago", "open"),
    ],
)
def test_a_time_in_another_unit_is_held_against_the_time_of_the_same_thing(
    question: str, fit: str
) -> None:
    (held,) = ranges_of("Clot 30 days or older", "")
    assert fits(held, values_of(question)) == fit


def test_a_number_in_the_unit_of_a_range_decides_beside_one_without() -> None:
    (held,) = ranges_of("> 75 kg", "Weight Magnesium and potassium by weight")
    assert fits(held, values_of("Mg 0.5, patient 82 kg")) == "in"
    assert fits(held, values_of("Mg 0.5, patient 62 kg")) == "out"
