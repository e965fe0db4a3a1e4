"""The mg of carboplatin follow from its target AUC: alone, in a regimen, and once the thread has
told what the formula lacks, which is asked for by name. A low creatinine is said."""

from __future__ import annotations

import pytest

from agents.calculators import formula_named
from agents.checking.calculations import (
    calculated_values,
    calculation_sentence,
    problem_with_calculation,
)
from agents.extractive.answer.gaps import gap_of_inputs
from agents.extractive.question.parsing import parse_text
from agents.extractive.question.requests.calculations import CALCULATION
from agents.facts.read_sheet import Message, read_fact_sheet


@pytest.mark.parametrize(
    "text",
    [
        "AUC 6 carbo with paclitaxel: how many mg?",
        "carbo AUC 6 + pacli 175, how many mg of carboplatin?",
        "AUC 5 carbo with pemetrexed, what dose in mg?",
        "carboplatin AUC 5, how many mg?",
    ],
)
def test_what_the_formula_lacks_is_asked_for_by_name(text: str) -> None:
    (asked,) = parse_text(text).parts
    assert asked.kind == CALCULATION
    assert asked.drugs == {"carboplatin"}
    gap = gap_of_inputs(asked.text, parse_text(text).sheet)
    assert gap is not None
    assert gap.missing == "fact"
    for name in ("creatinine clearance", "measured", "age, sex, weight, creatinine"):
        assert name in gap.detail


@pytest.mark.parametrize(
    "text",
    [
        "carboplatin AUC 5 and paclitaxel: doses of both?",
        "paclitaxel 175 after cisplatin AUC?, how many mg paclitaxel",
        "carboplatin AUC 5 with paclitaxel: which is given first?",
        "carboplatin AUC 5 and etoposide 100 mg/m2, 70 kg, how many mg of etoposide?",
        "carboplatin AUC 5 with pemetrexed: pemetrexed dose?",
    ],
)
def test_other_questions_on_a_regimen_compute_nothing(text: str) -> None:
    assert all(part.kind != CALCULATION for part in parse_text(text).parts)


@pytest.mark.parametrize(
    ("patient", "is_low"),
    [
        ("63 F, 58 kg, creatinine 0.4 mg/dL", True),
        ("78 F, 44 kg, creatinine 35 umol/L", True),
        ("63 F, 58 kg, creatinine 0.7 mg/dL", True),
        ("63 F, 58 kg, creatinine 0.8 mg/dL", False),
        ("63 F, 58 kg, creatinine 88 umol/L", False),
    ],
)
def test_a_low_creatinine_is_said_beside_the_clearance(patient: str, *, is_low: bool) -> None:
    sheet = read_fact_sheet((Message(f"{patient}. Creatinine clearance?"),))
    values = {each.formula: each for each in calculated_values(sheet.facts)}
    for formula in ("Cockcroft–Gault", "CKD-EPI 2021"):
        sentence = calculation_sentence(values[formula])
        assert ("is low: the formula may give too high a value" in sentence) is is_low
        assert not problem_with_calculation(sentence, [values[formula]])
    if is_low:
        bare = calculation_sentence(values["Cockcroft–Gault"]).partition(" A creatinine")[0]
        assert problem_with_calculation(bare, [values["Cockcroft–Gault"]])


def test_other_formulas_say_nothing_of_creatinine() -> None:
    assert formula_named("Mosteller").caution is None
