"""A drug that is none by a marker is refused also where a message asks two things of it."""

from __future__ import annotations

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

SOTORASIB = """## Indications

Sotorasib is indicated for KRAS G12C-mutated metastatic non-small cell lung cancer.

## Dose

Sotorasib is given at 960 mg once daily.

## Interactions

Proton pump inhibitors may lower the effect of sotorasib and should be avoided.
"""


async def test_the_dose_and_the_drug_beside_it_do_not_hide_that_the_drug_is_none() -> None:
    shelf = FakeLibrary([document("drug_information", "s", "Sotorasib", SOTORASIB)])
    ending = await Conversation(shelf).ask("KRAS G12D NSCLC, on omeprazole. sotorasib dose?")
    assert isinstance(ending, Answer)
    first = ending.sentences[0].text
    assert "is not indicated here" in first
    assert "KRAS G12D" in first


async def test_half_of_a_regimen_that_is_given_is_not_refused() -> None:
    text = """## Indications

Dabrafenib plus trametinib is indicated for BRAF V600E-mutated metastatic melanoma.

Trametinib alone is indicated for BRAF V600K-mutated metastatic melanoma.
"""
    shelf = FakeLibrary([document("drug_information", "d", "Dabrafenib and trametinib", text)])
    ending = await Conversation(shelf).ask("BRAF V600E melanoma. dabrafenib? and trametinib?")
    assert isinstance(ending, Answer)
    assert not any("Trametinib alone is not" in each.text for each in ending.sentences)
