"""A drug that was not tolerated, or another of its class after an allergy, does not lead."""

from __future__ import annotations

import re

import pytest

from agents.extractive.question.parsing import parse_text
from agents.facts.value_words import describe
from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

TAXANES = """## Indications

Paclitaxel is indicated for metastatic breast cancer.

Docetaxel is indicated for metastatic breast cancer.
"""
TAXANE_OFFERED = re.compile("(?:Paclitaxel|Docetaxel) is indicated for")
CONJUGATE = """## Indications

Trastuzumab deruxtecan is indicated for HER2-positive metastatic breast cancer after an anti-HER2
regimen.
"""


def shelf(text: str, *drugs: str) -> FakeLibrary:
    return FakeLibrary([document("indications", "d", "Indications", text, drugs=list(drugs))])


def facts(question: str) -> list[str]:
    return [describe(fact.value) for fact in parse_text(question).sheet.facts]


@pytest.mark.parametrize(
    "question",
    [
        "paclitaxel anaphylaxis: what next in metastatic breast cancer?",
        "metastatic breast cancer, paclitaxel severe hypersensitivity reaction, next line?",
        "metastatic breast cancer, anaphylactic shock on paclitaxel. Options?",
        "metastatic breast cancer, had paclitaxel, allergic reaction. What else?",
        "metastatic breast cancer, paclitaxel allergy, which drugs?",
    ],
)
async def test_a_drug_that_the_patient_is_allergic_to_is_none(question: str) -> None:
    assert "allergy to paclitaxel" in facts(question)
    assert "did not tolerate paclitaxel" in facts(question)
    library = shelf(TAXANES, "paclitaxel", "docetaxel")
    ending = await Conversation(library).ask(question)
    assert isinstance(ending, Answer), ending
    assert not any(TAXANE_OFFERED.match(each.text) for each in ending.sentences)
    assert "paclitaxel" in {each.option for each in ending.excluded}


@pytest.mark.parametrize(
    "question",
    [
        "how to manage paclitaxel hypersensitivity?",
        "paclitaxel anaphylaxis risk?",
        "rate of docetaxel hypersensitivity",
        "paclitaxel vs docetaxel hypersensitivity?",
        "carboplatin hypersensitivity - how to premedicate?",
        "carboplatin, anaphylaxis kit ready",
        "oxaliplatin anaphylaxis - what dose of adrenaline?",
        "if carboplatin allergic reaction, what next?",
        "what to do if she has an allergy to carboplatin",
    ],
)
def test_the_effect_of_a_drug_is_no_allergy_of_the_patient(question: str) -> None:
    assert not any(each.startswith("allergy to") for each in facts(question))


def test_of_the_class_of_a_drug_that_one_is_allergic_to_nothing_was_had() -> None:
    told = facts("paclitaxel allergy, metastatic breast cancer, which drugs?")
    assert not any("chemotherapy" in each for each in told)


@pytest.mark.parametrize(
    "question",
    [
        "HER2-positive metastatic breast cancer, anaphylaxis to trastuzumab: T-DXd?",
        "HER2-positive MBC, trastuzumab stopped for heart failure, second line?",
    ],
)
async def test_a_drug_within_another_name_does_not_lead(question: str) -> None:
    ending = await Conversation(shelf(CONJUGATE, "trastuzumab deruxtecan")).ask(question)
    told = ending.sentences if isinstance(ending, Answer) else ()
    assert not any(each.text.startswith("Trastuzumab deruxtecan is indicated for") for each in told)


@pytest.mark.parametrize(
    ("question", "drug"),
    [
        ("EGFR exon 19 deletion NSCLC, osimertinib stopped for ILD grade 3: next?", "osimertinib"),
        ("HER2+ MBC, T-DXd stopped for ILD, other options?", "trastuzumab deruxtecan"),
        ("NSCLC, pembrolizumab worked but stopped for pneumonitis grade 3: next?", "pembrolizumab"),
    ],
)
def test_what_is_next_is_a_choice_without_what_was_not_tolerated(question: str, drug: str) -> None:
    (part,) = parse_text(question).parts
    assert (part.kind, part.drugs) == ("therapy", frozenset())
    assert f"did not tolerate {drug}" in facts(question)
