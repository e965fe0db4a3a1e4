"""Somebody who looks for a trial is told trials, or that none fits; no label, no failed class."""

from __future__ import annotations

import pytest

from agents.turns import Abstention, Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

PARP = document(
    "landmark_trials",
    "embraca",
    "EMBRACA: talazoparib",
    "EMBRACA was an open-label phase III trial of talazoparib in patients with advanced breast"
    " cancer with a germline BRCA1 or BRCA2 mutation.\n",
    drugs=["talazoparib", "capecitabine", "eribulin"],
)
OTHER = document(
    "landmark_trials",
    "ascent",
    "ASCENT: sacituzumab govitecan",
    "ASCENT was an open-label phase III trial of sacituzumab govitecan in patients with metastatic"
    " triple-negative breast cancer.\n",
    drugs=["sacituzumab govitecan"],
)
LABEL = document(
    "drug_information",
    "talazoparib",
    "Talazoparib (Talzenna)",
    "Talazoparib is indicated for HER2-negative metastatic breast cancer with a germline BRCA1 or"
    " BRCA2 mutation.\n",
    drugs=["talazoparib"],
)
CLOSED = "No source at hand says that one of these trials is taking patients now."


@pytest.mark.parametrize(
    "question",
    [
        "Any trial for TNBC BRCA1 germline, pd on olaparib, ECOG 1?",
        "trial for gBRCA2 MBC after talazoparib",
        "clinical trial after olaparib progression, gBRCA2 HER2- MBC",
    ],
)
async def test_no_trial_of_a_failed_class_and_no_label(question: str) -> None:
    ending = await Conversation(FakeLibrary([PARP, LABEL])).ask(question)
    assert isinstance(ending, Abstention)
    assert ending.gap.name.startswith("a trial for ")
    assert "PARP inhibition" in ending.gap.detail


async def test_the_trial_of_another_class_is_told() -> None:
    question = "Any trial for metastatic TNBC, pd on olaparib?"
    ending = await Conversation(FakeLibrary([PARP, LABEL, OTHER])).ask(question)
    assert isinstance(ending, Answer)
    assert [each.text.split()[0] for each in ending.sentences] == ["ASCENT"]
    assert CLOSED in ending.not_found


async def test_without_a_failed_class_its_trial_is_told() -> None:
    question = "Any trial for metastatic breast cancer, HER2-negative, germline BRCA1?"
    ending = await Conversation(FakeLibrary([PARP, LABEL])).ask(question)
    assert isinstance(ending, Answer)
    assert all(each.text.split()[0] != "Talazoparib" for each in ending.sentences)
