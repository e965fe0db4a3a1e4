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
REGISTRY = "No registry of trials is searched live"
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


@pytest.mark.parametrize(
    "question",
    [
        "Is there an open study for TNBC with gBRCA1?",
        "What is recruiting for HER2-negative MBC with germline BRCA1?",
        "Any phase 1 open for metastatic breast cancer with germline BRCA2?",
    ],
)
async def test_no_approval_answers_which_trials_take_patients(question: str) -> None:
    ending = await Conversation(FakeLibrary([LABEL])).ask(question)
    assert isinstance(ending, Abstention)
    assert REGISTRY in ending.gap.detail


async def test_a_trial_shown_is_told_with_what_only_a_registry_knows() -> None:
    question = "Is any trial recruiting for metastatic TNBC?"
    ending = await Conversation(FakeLibrary([LABEL, OTHER])).ask(question)
    assert isinstance(ending, Answer)
    assert any(REGISTRY in line for line in ending.not_found)


STATUS = "In the record captured on 2026-08-11, NCT04795661 was active but not recruiting."
ENTRY = document(
    "clinical_trials",
    "nct04795661",
    "NCT04795661: perioperative treatment of MSI tumours",
    f"NCT04795661 enrols patients with resectable MSI tumours.\n\n{STATUS}\n",
)
NO_STATUS = document(
    "clinical_trials",
    "nct04305496",
    "NCT04305496: capivasertib",
    "NCT04305496 enrols patients with HR-positive breast cancer.\n",
)


async def test_whether_a_named_trial_recruits_is_answered_by_its_status_only() -> None:
    library = FakeLibrary([ENTRY, NO_STATUS])
    told = await Conversation(library).ask("Is NCT04795661 still recruiting?")
    assert isinstance(told, Answer)
    assert [each.text for each in told.sentences] == [STATUS]
    assert any(REGISTRY in line for line in told.not_found)
    ending = await Conversation(library).ask("Is NCT04305496 still recruiting?")
    assert isinstance(ending, Abstention)
    assert REGISTRY in ending.gap.detail
