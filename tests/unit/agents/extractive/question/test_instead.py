"""A message that asks for something else than the drug of the question before takes that out."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

DERUXTECAN = """## Indications

- Trastuzumab deruxtecan is indicated for metastatic HER2-positive breast cancer.
- When HER2-positive breast cancer progressed during or after the first line, ASCO advises \
trastuzumab deruxtecan.

## Lung

- Trastuzumab deruxtecan is discontinued permanently for interstitial lung disease or pneumonitis \
of grade 2 or higher.
"""
TUCATINIB = """## Indications

- Tucatinib plus trastuzumab plus capecitabine is indicated for metastatic HER2-positive breast \
cancer.
"""
CASE = "HER2-positive metastatic breast cancer, {}. Is trastuzumab deruxtecan an option?"
REFUSED = "to be stopped for good"


def thread() -> Conversation:
    return Conversation(
        FakeLibrary(
            [
                document(
                    "drug_information",
                    "d",
                    "Trastuzumab deruxtecan",
                    DERUXTECAN,
                    drugs=["trastuzumab deruxtecan"],
                ),
                document("drug_information", "t", "Tucatinib", TUCATINIB, drugs=["tucatinib"]),
            ]
        )
    )


@pytest.mark.parametrize(
    "follow_up",
    [
        "what then instead?",
        "Which alternatives are there?",
        "alternatives?",
        "so what else instead?",
    ],
)
async def test_another_drug_is_told(follow_up: str) -> None:
    asked = thread()
    await asked.ask(CASE.format("ECOG 1"))
    ending = await asked.ask(follow_up)
    assert isinstance(ending, Answer)
    told = [each.text for each in ending.sentences]
    assert told[0].startswith("Tucatinib plus trastuzumab")
    assert not [each for each in told if "deruxtecan" in each]


@pytest.mark.parametrize("lungs", ["active ILD grade 3", "known ILD with O2 need"])
async def test_a_drug_that_would_be_stopped_at_once_is_no_option(lungs: str) -> None:
    ending = await thread().ask(CASE.format(lungs))
    assert [each for each in ending.excluded if REFUSED in each.reason]  # type: ignore[union-attr]
    told = [each.text for each in ending.sentences]  # type: ignore[union-attr]
    assert not [each for each in told if "is indicated for" in each or "advises" in each]


@pytest.mark.parametrize("lungs", ["ILD grade 1", "ILD ruled out"])
async def test_it_stays_an_option_without_a_severe_disease(lungs: str) -> None:
    ending = await thread().ask(CASE.format(lungs))
    assert isinstance(ending, Answer)
    assert not [each for each in ending.excluded if REFUSED in each.reason]
