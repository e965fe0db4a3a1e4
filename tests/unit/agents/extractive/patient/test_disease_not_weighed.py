"""What is told of the disease and no option speaks of is named beside the options."""

from __future__ import annotations

import pytest

from agents.extractive.answer.patient.disease_not_weighed import sites_of_spread
from agents.extractive.question.parsing import parse_text
from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

OSIMERTINIB = (
    "Osimertinib is indicated for first-line treatment of metastatic non-small cell lung cancer"
    " with EGFR L858R."
)
TUCATINIB = (
    "Tucatinib is indicated for metastatic HER2-positive breast cancer, brain metastases included."
)
CNS = (
    "In ALK-positive lung cancer progression in the central nervous system occurred in 12% of"
    " patients on alectinib."
)
ALECTINIB = "Alectinib is indicated for ALK-positive metastatic non-small cell lung cancer."


async def answer_to(question: str, *sentences: str) -> Answer:
    text = "## Indications\n\n" + "\n\n".join(sentences)
    drugs = ["osimertinib", "tucatinib", "alectinib"]
    page = document("drug_information", "p", "Indications", text, drugs=drugs)
    ending = await Conversation(FakeLibrary([page])).ask(question)
    assert isinstance(ending, Answer)
    return ending


@pytest.mark.parametrize(
    ("told", "unweighed"),
    [
        ("brain metastases", {"brain metastases"}),
        ("CNS mets, MET amplification", {"brain metastases", "MET amplification"}),
        ("liver metastases and bone metastases", {"liver metastases", "bone metastases"}),
        ("peritoneal metastases", {"peritoneal metastases"}),
        ("HER2 amplification", {"HER2-positive"}),
        ("no brain metastases", set()),
        ("lung metastases", set()),
        ("lymph node metastases", {"lymph node metastases"}),
    ],
)
async def test_what_no_option_weighs_is_named(told: str, unweighed: set[str]) -> None:
    found = await answer_to(f"Metastatic NSCLC, EGFR L858R, {told}. First line?", OSIMERTINIB)
    assert set(found.unweighed) == unweighed
    assert not found.unread


async def test_what_an_option_speaks_of_is_not_named() -> None:
    case = "HER2+ metastatic breast cancer with brain metastases, tucatinib?"
    assert not (await answer_to(case, TUCATINIB)).unweighed


@pytest.mark.parametrize(
    ("said", "named"),
    [
        (CNS, []),
        ("Tucatinib is for brain metastases, too.", []),
        (ALECTINIB, ["brain metastases"]),
        ("Vorasidenib is for a brain tumour.", ["brain metastases"]),
    ],
)
def test_the_words_shown_tell_whether_a_site_is_weighed(said: str, named: list[str]) -> None:
    sheet = parse_text("ALK+ metastatic NSCLC with brain metastases, alectinib?").sheet
    assert [*sites_of_spread(sheet, said)] == named
