"""Another drug that does the same harm, after one was stopped for it."""

from __future__ import annotations

import pytest

from agents.turns import Abstention, Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document
from tests.unit.agents.extractive.one_statement import document as advice_of
from tests.unit.agents.extractive.one_statement import judged

LIVER = """## Use

Durvalumab plus tremelimumab is indicated for unresectable hepatocellular carcinoma.

Sorafenib is indicated for unresectable hepatocellular carcinoma.
"""
ASKED = "Unresectable HCC, {}. Next treatment?"
OFFERED = "Durvalumab plus tremelimumab is indicated"


async def _ending(text: str, asked: str, drug: str) -> tuple[str, str]:
    """What is told, and what is refused."""
    shelf = FakeLibrary([document("drug_information", "d", "Use", text, drugs=[drug])])
    ending = await Conversation(shelf).ask(asked)
    if isinstance(ending, Abstention):
        return "", ending.gap.detail
    assert isinstance(ending, Answer), ending
    told = " ".join(each.text for each in ending.sentences)
    return told, " ".join(f"{each.option}: {each.reason}" for each in ending.excluded)


@pytest.mark.parametrize(
    "history",
    [
        "atezolizumab + bevacizumab stopped for grade 4 hepatitis",
        "atezolizumab bevacizumab stopped for grade 4 hepatitis",
        "atezolizumab/bevacizumab, grade 3 hepatitis on it",
        "had nivolumab, severe colitis",
        "nivolumab stopped for Guillain-Barre syndrome",
        "nivolumab caused grade 3 nephritis",
        "ipilimumab and nivolumab had to be stopped because of myocarditis",
    ],
)
async def test_no_checkpoint_inhibitor_after_harm_by_one(history: str) -> None:
    told, refused = await _ending(LIVER, ASKED.format(history), "durvalumab")
    assert OFFERED not in told
    assert "no safety after harm of a checkpoint inhibitor" in refused


@pytest.mark.parametrize(
    "history",
    [
        "lenvatinib stopped for grade 3 diarrhoea",
        "sorafenib stopped for grade 3 hepatitis",
        "never had a checkpoint inhibitor, grade 1 diarrhoea",
    ],
)
async def test_harm_of_other_drugs_says_nothing_of_the_class(history: str) -> None:
    told, refused = await _ending(LIVER, ASKED.format(history), "durvalumab")
    assert OFFERED in told
    assert "harm of a checkpoint inhibitor" not in refused


def test_advice_that_names_the_class_alone_is_to_be_checked_too() -> None:
    advice = "For metastatic kidney cancer ASCO recommends a checkpoint inhibitor."
    asked = "Metastatic ccRCC, {}. First line options?"
    for history, reason in (
        ("sunitinib stopped for grade 4 hepatitis", False),
        ("nivolumab stopped for grade 4 hepatitis", True),
    ):
        told = judged(asked.format(history), advice_of(advice, title="Kidney"))
        against = " ".join(each.reason for each in told)
        assert ("harm of a checkpoint inhibitor" in against) is reason, history


EMTANSINE = """## Use

Trastuzumab emtansine is indicated for HER2-positive metastatic breast cancer.

Trastuzumab emtansine is discontinued permanently for interstitial lung disease.
"""
CONJUGATE = "HER2+ MBC, {}. Trastuzumab emtansine next?"


@pytest.mark.parametrize(
    ("history", "refused"),
    [
        ("T-DXd stopped for grade 2 ILD", True),
        ("T-DXd discontinued due to pneumonitis", True),
        ("T-DXd stopped for nausea", False),
    ],
)
async def test_a_drug_that_stops_for_a_disease_does_not_follow_one_that_did(
    history: str, refused: bool
) -> None:
    told, against = await _ending(EMTANSINE, CONJUGATE.format(history), "trastuzumab emtansine")
    assert ("is to be stopped for good" in against) is refused
    assert ("Trastuzumab emtansine is indicated" in told) is not refused
