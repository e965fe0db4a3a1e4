"""Advice that names a class of drugs and no drug is told: after a treatment that was had, and with
what is to be checked before, where its source does not weigh a fact of the patient."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.answer.test_values_outside_rules import conversation
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

AFTER = (
    "For metastatic hepatocellular carcinoma after durvalumab with tremelimumab, ASCO recommends a"
    " tyrosine kinase inhibitor."
)
DOUBLET = (
    "For metastatic clear cell renal cell carcinoma of intermediate or poor risk, ASCO recommends"
    " two checkpoint inhibitors in the first line."
)


async def told(question: str, advice: str) -> tuple[list[str], Answer | None]:
    source = document("asco_guidelines", "g", "ASCO", f"## Recommendation\n\n{advice}\n")
    ending = await Conversation(FakeLibrary([source])).ask(question)
    if not isinstance(ending, Answer):
        return [], None
    return [each.text for each in ending.sentences], ending


@pytest.mark.parametrize(
    ("case", "is_told"),
    [
        ("progressed on durvalumab and tremelimumab", True),
        ("progressed on sorafenib", False),
        ("untreated", False),
    ],
)
async def test_a_class_is_told_for_the_time_after_what_was_had(case: str, is_told: bool) -> None:
    said, _ = await told(f"Metastatic hepatocellular carcinoma, {case}. What next?", AFTER)
    assert (AFTER in said) == is_told


async def test_a_class_that_nobody_weighs_for_the_patient_is_to_be_checked() -> None:
    case = "Metastatic clear cell RCC, intermediate risk, untreated, active ulcerative colitis."
    said, answer = await told(f"{case} What first line?", DOUBLET)
    assert DOUBLET not in said
    assert answer is not None
    assert any(DOUBLET in each and "autoimmune disease" in each for each in said)


async def test_a_class_that_nothing_speaks_against_is_told_plainly() -> None:
    case = "Metastatic clear cell RCC, intermediate risk, untreated."
    said, _ = await told(f"{case} What first line?", DOUBLET)
    assert said[:1] == [DOUBLET]


async def test_of_another_risk_group_nothing_is_told() -> None:
    case = "Metastatic clear cell RCC, favourable risk, untreated, active ulcerative colitis."
    said, _ = await told(f"{case} What first line?", DOUBLET)
    assert not any("To be checked" in each for each in said)


async def test_advice_on_a_class_with_its_partner_answers_whether_it_is_given_alone(
    corpus: Path,
) -> None:
    thread = conversation(corpus, "asco_guidelines/asco-male-breast-cancer-2020.yaml")
    case = "Man with HR-positive, HER2-negative metastatic breast cancer."
    ending = await thread.ask(f"{case} Aromatase inhibitor alone?")
    assert isinstance(ending, Answer)
    assert "an aromatase inhibitor together with a GnRH agent" in ending.sentences[0].text
