"""What a finding means for one drug is no answer for another drug of the thread."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

GIVEN = (
    "{drug} with fulvestrant is indicated for HR-positive, HER2-negative, PIK3CA-mutated metastatic"
    " breast cancer after an endocrine-based regimen.\n"
)
WARNS = "The safety of alpelisib is not established in type 1 diabetes.\n"
LIBRARY = [
    document(
        "drug_information",
        "alpelisib",
        "Alpelisib (Piqray)",
        f"## Indications\n\n{GIVEN.format(drug='Alpelisib')}\n## Warnings\n\n{WARNS}",
        drugs=["alpelisib"],
    ),
    document(
        "drug_information",
        "capivasertib",
        "Capivasertib (Truqap)",
        f"## Indications\n\n{GIVEN.format(drug='Capivasertib')}",
        drugs=["capivasertib"],
    ),
]
CASE = "HR+/HER2- MBC, pd on letrozole, PIK3CA H1047R. "


@pytest.mark.parametrize(
    "last", ["what about capivasertib then?", "capivasertib?", "and capivasertib instead?"]
)
async def test_the_new_drug_does_not_get_the_old_warning(last: str) -> None:
    conversation = Conversation(FakeLibrary(LIBRARY))
    await conversation.ask(f"{CASE}Alpelisib?")
    before = await conversation.ask("she has type 1 diabetes")
    assert isinstance(before, Answer)
    assert before.sentences[0].text == WARNS.strip()
    ending = await conversation.ask(last)
    assert isinstance(ending, Answer)
    first, *others = (each.text for each in ending.sentences)
    assert first == "No statement found speaks of diabetes with capivasertib."
    assert WARNS.strip() not in others
