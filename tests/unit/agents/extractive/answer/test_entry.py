"""Who was in a trial that is asked for by name, in whatever words it is asked."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.turns import Abstention, Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

NODES = document(
    "landmark_trials",
    "natalee",
    "NATALEE: adjuvant ribociclib",
    "NATALEE enrolled HR-positive, HER2-negative early breast cancer of stage IIA (N0 with"
    " high-risk factors), stage IIB or stage III.\n"
    "In NATALEE, the hazard ratio for invasive disease-free survival was 0.72.\n",
)
OTHER = document(
    "landmark_trials",
    "monarche",
    "monarchE: adjuvant abemaciclib",
    "High risk in monarchE meant 4 or more positive axillary nodes of breast cancer; node-negative"
    " breast cancer was not enrolled.\n"
    "In monarchE, the hazard ratio for invasive disease-free survival was 0.73.\n",
)
BRAIN = document(
    "landmark_trials",
    "her2climb",
    "HER2CLIMB: tucatinib",
    "HER2CLIMB randomised patients to tucatinib or to placebo.\n"
    "In HER2CLIMB patients with brain metastases, median progression-free survival was 7.6 months"
    " with tucatinib.\n",
)
LIBRARY = [NODES, OTHER, BRAIN]


async def said(question: str) -> str:
    ending = await Conversation(FakeLibrary(LIBRARY)).ask(question)
    return " ".join(s.text for s in ending.sentences) if isinstance(ending, Answer) else ""


@pytest.mark.parametrize(
    "question",
    [
        "NATALEE vs monarchE - node negative pts included in which?",
        "does monarchE apply to node-negative?",
        "INAVO120: pts with diabetes in it?",
        "who were the patients in EMERALD?",
        "HER2CLIMB: any patients with brain mets?",
        "did KATHERINE take pts with HER2-low?",
    ],
)
def test_who_was_in_a_trial_is_asked_in_many_words(question: str) -> None:
    assert {part.kind for part in parse_text(question).parts} == {"eligibility"}


@pytest.mark.parametrize(
    "question",
    [
        "PFS of patients with PIK3CA mutation in SOLAR-1",
        "patients in KEYNOTE-522: what was the pCR?",
        "deaths of patients in HER2CLIMB?",
        "ILD in patients in DESTINY-Breast04",
    ],
)
def test_what_came_of_the_patients_is_another_question(question: str) -> None:
    assert "eligibility" not in {part.kind for part in parse_text(question).parts}


async def test_each_trial_tells_of_the_group_that_is_asked_about() -> None:
    told = await said("NATALEE vs monarchE - node negative pts included in which?")
    assert "N0 with high-risk" in told
    assert "was not enrolled" in told
    assert "hazard ratio" not in told


async def test_of_one_trial_another_does_not_come_first() -> None:
    told = await said("does monarchE apply to node-negative?")
    assert told.startswith("High risk in monarchE")


async def test_a_result_of_just_the_group_tells_that_it_was_in() -> None:
    assert "brain metastases" in await said("HER2CLIMB: any patients with brain mets?")


async def test_a_result_of_all_patients_tells_nothing_of_a_group() -> None:
    only = document(
        "landmark_trials",
        "her2climb",
        "HER2CLIMB: tucatinib",
        "In HER2CLIMB, median progression-free survival was 7.8 months with tucatinib.\n",
    )
    ending = await Conversation(FakeLibrary([only])).ask("HER2CLIMB: any patients with brain mets?")
    assert isinstance(ending, Abstention)


async def test_a_drug_of_the_patient_is_no_subject_of_the_criteria() -> None:
    inavo = document(
        "landmark_trials",
        "inavo120",
        "INAVO120: inavolisib",
        "INAVO120 enrolled patients whose breast cancer recurred on, or within 12 months after,"
        " adjuvant endocrine therapy.\n",
    )
    question = "does INAVO120 apply to relapse 3 years after the end of adjuvant letrozole?"
    ending = await Conversation(FakeLibrary([inavo])).ask(question)
    assert isinstance(ending, Answer)
    assert "within 12 months" in ending.sentences[0].text
