"""Of two options the one comes first that advice prefers, or that did better in a trial in just the
patient's place."""

from __future__ import annotations

import pytest

from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

LABELS = """## Approved

Dabrafenib plus trametinib is indicated for metastatic melanoma with BRAF V600E.
Encorafenib plus binimetinib is indicated for metastatic melanoma with BRAF V600E.
"""
PREFERS = (
    "For metastatic melanoma, ASCO prefers nivolumab to a BRAF inhibitor with a MEK inhibitor."
)
LUNG = """## Approved

Crizotinib is indicated for metastatic non-small cell lung cancer with an ALK fusion.
Alectinib is indicated for metastatic non-small cell lung cancer with an ALK fusion.
"""
CASE = "Metastatic non-small cell lung cancer, ALK fusion, "


def trial(better: str, worse: str) -> str:
    return (
        "In the first line of metastatic non-small cell lung cancer with an ALK fusion,"
        f" progression-free survival at 1 year in EXAMPLE-9 was 68.4% with {better} and 48.7% with"
        f" {worse}."
    )


async def said(question: str, labels: str, *more: tuple[str, str]) -> list[str]:
    documents = [document("indications", "p", "Indications", labels)]
    documents += [
        document(silo, silo, "EXAMPLE", f"## Recommendation\n\n{text}") for silo, text in more
    ]
    ending = await Conversation(FakeLibrary(documents)).ask(question)
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else []


async def leads(question: str, result: str) -> str:
    told = await said(question, LUNG, ("landmark_trials", result))
    return next((each.split()[0] for each in told if "indicated" in each), "")


async def test_what_a_guideline_prefers_to_the_drugs_of_the_gene_leads() -> None:
    question = "Metastatic melanoma, BRAF V600E, untreated. Options?"
    told = await said(question, LABELS, ("asco_guidelines", PREFERS))
    assert told[0] == PREFERS


@pytest.mark.parametrize(
    ("many", "few"), [("crizotinib", "alectinib"), ("alectinib", "crizotinib")]
)
async def test_the_higher_share_of_what_is_bad_puts_nothing_first(many: str, few: str) -> None:
    lost = (
        "In the first line of metastatic non-small cell lung cancer with an ALK fusion, survival"
        f" was secondary; 68.4% with {many} and 48.7% with {few} had died at 5 years."
    )
    question = CASE + "untreated. Options?"
    plain = await leads(question, "EXAMPLE-9 was a trial of lung cancer.")
    assert await leads(question, lost) == plain


@pytest.mark.parametrize("better", ["alectinib", "crizotinib"])
async def test_what_did_better_in_the_line_of_the_patient_leads(better: str) -> None:
    worse = "crizotinib" if better == "alectinib" else "alectinib"
    assert await leads(CASE + "untreated. Options?", trial(better, worse)) == better.capitalize()


@pytest.mark.parametrize("better", ["alectinib", "crizotinib"])
async def test_a_trial_of_another_line_orders_nothing(better: str) -> None:
    worse = "crizotinib" if better == "alectinib" else "alectinib"
    question = CASE + "progressed on carboplatin and pemetrexed. Options?"
    plain = await leads(question, "")
    assert await leads(question, trial(better, worse)) == plain


HER2 = """## Approved

Trastuzumab deruxtecan is indicated for HER2-positive metastatic breast cancer.
Tucatinib is indicated for HER2-positive metastatic breast cancer, brain metastases included.
"""
WITH = (
    "Progression-free survival with {} brain metastases of HER2-positive metastatic breast cancer"
)
ACTIVE = WITH.format("active") + " in EXAMPLE-3 was 61.6%, on tucatinib."
FREE = (
    WITH.format("active").replace("with active", "without") + " in EXAMPLE-3 was 80%, on tucatinib."
)


@pytest.mark.parametrize(
    ("case", "drug"),
    [
        ("with brain metastases. Options?", "Tucatinib"),
        ("with liver metastases. Options?", "Trastuzumab"),
    ],
)
async def test_an_option_for_the_spread_of_the_patient_leads(case: str, drug: str) -> None:
    told = await said(f"HER2-positive metastatic breast cancer {case}", HER2)
    assert told[0].split()[0] == drug


@pytest.mark.parametrize(
    ("case", "result", "is_told"),
    [("brain", ACTIVE, True), ("brain", FREE, False)],
)
async def test_a_trial_of_one_arm_counts_for_the_spread_of_the_patient(
    case: str, result: str, is_told: bool
) -> None:
    question = f"HER2-positive metastatic breast cancer with {case} metastases. Options?"
    told = await said(question, HER2, ("landmark_trials", result))
    assert (result in told) == is_told
