"""An inherited phenotype as a limiting fact, of one drug alone and of drugs given together."""

from __future__ import annotations

import pytest

from agents.turns import Abstention, Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

BOTH = """## Indications

Dabrafenib plus trametinib is indicated for melanoma with BRAF V600E mutations.

Trametinib alone is indicated for melanoma with BRAF V600E mutations.

## Safety

Patients with G6PD deficiency are monitored for haemolytic anaemia while taking dabrafenib.
"""
PREGNANCY = """## Indications

Trastuzumab is indicated for HER2-positive early breast cancer.
"""


async def ask(question: str, text: str, drug: str) -> Answer | Abstention:
    shelf = FakeLibrary([document("drug_information", "one", drug, text, drugs=[drug])])
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer | Abstention)
    return ending


@pytest.mark.parametrize(
    "asked",
    [
        "Dabrafenib+trametinib safe?",
        "Are dabrafenib and trametinib safe?",
        "Can trametinib with dabrafenib be given?",
        "Dabrafenib safe?",
    ],
)
async def test_the_limit_told_on_one_of_two_drugs_comes_first(asked: str) -> None:
    ending = await ask(f"G6PD deficiency, BRAF V600E melanoma. {asked}", BOTH, "dabrafenib")
    assert isinstance(ending, Answer)
    assert ending.sentences[0].text.startswith("Patients with G6PD deficiency")


async def test_without_the_phenotype_the_indication_comes_first() -> None:
    ending = await ask("BRAF V600E melanoma. Dabrafenib+trametinib safe?", BOTH, "dabrafenib")
    assert isinstance(ending, Answer)
    assert "is indicated" in ending.sentences[0].text


async def test_a_phenotype_that_nothing_shown_weighs_is_told() -> None:
    without = BOTH.partition("## Safety")[0]
    question = "G6PD deficiency, BRAF V600E melanoma. Dabrafenib+trametinib safe?"
    ending = await ask(question, without, "dabrafenib")
    assert isinstance(ending, Answer)
    assert "G6PD deficient" in ending.unweighed


async def test_a_fact_for_which_all_is_refused_is_not_called_unweighed() -> None:
    question = "pregnant, HER2+ early breast cancer. Can trastuzumab be given?"
    ending = await ask(question, PREGNANCY, "trastuzumab")
    assert isinstance(ending, Answer)
    assert any("pregnancy" in each.reason for each in ending.excluded)
    assert "pregnancy" not in ending.unweighed
