"""A further drug that patients like this one get; and which variant a drug needs at all."""

from __future__ import annotations

import pytest

from agents.turns import Abstention, Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

BOTH = "Pre- and perimenopausal women, and men, are given an LHRH agonist with ribociclib."
RIBOCICLIB = document(
    "drug_information",
    "ribociclib",
    "Ribociclib (Kisqali)",
    "## Indications\n\nRibociclib plus an aromatase inhibitor is indicated for HR-positive,"
    f" HER2-negative metastatic breast cancer.\n\n## Dose\n\n{BOTH}\n",
    drugs=["ribociclib"],
)
SOTORASIB = document(
    "drug_information",
    "sotorasib",
    "Sotorasib (Lumakras)",
    "## Indications\n\nSotorasib is indicated for KRAS G12C-mutated metastatic non-small cell lung"
    " cancer.\n\n## Dose\n\nSotorasib is given at 960 mg once daily.\n",
    drugs=["sotorasib"],
)


async def headline(question: str) -> str:
    ending = await Conversation(FakeLibrary([RIBOCICLIB])).ask(question)
    assert isinstance(ending, Answer)
    return ending.sentences[0].text


@pytest.mark.parametrize(
    "question",
    [
        "Premenopausal HR+ HER2- MBC, can we give letrozole + ribo alone?",
        "Premenopausal HR+/HER2- MBC, ribociclib + letrozole?",
        "premenop 42F HR+/HER2- MBC 1L, ribociclib + AI?",
        "male HR+/HER2- MBC, ribo + AI alone?",
        "Man, 61, metastatic breast cancer HR+ HER2-. Ribociclib + AI?",
    ],
)
async def test_the_further_drug_comes_first(question: str) -> None:
    assert await headline(question) == BOTH


@pytest.mark.parametrize(
    "question",
    [
        "Postmenopausal HR+/HER2- MBC, ribociclib + letrozole?",
        "HR+/HER2- MBC, ribociclib + letrozole?",
    ],
)
async def test_others_do_not_get_it_first(question: str) -> None:
    assert await headline(question) != BOTH


@pytest.mark.parametrize(
    ("question", "here"),
    [
        ("KRAS G12D pancreatic. Sotorasib?", "KRAS G12D"),
        ("sotorasib for KRAS G12V colorectal cancer?", "KRAS G12V"),
        ("pancreatic cancer, KRAS G12R: sotorasib an option?", "KRAS G12R"),
    ],
)
async def test_the_variant_that_a_drug_needs_is_told(question: str, here: str) -> None:
    ending = await Conversation(FakeLibrary([SOTORASIB])).ask(question)
    assert isinstance(ending, Abstention)
    assert f"needs KRAS G12C; here: {here}" in ending.gap.detail


WITH_INHIBITORS = """## Indications

Sotorasib is indicated for non-small cell lung cancer with KRAS G12C.

## Interactions

Proton pump inhibitors may lower the effect of sotorasib.
"""


@pytest.mark.parametrize(
    ("variant", "refused"),
    [("KRAS G12D", True), ("KRAS wild type", True), ("KRAS G12C", False), ("", False)],
)
async def test_a_drug_that_is_none_by_a_marker_is_said_to_be_none(
    variant: str, *, refused: bool
) -> None:
    page = document("drug_information", "s", "Sotorasib", WITH_INHIBITORS, drugs=["sotorasib"])
    question = f"NSCLC, {variant}, on esomeprazole, sotorasib ok?"
    ending = await Conversation(FakeLibrary([page])).ask(question)
    assert isinstance(ending, Answer)
    told = [each.text for each in ending.sentences]
    assert any("Proton pump inhibitors may" in each for each in told)
    assert any("is not indicated here" in each for each in told) is refused
