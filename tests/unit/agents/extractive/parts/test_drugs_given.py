"""What is given now and a drug that is needed beside it, where only options are asked for."""

from __future__ import annotations

import pytest

from agents.turns import Answer, Ending
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

TEXT = """## Indications

Lorlatinib is indicated for ALK-positive metastatic non-small cell lung cancer.

## Interactions

Lorlatinib is contraindicated with strong CYP3A inducers.
"""
RULE = "Lorlatinib is contraindicated with strong CYP3A inducers."


def lines(ending: Ending) -> list[str]:
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else []


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("ALK+ NSCLC on lorlatinib, needs rifampicin for TB. Options?", True),
        ("ALK+ NSCLC, PD on lorlatinib, takes rifampicin. Options?", False),
    ],
)
async def test_a_drug_needed_beside_the_one_given_is_weighed(question: str, is_told: bool) -> None:
    shelf = FakeLibrary([document("drug_information", "l", "Lorlatinib", TEXT)])
    told = lines(await Conversation(shelf).ask(question))
    assert (RULE in told) is is_told
