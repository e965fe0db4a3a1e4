"""A cancer drug that the patient takes now acts on other treatments, as any other drug does."""

from __future__ import annotations

import pytest

from agents.turns import Answer, Ending
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

TEXT = """## Indications

Capmatinib is indicated for metastatic non-small cell lung cancer with MET exon 14 skipping.

## Dose

The dose of capmatinib is 400 mg twice daily.

## Interactions

Strong CYP3A inducers should be avoided with capmatinib.
"""
RULE = "Strong CYP3A inducers should be avoided with capmatinib."


def lines(ending: Ending) -> list[str]:
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else []


@pytest.mark.parametrize(
    ("question", "is_first"),
    [
        ("58F, takes mitotane. Capmatinib: any problem?", True),
        ("58F, takes apalutamide. Capmatinib dose?", True),
        ("Metastatic NSCLC, METex14 skipping, on mitotane. Capmatinib?", True),
        ("Metastatic NSCLC, METex14 skipping, PD on enzalutamide. Capmatinib?", False),
        ("Metastatic NSCLC, METex14 skipping, takes letrozole. Capmatinib?", False),
    ],
)
async def test_what_the_treatment_does_to_the_drug_is_told_first(
    question: str, is_first: bool
) -> None:
    shelf = FakeLibrary([document("drug_information", "c", "Capmatinib", TEXT)])
    told = lines(await Conversation(shelf).ask(question))
    assert told
    assert (told[0] == RULE) is is_first
    assert (RULE in told) is is_first


async def test_what_may_end_is_not_missed() -> None:
    text = "## Indications\n\nCapmatinib is indicated for metastatic NSCLC with METex14 skipping.\n"
    shelf = FakeLibrary([document("drug_information", "c", "Capmatinib", text)])
    asked = "Metastatic NSCLC, METex14 skipping, on mitotane. Capmatinib?"
    assert not any("No statement" in each for each in lines(await Conversation(shelf).ask(asked)))


async def test_a_treatment_that_takes_the_place_of_another_is_not_given_beside_it() -> None:
    shelf = FakeLibrary([document("drug_information", "c", "Capmatinib", TEXT)])
    asked = "Metastatic NSCLC, METex14 skipping, takes apalutamide. Switch to capmatinib, dose?"
    assert RULE not in lines(await Conversation(shelf).ask(asked))
