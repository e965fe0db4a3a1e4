"""What landmark trials found in the place of the patient stands beside the options of a choice."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

LABELS = """## Approved

Nivolumab plus ipilimumab is indicated for first-line treatment of metastatic melanoma.
Dabrafenib plus trametinib is indicated for metastatic melanoma with BRAF V600E.
Dabrafenib is indicated for metastatic melanoma with BRAF V600E.
Trametinib is indicated for metastatic melanoma with BRAF V600E.
Vemurafenib is indicated for metastatic melanoma with BRAF V600E.
"""
COMPARED = (
    "In the first line of metastatic melanoma with BRAF V600E, overall survival at 2 years in"
    " EXAMPLE-9 was 71.8% with nivolumab plus ipilimumab and 51.5% with dabrafenib plus trametinib."
)
ONE_ARM = (
    "In the first line of metastatic melanoma with BRAF V600E, overall survival at 2 years in"
    " EXAMPLE-7 was 60.1%, on vemurafenib."
)
CASE = "Metastatic melanoma, BRAF V600E, untreated. "


async def said(question: str, *results: str) -> list[str]:
    trial = document("landmark_trials", "t", "EXAMPLE", "## Results\n\n" + "\n".join(results))
    library = FakeLibrary([document("indications", "p", "Indications", LABELS), trial])
    ending = await Conversation(library).ask(question)
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else []


@pytest.mark.parametrize(
    "question",
    ["What treatment first line?", "Dabrafenib/trametinib or nivolumab/ipilimumab first?"],
)
async def test_the_trial_stands_beside_many_labels(question: str) -> None:
    told = await said(CASE + question, COMPARED)
    assert COMPARED in told
    assert not told[0].startswith("In the first line")


@pytest.mark.parametrize(
    "case",
    [
        "Metastatic melanoma, BRAF wild type, untreated. ",
        "Metastatic melanoma, BRAF V600E, progressed on dabrafenib and trametinib. ",
        "Resected stage III melanoma, BRAF V600E, adjuvant. ",
        "Metastatic non-small cell lung cancer, BRAF V600E, untreated. ",
    ],
)
async def test_not_of_other_patients(case: str) -> None:
    assert COMPARED not in await said(case + "What treatment?", COMPARED)


async def test_a_trial_of_one_arm_settles_nothing() -> None:
    assert ONE_ARM not in await said(CASE + "What treatment first line?", ONE_ARM)


async def test_the_line_is_named_where_nobody_has_told_it() -> None:
    case = "Metastatic melanoma, BRAF V600E. What treatment?"
    told = [each for each in await said(case, COMPARED) if COMPARED in each]
    assert told in ([], [f"Only with the line of treatment (first line): {COMPARED}"])


LEFT = (
    "Triple-negative breast cancer with residual disease: overall survival in EXAMPLE-5 was 78.8%"
    " with capecitabine and 70.3% without."
)
ADJUVANT = "Pembrolizumab is indicated for adjuvant treatment of triple-negative breast cancer."


@pytest.mark.parametrize(
    ("case", "is_told"),
    [
        ("TNBC, residual disease at surgery.", True),
        ("TNBC, pCR at surgery.", False),
        ("TNBC, node-positive, no neoadjuvant treatment.", False),
    ],
)
async def test_what_was_left_at_surgery_counts_beside_adjuvant(case: str, is_told: bool) -> None:
    trial = document("landmark_trials", "t", "EXAMPLE-5", f"## Results\n\n{LEFT}")
    label = document("indications", "p", "Indications", f"## Approved\n\n{ADJUVANT}")
    ending = await Conversation(FakeLibrary([label, trial])).ask(f"{case} What adjuvant?")
    told = [each.text for each in ending.sentences] if isinstance(ending, Answer) else []
    assert (LEFT in told) == is_told


async def test_an_approval_for_one_line_is_no_part_of_a_regimen() -> None:
    alone = "Osimertinib alone is indicated for first-line treatment of EGFR L858R lung cancer."
    joined = "Osimertinib plus pemetrexed is indicated for first-line EGFR L858R lung cancer."
    later = "Datopotamab deruxtecan is indicated for EGFR L858R lung cancer after osimertinib."
    page = document("indications", "p", "I", "## Approved\n\n" + "\n".join((joined, later, alone)))
    case = "Metastatic lung cancer, EGFR L858R. What do we start?"
    ending = await Conversation(FakeLibrary([page])).ask(case)
    told = [each.text for each in ending.sentences] if isinstance(ending, Answer) else []
    places = [n for n, each in enumerate(told) if alone in each or later in each]
    assert places
    assert alone in told[places[0]]
