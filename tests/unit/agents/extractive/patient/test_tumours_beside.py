"""A second tumour that a follow-up tells of: it stands beside the first, and is not passed over."""

from __future__ import annotations

import pytest

from agents.endings.standing import standing_of
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.turns import Answer
from names.clinical.values import Tumour
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

CASE = "mCRPC, BRCA2 mutated, after enzalutamide. Olaparib?"
FIRST, MDS = "castration-resistant prostate cancer", "myelodysplastic syndrome"


@pytest.mark.parametrize(
    ("text", "tumours"),
    [
        ("he has hx of MDS", {FIRST, MDS}),
        ("px: MDS", {FIRST, MDS}),
        ("developed MDS", {FIRST, MDS}),
        ("had MDS in 2015", {FIRST, MDS}),
        ("sorry, it is MDS", {MDS}),
        ("what about MDS?", {MDS}),
    ],
)
def test_a_second_tumour_does_not_take_the_place_of_the_first(text: str, tumours: set[str]) -> None:
    sheet = read_fact_sheet((Message(CASE, "earlier question"), Message(text)))
    assert {each.name for each in sheet.of(Tumour)} == tumours


@pytest.mark.parametrize(
    ("before", "unweighed"), [("", ()), ("history of myelodysplastic syndrome, ", (MDS,))]
)
async def test_what_nothing_shown_speaks_of_is_named(
    before: str, unweighed: tuple[str, ...]
) -> None:
    label = "Olaparib is indicated for BRCA2-mutated castration-resistant prostate cancer."
    text = f"## Use\n\n{label}\n"
    shelf = FakeLibrary([document("drug_information", "o", "Olaparib", text, drugs=["olaparib"])])
    ending = await Conversation(shelf).ask(f"mCRPC, {before}BRCA2 mutated. Olaparib?")
    assert isinstance(ending, Answer)
    assert ending.unweighed == unweighed
    assert (standing_of(ending) == "partly") is bool(unweighed)
