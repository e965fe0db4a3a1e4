"""What needs an earlier treatment is no option for a patient who has had none."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

LABEL = """## Indications

Sunvozertinib is indicated for metastatic non-small cell lung cancer with EGFR exon 20 insertion
mutations that progressed on platinum-based chemotherapy.

Amivantamab with carboplatin and pemetrexed is indicated for first-line treatment of metastatic
non-small cell lung cancer with EGFR exon 20 insertion mutations.
"""
CASE = "63F metastatic NSCLC, EGFR exon 20 insertion, {}. What next?"


async def options(said: str) -> tuple[str, str]:
    """What is said as an option, and what is excluded."""
    shelf = FakeLibrary(
        [document("drug_information", "d", "Lung", LABEL, drugs=["sunvozertinib", "amivantamab"])]
    )
    ending = await Conversation(shelf).ask(CASE.format(said))
    assert isinstance(ending, Answer), ending
    told = " ".join(each.text for each in ending.sentences)
    return told, " ".join(each.option for each in ending.excluded)


@pytest.mark.parametrize(
    "said", ["untreated", "treatment-naive", "no prior systemic therapy", "never treated"]
)
async def test_a_drug_for_after_platinum_is_none_of_the_options(said: str) -> None:
    told, excluded = await options(said)
    assert "Sunvozertinib is indicated" not in told
    assert "sunvozertinib" in excluded


async def test_after_platinum_it_is_one() -> None:
    told, _ = await options("progressed on carboplatin + pemetrexed")
    assert "Sunvozertinib is indicated" in told
