"""Advice that puts a class of drugs off for the patient leads where a drug of it is asked for; and
beside a drug that nobody weighs for the patient stands what else is for the same variant."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

RIGHT = (
    "In the first line of right-sided metastatic colorectal cancer, ASCO recommends chemotherapy"
    " with an anti-VEGF antibody, not an anti-EGFR antibody."
)
LABEL = "Panitumumab plus FOLFOX is indicated for first-line metastatic colorectal cancer."
CML = """## Approved

Ponatinib alone is indicated for chronic myeloid leukaemia with the T315I mutation.
Asciminib alone is indicated for chronic myeloid leukaemia with the T315I mutation.
Bosutinib alone is indicated for BCR::ABL1-positive chronic myeloid leukaemia.
"""


async def said(question: str, *sources: tuple[str, str, str]) -> list[str]:
    documents = [
        document(silo, silo, "EXAMPLE", f"## {head}\n\n{t}\n") for silo, head, t in sources
    ]
    ending = await Conversation(FakeLibrary(documents)).ask(question)
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else []


@pytest.mark.parametrize(("side", "is_told"), [("right", True), ("left", False)])
async def test_advice_against_the_class_of_the_drug_leads(side: str, is_told: bool) -> None:
    question = f"Metastatic colorectal cancer, {side}-sided, untreated. Panitumumab possible?"
    advice = ("asco_guidelines", "Recommendation", RIGHT)
    told = await said(question, ("indications", "Approved", LABEL), advice)
    assert (RIGHT in told[:1]) == is_told
    assert (RIGHT in told) == is_told


@pytest.mark.parametrize(("case", "is_told"), [(" Known hypertension.", True), ("", False)])
async def test_what_else_is_for_the_variant_stands_beside(case: str, is_told: bool) -> None:
    question = f"CML, T315I, progressed on dasatinib.{case} Ponatinib?"
    told = await said(question, ("indications", "Approved", CML))
    assert any("Ponatinib" in each for each in told)
    assert any("Asciminib" in each for each in told) == is_told
    assert not any("Bosutinib" in each for each in told)
