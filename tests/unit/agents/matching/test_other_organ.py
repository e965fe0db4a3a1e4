"""A rule for the liver is none for a question on the kidneys, and the other way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from names.clinical.values import ClinicalValue, Condition, OrganFunction, Toxicity
from retrieval.statements.model import Applicability
from tests.unit.agents.matching.judged import DOSE, OPTION, judged

RULE = replace(OPTION, kind="adjustment")
LIVER = Applicability(organ=(OrganFunction(organ="hepatic", grade="Child-Pugh B"),))
KIDNEY = Applicability(organ=(OrganFunction(organ="renal", grade="moderate"),))
CLEARANCE = OrganFunction(organ="renal", low=38, high=38, measure="creatinine clearance")
CHILD_PUGH = OrganFunction(organ="hepatic", grade="Child-Pugh B")


def is_against(rule: Applicability, about: ClinicalValue, *known: ClinicalValue) -> bool:
    found = judged(rule, *known, asked=replace(DOSE, about=(about,)), statement=RULE)
    return any(each.dimension == "organ function" for each in found.contradictions)


@pytest.mark.parametrize(
    ("rule", "about"),
    [
        (LIVER, Condition(name="renal impairment")),
        (LIVER, CLEARANCE),
        (LIVER, Toxicity(event="renal impairment")),
        (KIDNEY, Toxicity(event="hepatotoxicity")),
        (KIDNEY, CHILD_PUGH),
    ],
)
def test_the_other_organ_of_which_nothing_is_told_speaks_against(
    rule: Applicability, about: ClinicalValue
) -> None:
    assert is_against(rule, about)


def test_what_is_known_of_both_organs_is_compared() -> None:
    assert not is_against(LIVER, CLEARANCE, CLEARANCE, CHILD_PUGH)


def test_a_rule_for_the_organ_that_is_asked_about_stays_open() -> None:
    assert not is_against(LIVER, Condition(name="hepatic impairment"))


def test_other_findings_say_nothing_of_organs() -> None:
    assert not is_against(LIVER, Toxicity(event="diarrhoea"))
