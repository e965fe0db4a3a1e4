"""A treatment together with that of the patient, and a regimen for another setting."""

from __future__ import annotations

import pytest

from agents.matching.safety.joint_drugs import speaks_against_both
from agents.turns import Abstention, Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

TAMOXIFEN = """## Indications

Tamoxifen is indicated for the treatment of adults with breast cancer.

Tamoxifen is indicated for oestrogen receptor-positive metastatic breast cancer.

Tamoxifen is indicated for the adjuvant treatment of early breast cancer.

## Interactions

Anastrozole and letrozole should not be combined with tamoxifen.
"""
REGIMEN = """## Indications

Trastuzumab deruxtecan plus pertuzumab is indicated for first-line treatment of metastatic
HER2-positive breast cancer.
"""


async def ending_of(question: str, text: str, drug: str) -> Answer | Abstention:
    shelf = FakeLibrary([document("drug_information", "d", drug, text, drugs=[drug])])
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer | Abstention), ending
    return ending


async def answered(question: str, text: str, drug: str) -> Answer:
    ending = await ending_of(question, text, drug)
    assert isinstance(ending, Answer), ending
    return ending


@pytest.mark.parametrize(
    "question",
    [
        "63F breast cancer on anastrozole. Add tamoxifen?",
        "Breast cancer after mastectomy, on anastrozole: add tamoxifen?",
        "63F, takes anastrozole for breast cancer. tamoxifen: any problem?",
        "63F ER+ early breast cancer, adjuvant. tamoxifen + letrozole?",
    ],
)
async def test_what_is_not_combined_is_said_first(question: str) -> None:
    told = await answered(question, TAMOXIFEN, "tamoxifen")
    assert told.sentences[0].text.startswith("Anastrozole and letrozole should not")


@pytest.mark.parametrize("question", ["63F ER+ metastatic breast cancer. letrozole or tamoxifen?"])
async def test_alternatives_are_not_taken_for_a_combination(question: str) -> None:
    told = await answered(question, TAMOXIFEN, "tamoxifen")
    assert told.sentences[0].text.startswith("Tamoxifen is indicated")


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("Trastuzumab should not be combined with pertuzumab in this schedule.", True),
        ("Trastuzumab was compared with placebo and not with pertuzumab combinations.", False),
        ("Trastuzumab is not inferior when combined with pertuzumab.", False),
    ],
)
def test_a_result_is_no_warning(claim: str, *, told: bool) -> None:
    both = frozenset(("trastuzumab", "pertuzumab"))
    assert speaks_against_both(claim, both, both) is told


@pytest.mark.parametrize("asks", ["{}?", "{} an option?", "Is {} indicated?"])
async def test_a_regimen_for_metastatic_disease_is_not_offered_after_surgery(asks: str) -> None:
    case = "63F, early breast cancer, resected, adjuvant, HER2-positive. "
    asked = case + asks.format("trastuzumab deruxtecan + pertuzumab")
    ending = await ending_of(asked, REGIMEN, "trastuzumab deruxtecan")
    said = ending.sentences if isinstance(ending, Answer) else ()
    assert not any("is indicated for" in each.text for each in said)


async def test_in_metastatic_disease_it_is_offered() -> None:
    asked = "63F, metastatic breast cancer, HER2-positive. trastuzumab deruxtecan + pertuzumab?"
    told = await answered(asked, REGIMEN, "trastuzumab deruxtecan")
    assert "is indicated for first-line treatment" in told.sentences[0].text
