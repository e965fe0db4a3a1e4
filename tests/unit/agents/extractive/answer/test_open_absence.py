"""Advice that weighs the side of the tumour, where nobody has told that a marker is absent."""

from __future__ import annotations

from agents.extractive.answer.order.repeated_sentences import said_once
from agents.turns import Answer, DraftSentence
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

ADVICE = (
    "In the first line of {side}, RAS wild-type metastatic colorectal cancer that is microsatellite"
    " stable, the society recommends chemotherapy with an anti-{target} antibody."
)
LABEL = (
    "Panitumumab plus FOLFOX is indicated for first-line treatment of RAS wild-type metastatic"
    " colorectal cancer."
)
LIBRARY = FakeLibrary(
    [
        document("indications", "l", "Indications", f"## Approved\n\n{LABEL}\n"),
        document(
            "asco_guidelines",
            "g",
            "Guideline: metastatic colorectal cancer",
            "## First line\n\n"
            + ADVICE.format(side="left-sided", target="EGFR")
            + "\n"
            + ADVICE.format(side="right-sided", target="VEGF")
            + "\n",
        ),
    ]
)


async def said(question: str) -> list[str]:
    ending = await Conversation(LIBRARY).ask(question)
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else []


async def test_it_leads_with_what_is_open() -> None:
    first = (await said("Metastatic colorectal cancer, right-sided, RAS wild-type, first line?"))[0]
    assert first.startswith("Only with no MSI-high: In the first line of right-sided")


async def test_it_leads_without_a_condition_once_it_is_told() -> None:
    first = (await said("mCRC, left-sided, RAS wild-type, MSS, first line?"))[0]
    assert first.startswith("In the first line of left-sided")


async def test_not_where_the_marker_is_present() -> None:
    told = await said("mCRC, left-sided, RAS wild-type, MSI-high, first line?")
    assert not any("anti-EGFR" in each for each in told)


def test_a_statement_is_not_told_again_without_its_condition() -> None:
    with_it = DraftSentence(text="Only with A: B is advised.", keys=("1",), role="point")
    without = DraftSentence(text="B is advised.", keys=("1",), role="point")
    other = DraftSentence(text="B is advised.", keys=("2",), role="point")
    assert said_once([with_it, without]) == [with_it]
    assert said_once([with_it, other]) == [with_it, other]
