"""A second tumour that a follow-up tells of: it stands beside the first, and is not passed over."""

from __future__ import annotations

import pytest

from agents.endings.standing import standing_of
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.matching.sequence.marrow_disease import marrow_disease_beside
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


def label(drug: str) -> FakeLibrary:
    told = f"{drug.title()} is indicated for BRCA2-mutated castration-resistant prostate cancer."
    text = f"## Use\n\n{told}\n"
    return FakeLibrary([document("drug_information", "d", drug.title(), text, drugs=[drug])])


@pytest.mark.parametrize("disease", ["history of MDS", "prior AML in 2015"])
async def test_an_inhibitor_of_parp_is_to_be_checked_after_a_disease_of_the_marrow(
    disease: str,
) -> None:
    ending = await Conversation(label("olaparib")).ask(
        f"mCRPC, {disease}, BRCA2 mutated. Olaparib?"
    )
    assert isinstance(ending, Answer)
    assert [each.option for each in ending.excluded] == ["olaparib"]
    assert "myelodysplastic syndrome or acute leukaemia" in ending.excluded[0].reason


def test_the_disease_that_is_treated_is_not_held_against_a_drug() -> None:
    sheet = read_fact_sheet((Message("AML with FLT3-ITD, newly diagnosed"),))
    assert not list(marrow_disease_beside(sheet))


@pytest.mark.parametrize(
    ("before", "unweighed"), [("", ()), ("history of myelodysplastic syndrome, ", (MDS,))]
)
async def test_what_nothing_shown_speaks_of_is_named(
    before: str, unweighed: tuple[str, ...]
) -> None:
    ending = await Conversation(label("docetaxel")).ask(f"mCRPC, {before}BRCA2 mutated. Docetaxel?")
    assert isinstance(ending, Answer)
    assert ending.unweighed == unweighed
    assert (standing_of(ending) == "partly") is bool(unweighed)
