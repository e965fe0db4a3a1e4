"""What happened to a patient: operations, spread, reactions to drugs, a second disease."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


def _facts(*texts: str) -> set[str]:
    sheet = read_fact_sheet([said(text, number) for number, text in enumerate(texts)])
    return {describe(fact.value) for fact in sheet.facts}


@pytest.mark.parametrize(
    "text",
    [
        "51F HR+ breast cancer, ovaries were removed in 2020",
        "43F HR+ breast cancer, s/p RRSO",
        "44F ER+ breast cancer, TAH/BSO 3 years ago",
        "46F ER+ breast ca; had both ovaries taken out; on exemestane",
    ],
)
def test_without_ovaries_she_is_postmenopausal(text: str) -> None:
    assert "postmenopausal" in _facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "41F premenopausal ER+ breast cancer, would like her ovaries removed",
        "41F premenopausal ER+ breast cancer, BSO scheduled for June",
        "41F premenopausal ER+ breast cancer, leuprolide vs BSO?",
        "41F premenopausal ER+ breast cancer, declined BSO",
        "41F premenopausal ER+ breast cancer, mother had her ovaries out",
    ],
)
def test_ovaries_that_may_be_removed_are_still_there(text: str) -> None:
    assert "premenopausal" in _facts(text)


@pytest.mark.parametrize(
    ("text", "there", "gone"),
    [
        ("melanoma, mets to lung? no, sorry, liver", "liver", "lung"),
        ("NSCLC, liver mets? no, wait, brain mets", "brain", "liver"),
        ("NSCLC with bone mets, sorry, adrenal mets", "adrenal", "bone"),
        ("NSCLC, met to the brain", "brain", "liver"),
    ],
)
def test_spread_is_where_the_message_ends_up(text: str, there: str, gone: str) -> None:
    spread = next(each for each in _facts(text) if "(" in each)
    assert there in spread
    assert gone not in spread


def test_met_behind_a_tumour_is_its_extent() -> None:
    assert "metastatic" in _facts("cholangiocarcinoma met, FGFR2 fusion")
    assert "metastatic" not in _facts("NSCLC met with the family, EGFR L858R")


@pytest.mark.parametrize(
    "text",
    [
        "HCC, TEN caused by phenytoin. sorafenib ok?",
        "HCC, phenytoin-induced DRESS. sorafenib ok?",
        "HCC, phenytoin → SJS in 2019. sorafenib ok?",
    ],
)
def test_a_severe_reaction_is_an_allergy_to_its_drug_alone(text: str) -> None:
    allergies = {each for each in _facts(text) if each.startswith("allergy")}
    assert allergies == {"allergy to phenytoin"}


def test_a_reaction_of_a_relative_or_one_that_is_feared_is_none() -> None:
    assert not [e for e in _facts("HCC, father had SJS from phenytoin") if "allergy" in e]
    assert not [e for e in _facts("melanoma, can vemurafenib cause DRESS?") if "allergy" in e]


@pytest.mark.parametrize(
    "correction",
    [
        "no, sorry, the patient herself had AML",
        "correction: pt had AML as well",
        "sorry, she had AML in 2015",
    ],
)
def test_a_disease_that_she_had_stands_beside_the_tumour(correction: str) -> None:
    facts = _facts("ovarian cancer, BRCA1 mutated, aunt had AML", correction)
    assert {"ovarian cancer", "acute myeloid leukaemia"} <= facts


@pytest.mark.parametrize(
    "correction",
    ["no sorry it's gastric cancer", "no it is gastric cancer", "nope it’s gastric ca"],
)
def test_a_tumour_put_right_takes_the_place_of_the_other(correction: str) -> None:
    facts = _facts("metastatic breast cancer, HER2 3+", correction)
    assert "gastric cancer" in facts
    assert "breast cancer" not in facts


def test_an_event_that_is_denied_later_is_gone() -> None:
    facts = _facts("NSCLC on osimertinib, ILD?", "no she has no ILD")
    assert "no interstitial lung disease" in facts
    assert "interstitial lung disease" not in facts


def test_a_place_that_is_new_is_no_longer_denied() -> None:
    facts = _facts("melanoma, liver mets, no brain mets", "now brain as well on MRI")
    assert "no brain metastases" not in facts
    assert [each for each in facts if "(liver, brain)" in each]


def test_a_class_of_drugs_that_is_only_asked_about_is_not_taken() -> None:
    assert not [e for e in _facts("RCC on pazopanib, ALT normal. PPI?") if "inhibition" in e]
