"""What an option rests on is said if it is not known to be so."""

from __future__ import annotations

import pytest

from agents.extractive.answer.patient.unproven_facts import unproven_facts
from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.values import Marker, MarkerRule
from retrieval.statements.model import Applicability, Statement

BRCA = MarkerRule(any_of=(Marker(name="BRCA2", state="altered"),))
OLAPARIB = Statement(
    id="o",
    kind="indication",
    spans=((0, 1),),
    drugs=("olaparib",),
    applies=Applicability(requires=(BRCA,)),
)
PEMBROLIZUMAB = Statement(id="p", kind="indication", spans=((0, 1),), drugs=("pembrolizumab",))


def told(text: str, *shown: Statement) -> list[str]:
    return list(unproven_facts(read_fact_sheet((Message(text),)), text, shown))


@pytest.mark.parametrize("variant", ["K3326*", "N372H"])
def test_a_named_variant_is_not_pathogenic_by_being_named(variant: str) -> None:
    text = f"BRCA2 {variant} germline, HER2- MBC. Olaparib?"
    assert told(text, OLAPARIB) == [f"whether BRCA2 {variant} is pathogenic"]


@pytest.mark.parametrize(
    "text",
    [
        "pathogenic germline BRCA2 N372H, HER2- MBC. Olaparib?",
        "germline BRCA2 mutation, HER2- MBC. Olaparib?",
        "BRCA2 K3326* (P/LP), HER2- MBC. Olaparib?",
    ],
)
def test_a_classified_variant_and_a_class_need_no_remark(text: str) -> None:
    assert told(text, OLAPARIB) == []


def test_an_early_relapse_is_said_of_the_drug_that_was_had() -> None:
    text = "mTNBC, relapse 9 mo after neoadj pembrolizumab. First line?"
    (words,) = told(text, PEMBROLIZUMAB)
    assert words == "“relapse 9 mo after neoadj pembrolizumab” for pembrolizumab"
    assert told("mTNBC, relapse after 3 lines. Next?", PEMBROLIZUMAB) == []


def test_a_relapse_that_counts_as_failure_has_been_weighed() -> None:
    text = "mTNBC, relapse 3 mo after neoadj pembrolizumab. First line?"
    assert told(text, PEMBROLIZUMAB) == []
