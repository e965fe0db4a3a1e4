"""Each value that a message asks of is a question of its own; a course of values is one patient."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.extractive.question.splitting.independent.further_values import (
    asked_in_full,
    further_values,
)
from names.clinical.values import OrganFunction, Toxicity
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("capecitabine dose for CrCl 42 ml/min, and at 27?", ["CrCl 42 ml/min", "CrCl 27 ml/min"]),
        ("capecitabine dose for CrCl 42 and 27?", ["CrCl 42", "CrCl 27"]),
        ("capecitabine: CrCl 42 ml/min or CrCl 27 ml/min, dose?",
         ["CrCl 42 ml/min", "CrCl 27 ml/min"]),
        ("capecitabine in moderate and in severe renal impairment?", ["moderate", "severe"]),
        ("talazoparib in mild, moderate and severe renal impairment, dose?",
         ["mild", "moderate", "severe"]),
        ("tucatinib Child-Pugh A, B and C: dose?",
         ["Child-Pugh A", "Child-Pugh B", "Child-Pugh C"]),
        ("neratinib CP-B, and CP-C?", ["CP-B", "CP-C"]),
        ("T-DXd, grade 1 ILD: hold? and if grade 2?", ["grade 1 ILD", "grade 2 ILD"]),
        ("G1 pneumonitis on durvalumab, continue? and if G2? and G3?",
         ["G1 pneumonitis", "G2 pneumonitis", "G3 pneumonitis"]),
        ("abemaciclib diarrhoea grade 2 vs 3?", ["grade 2", "grade 3"]),
        ("irinotecan with bilirubin 1.8x ULN, and with bilirubin 3x?",
         ["bilirubin 1.8x ULN", "bilirubin 3x"]),
        ("osimertinib, QTc 490: continue? And if >500?", ["QTc 490", "QTc >500"]),
        ("CrCl 42, weight 70 kg. capecitabine dose? and at 27?", ["CrCl 42", "CrCl 27"]),
        ("irinotecan UGT1A1 *1/*28 and *28/*28?", ["*1/*28", "*28/*28"]),
        ("capecitabine DPYD activity score 1.5, and at 1?",
         ["DPYD activity score 1.5", "DPYD activity score 1"]),
    ],
)  # fmt: skip
def test_each_value_is_a_question(text: str, values: list[str]) -> None:
    assert [each.value for each in further_values(text)] == values


@pytest.mark.parametrize(
    "text",
    [
        "capecitabine dose, CrCl 60 in May, 42 now",
        "ANC 0.8 -> 1.2, palbociclib restart?",
        "CrCl was 60 and is 42: capecitabine dose?",
        "capecitabine dose with CrCl between 30 and 50?",
        "ALT was 2x, and at 4x on recheck: hold pexidartinib?",
        "LVEF 62, and 48 after trastuzumab: hold?",
        "T-DXd grade 3 ILD now grade 1, and rechallenge?",
        "abemaciclib grade 2 diarrhoea and grade 3 neutropenia: dose?",
        "CrCl 42, and at 27 weeks pregnant: paclitaxel?",
        "CrCl 42 and 80 kg, carboplatin dose?",
        "olaparib 300 mg bd, Hb 8: and at 250 mg?",
        "docetaxel 75 mg/m2, ANC 1.2 and plt 90: go?",
        "PD-L1 TPS 60% and CPS 70: pembrolizumab?",
        "bilirubin 2x ULN and ALT 5x ULN, ribociclib?",
        "capecitabine CrCl 42, and with warfarin?",
        "CrCl 42, and in 3 weeks surgery; capecitabine?",
        "abemaciclib grade 2 or 3 diarrhoea, what to do?",
        "CrCl 42 and 27?",
        "62F, CrCl 30. 1) olaparib dose? 2) talazoparib dose?",
        "olaparib with CrCl 45: a) dose? b) diet?",
    ],
)
def test_one_patient_stays_one_question(text: str) -> None:
    assert further_values(text) == ()


def test_of_two_measures_nobody_knows_which_is_meant() -> None:
    first, second = further_values("CrCl 42, LVEF 55, trastuzumab: dose? and at 27?")
    assert "27" not in first.text
    assert second.text == "and at 27?"


def test_facts_behind_hold_for_each_value_and_a_further_question_for_none() -> None:
    told = further_values("capecitabine CrCl 42, and at 27? He takes warfarin.")
    assert all("warfarin" in each.text for each in told)
    told = further_values("capecitabine CrCl 42: dose? and at 27? And which antiemetic?")
    assert ["antiemetic" in each.text for each in told] == [True, False]


def test_each_part_has_the_value_of_its_own() -> None:
    parsed = parse_text("capecitabine dose for CrCl 42 ml/min, and at 27?")
    held = [[v.grade for v in p.own_sheet.of(OrganFunction)] for p in parsed.parts if p.own_sheet]
    assert held == [["", "moderate"], ["", "severe"]]
    parsed = parse_text("T-DXd, grade 1 ILD: hold? T-DXd, grade 2 ILD: hold?")
    held = [
        [v.grade_from for v in (p.own_sheet or parsed.sheet).of(Toxicity)] for p in parsed.parts
    ]
    assert held == [[1], [2]]


def test_a_value_alone_takes_over_the_question_before() -> None:
    assert (
        asked_in_full("and at 25?", ["olaparib dose with CrCl 45"]) == "olaparib dose with CrCl 25?"
    )
    earlier = ["abemaciclib dose in moderate hepatic impairment?", "and in severe?"]
    assert asked_in_full("and in mild?", earlier) == "abemaciclib dose in mild hepatic impairment?"
    for text in ("and at 25 weeks?", "and with itraconazole?", "CrCl is 25 now", "and 25 mg?"):
        assert asked_in_full(text, ["olaparib dose with CrCl 45"]) == text


STEPS = """## Toxicity

For grade 1 interstitial lung disease trastuzumab deruxtecan is interrupted until grade 0.
Trastuzumab deruxtecan is discontinued permanently for interstitial lung disease of \
grade 2 or higher.
"""


async def test_each_grade_gets_its_own_rule_in_order() -> None:
    library = FakeLibrary(
        [
            document(
                "drug_information", "tdxd", "Trastuzumab deruxtecan", STEPS,
                drugs=["trastuzumab deruxtecan"],
            )
        ]
    )  # fmt: skip
    ending = await Conversation(library).ask("T-DXd, grade 1 ILD: hold? and if grade 2")
    told = [each.text for each in getattr(ending, "sentences", ())]
    assert "until grade 0" in told[0]
    assert any("discontinued permanently" in each for each in told[1:])
    assert [part.gap for part in getattr(ending, "parts", ())] == [None, None]
