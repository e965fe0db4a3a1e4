"""What a source asks for in another type of tissue refuses nothing to this patient."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

SQUAMOUS = (
    "For oesophageal squamous carcinoma, ASCO recommends nivolumab with chemotherapy in the first "
    "line of metastatic disease."
)
GLANDULAR = (
    "For adenocarcinoma of the oesophagus, ASCO recommends nivolumab with chemotherapy at PD-L1 "
    "CPS of 5 or more in the first line of metastatic disease."
)


@pytest.mark.parametrize(
    "question",
    [
        "oesophageal SCC met, CPS 3, 1L. nivolumab w chemo?",
        "metastatic ESCC, PD-L1 CPS 3, first line: nivolumab with chemotherapy?",
        "oesophageal squamous cell carcinoma, metastatic, CPS 3, first line. nivo + chemo?",
    ],
)
async def test_the_statement_on_the_own_tissue_is_told_and_no_refusal(question: str) -> None:
    text = f"## Squamous\n\n{SQUAMOUS}\n\n## Glandular\n\n{GLANDULAR}\n"
    shelf = FakeLibrary([document("asco_guidelines", "one", "Oesophageal cancer", text)])
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer)
    assert ending.sentences[-1].text == SQUAMOUS
    assert not any("not an option" in each.text for each in ending.sentences)
    assert not ending.excluded
