"""A state of the tumour in which an earlier treatment was given, and words that look like one."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


def facts_of(text: str) -> list[str]:
    return [describe(fact.value) for fact in read_fact_sheet([said(text, 0)]).facts]


@pytest.mark.parametrize(
    ("text", "tumour"),
    [
        (
            "mCRPC, docetaxel in the mHSPC setting, abiraterone PD. next?",
            "castration-resistant prostate cancer",
        ),
        ("Prostate ca, had docetaxel in the mHSPC setting, now PD on enza", "prostate cancer"),
        ("mCRPC, prior docetaxel for mHSPC", "castration-resistant prostate cancer"),
    ],
)
def test_the_state_of_an_earlier_treatment_is_past(text: str, tumour: str) -> None:
    facts = facts_of(text)
    assert tumour in facts
    assert "had docetaxel" in facts
    assert "castration-sensitive prostate cancer" not in facts


@pytest.mark.parametrize(
    "text", ["mHSPC, started docetaxel", "docetaxel in mHSPC?", "had ADT for mHSPC. docetaxel?"]
)
def test_the_state_of_now_stays(text: str) -> None:
    assert "castration-sensitive prostate cancer" in facts_of(text)


def test_a_serous_eye_is_no_serous_cancer() -> None:
    facts = facts_of("FGFR2+ cholangiocarcinoma on pemigatinib, central serous retinopathy grade 2")
    assert {"cholangiocarcinoma", "on pemigatinib", "serous retinopathy grade 2"} <= set(facts)


def test_the_cancer_itself_may_be_serous() -> None:
    assert "serous ovarian cancer" in facts_of("serous ovarian cancer on niraparib")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mCRC, PD on FOLFOX FOLFIRI, KRAS G12C", "progressed on"),
        ("mCRC after FOLFOX FOLFIRI, KRAS G12C", "had"),
    ],
)
def test_a_regimen_behind_another_is_of_its_list(text: str, told: str) -> None:
    assert f"{told} leucovorin + fluorouracil + irinotecan" in facts_of(text)


def test_behind_chemotherapy_alone_a_drug_is_asked_about() -> None:
    assert not [each for each in facts_of("mBC after chemo T-DXd?") if "deruxtecan" in each]


@pytest.mark.parametrize("behind", ["but", "though", "so"])
def test_a_proposal_that_draws_a_conclusion_was_not_had(behind: str) -> None:
    text = f"RCC, pembrolizumab + lenvatinib then, {behind} BP 180/100"
    assert not [each for each in facts_of(text) if "lenvatinib" in each]
