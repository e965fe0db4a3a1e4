"""Values of formulas: computed again by the check, asked for by a question, used by a rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.checking.answers import check_draft
from agents.checking.calculations import calculated_values, calculation_sentence
from agents.extractive.answer.gaps import gap_of_inputs
from agents.extractive.question.parsing import parse_text
from agents.extractive.question.requests.calculations import CALCULATION
from agents.extractive.question.unread.words import unread_phrases
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.sheet import FactSheet
from agents.matching.patient.circumstances import judge_circumstances
from agents.turns import Answer, CalculatedValue, Draft, DraftSentence, View
from names.clinical.values import OrganFunction
from retrieval.statements.model import Applicability, Statement
from tests.sample_documents import question

CLEARANCE = "creatinine clearance for 74 y, 61 kg, creatinine 1.4 mg/dL, female?"


def sheet(text: str) -> FactSheet:
    return read_fact_sheet((Message(text),))


def checked(calculated: CalculatedValue, text: str, asked: str = CLEARANCE) -> Answer:
    facts = sheet(asked).facts
    sentence = DraftSentence(text=text, role="headline", basis="calculation")
    draft = Draft(sentences=(sentence,), facts=facts, calculated=(calculated,))
    return check_draft(draft, View(run_id="run", question=question(asked)))


def test_a_value_is_computed_again() -> None:
    right = calculated_values(sheet(CLEARANCE).facts)[0]
    assert (right.value, right.unit, right.formula) == (33.9, "mL/min", "Cockcroft–Gault")
    assert ("weight", "61 kg") in right.inputs
    answer = checked(right, calculation_sentence(right))
    assert answer.sentences[0].verified, answer.sentences[0].problem
    assert answer.calculated == (right,)


def test_a_changed_value_input_or_sentence_is_not_verified() -> None:
    right = calculated_values(sheet(CLEARANCE).facts)[0]
    for wrong in (
        replace(right, value=39.9),
        replace(right, inputs=(*right.inputs[:2], ("weight", "91 kg"), *right.inputs[3:])),
    ):
        answer = checked(wrong, calculation_sentence(wrong))
        assert not answer.sentences[0].verified
        assert answer.calculated == ()
    said = calculation_sentence(right).replace("33.9", "43.9")
    assert not checked(right, said).sentences[0].verified


@pytest.mark.parametrize(
    "text",
    [
        "Calvert AUC 5, CrCl 60",
        "Carboplatin AUC 5, creatinine clearance 60 mL/min: what dose?",
        CLEARANCE,
        "corrected calcium for calcium 10.8 and albumin 2.4",
        "QTcF: QT 420 ms, heart rate 75",
        "eGFR of a 58-year-old man with creatinine 1.8?",
        "BSA for 170 cm and 65 kg?",
        "BSA: 140 lb, 5'5\"",
        "CrCl 65 yo f 132 lbs cr 1.1",
        "Calvert dose for AUC 6: 65 yo man, 80 kg, creatinine 0.9 mg/dL",
        "WBC 2.1, neutrophils 38%, bands 2%: ANC?",
        "Child-Pugh: bilirubin 2 mg/dL, albumin 2.6, INR 1.8, mild ascites, no encephalopathy?",
    ],
)
def test_a_question_for_a_value_is_answered_by_its_formula(text: str) -> None:
    parsed = parse_text(text)
    assert {part.kind for part in parsed.parts} == {CALCULATION}
    assert gap_of_inputs(parsed.parts[0].text, parsed.sheet) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("What is the creatinine clearance of a 74-year-old woman?", "weight and creatinine"),
        ("Calculate the corrected calcium, albumin 2.4 g/dL", "calcium"),
        ("Child-Pugh with bilirubin 2.5, albumin 3.1, INR 1.5, no ascites, no encephalopathy", ""),
    ],
)
def test_a_value_whose_inputs_are_missing_is_a_gap_that_names_them(text: str, name: str) -> None:
    parsed = parse_text(text)
    gap = gap_of_inputs(parsed.parts[0].text, parsed.sheet)
    assert gap is not None
    assert gap.missing == "fact"
    assert name in gap.name


@pytest.mark.parametrize(
    "text",
    [
        "CrCl 44, olaparib dose?",
        "Capecitabine dose with a BSA of 1.7 m2?",
        "Ribociclib with a QTc of 480 ms?",
        "What is the Child-Pugh score?",
        "Olaparib in Child-Pugh B?",
    ],
)
def test_a_value_that_is_stated_or_only_spoken_of_is_not_asked_for(text: str) -> None:
    assert CALCULATION not in {part.kind for part in parse_text(text).parts}


def test_a_value_that_cannot_be_right_is_said_and_nothing_else_is_asked_for() -> None:
    parsed = parse_text("CrCl: 72 yo woman, 580 kg, creatinine 1.3 mg/dL")
    gap = gap_of_inputs(parsed.parts[0].text, parsed.sheet)
    assert gap is not None
    assert gap.detail.startswith("580 kg cannot be right as weight")
    assert "Say the others" not in gap.detail


def test_words_that_ask_for_a_value_are_understood() -> None:
    assert unread_phrases("Cockcroft-Gault, BSA and corrected calcium?") == ()


def test_an_age_is_no_clearance() -> None:
    values = sheet("eGFR of a 58-year-old man; creatinine clearance of a 74-year-old").facts
    assert not [fact for fact in values if isinstance(fact.value, OrganFunction)]


MODERATE = OrganFunction(
    organ="renal", grade="moderate", low=31, high=50, unit="mL/min", measure="creatinine clearance"
)


def test_the_rule_for_a_clearance_is_held_against_the_clearance_not_the_egfr() -> None:
    case = sheet("olaparib dose, 74-year-old woman 52 kg creatinine 1.5 mg/dL")
    told = {v.value.measure: v.value.low for v in case.facts if isinstance(v.value, OrganFunction)}
    assert told["creatinine clearance"] == 27.0
    assert told["eGFR"] == 36.0
    rule = Statement(
        id="s", spans=((0, 1),), kind="adjustment", applies=Applicability(organ=(MODERATE,))
    )
    (verdict,) = judge_circumstances(rule, case)
    assert verdict.outcome == "contradicts"
    assert "27 mL/min" in verdict.reason


def test_the_sentence_says_what_the_points_mean_and_keeps_the_name_of_the_measure() -> None:
    liver = "Child-Pugh: bilirubin 2.5 mg/dL, albumin 3.1, INR 1.5, no ascites, no encephalopathy"
    said = [calculation_sentence(each) for each in calculated_values(sheet(liver).facts)]
    assert any(text.startswith("Child-Pugh points: 7 points (Child-Pugh B), by") for text in said)
    kidney = "eGFR of a 58-year-old man with creatinine 1.8?"
    said = [calculation_sentence(each) for each in calculated_values(sheet(kidney).facts)]
    assert said[0].startswith("eGFR: 43 mL/min/1.73 m²")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Height 17 cm, weight 70 kg: what is the BSA?", "Height 17 cm"),
        ("BMI? height 1750 cm, weight 70 kg", "height 1750 cm"),
        ("BSA: height 5.9, weight 70 kg", "height 5.9"),
        ("BSA, 170 cm, wt 1500 kg", "wt 1500 kg"),
        ("carboplatin AUC 5: 60 kg, 55 y woman, creatinine 90000 mg/dL", "creatinine 90000 mg/dL"),
    ],
)
def test_a_value_that_no_patient_has_is_pointed_out(text: str, wrong: str) -> None:
    parsed = parse_text(text)
    gap = gap_of_inputs(text, parsed.sheet)
    assert gap is not None
    assert f"“{wrong}” cannot be right" in gap.detail
