"""A dose is told of the drug that it is the dose of, as it is given and when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.extractive.question.parsing import parse_text
from agents.matching.subject.dosed_drugs import partners_in, tells_dose_of, tells_its_dose
from names.clinical.values import OrganFunction
from retrieval.statements.model import Applicability
from tests.unit.agents.matching.judged import OPTION

WITH_ENZALUTAMIDE = (
    "With severe renal impairment talazoparib is given at 0.25 mg with enzalutamide."
)
ALONE = "For carboplatin as single agent the dose on day 1 is 200 mg/m2 at 16 - 40 mL/min."
SHARE = "With neutrophils below 1,500 vinorelbine is given at 50% of the starting dose."
START = "With platelets below 150,000/µL niraparib is started at 200 mg once daily."


@pytest.mark.parametrize(
    ("text", "partners"),
    [
        (WITH_ENZALUTAMIDE, {"enzalutamide"}),
        ("Olaparib is given at 300 mg twice daily with abiraterone 1000 mg once daily.", set()),
        ("Ribociclib is started at 600 mg, with fulvestrant.", {"fulvestrant"}),
        ("Letrozole is taken as one 2.5 mg tablet once a day.", set()),
        ("With lapatinib letrozole is given.", set()),
    ],
)
def test_a_drug_that_is_only_given_beside_has_no_dose_there(text: str, partners: set[str]) -> None:
    assert partners_in(text) == partners


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("enzalutamide dose, creatinine clearance 25", WITH_ENZALUTAMIDE, False),
        ("talazoparib dose with enzalutamide, CrCl 25", WITH_ENZALUTAMIDE, True),
        ("carboplatin + paclitaxel, CrCl 35: dose?", ALONE, False),
        ("carbo pem for NSCLC, CrCl 35", ALONE, False),
        ("carboplatin dose, CrCl 35", ALONE, True),
        ("niraparib platelets 60, what to do?", START, False),
        ("niraparib start dose, platelets 120?", START, True),
        ("vinorelbine, ANC 1.2, what to do?", SHARE, True),
    ],
)
def test_another_drugs_dose_one_alone_or_a_first_one_answers_nothing(
    question: str, text: str, told: bool
) -> None:
    assert all(tells_dose_of(text, part) is told for part in parse_text(question).parts)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("on larotrectinib, now Child-Pugh B, what to do", True),
        ("larotrectinib, hepatotoxicity grade 3, what to do", False),
    ],
)
def test_the_dose_to_start_with_is_the_rule_for_a_class_of_an_organ(
    question: str, told: bool
) -> None:
    rule = OrganFunction(organ="hepatic", grade="Child-Pugh B")
    statement = replace(OPTION, kind="adjustment", applies=Applicability(organ=(rule,)))
    text = "In Child-Pugh B the starting dose of larotrectinib is reduced by 50%."
    assert tells_its_dose(statement, text, parse_text(question).parts[0]) is told
