"""What a message asks of and does not know yet is no fact of the patient."""

from __future__ import annotations

import pytest

from agents.extractive.question.unread.words import unread_phrases
from agents.facts.read_sheet import read_fact_sheet
from agents.facts.value_words import describe
from tests.unit.agents.facts.phrases import said


def facts_of(text: str) -> list[str]:
    return [describe(fact.value) for fact in read_fact_sheet([said(text, 0)]).facts]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("NSCLC ALK fusion? FISH equivocal. first line?", "ALK"),
        ("ILD? CT pending, on T-DXd.", "interstitial"),
        ("breast cancer bone mets? scan pending, ER+", "bone"),
        ("breast cancer bone mets? scan pending, ER+", "metastatic"),
        ("pregnant? test pending, CML, dasatinib?", "pregnant"),
        ("?ILD on osimertinib, CT tomorrow", "interstitial"),
        ("CRC RAS wt, ?liver met on CT, MRI awaited", "liver"),
        ("CRC, ?metastatic, PET awaited", "metastatic"),
        ("melanoma, brain mets? MRI pending. BRAF V600E", "brain"),
        ("hepatitis B? serology awaited, rituximab", "hepatitis"),
    ],
)
def test_what_is_not_known_yet_is_no_fact_and_is_told(text: str, word: str) -> None:
    assert not [each for each in facts_of(text) if word in each]
    assert unread_phrases(text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("melanoma, brain mets? yes. BRAF V600E", "melanoma (brain)"),
        ("HER2+ BC, T-DXd? ILD grade 2", "interstitial lung disease grade 2"),
        ("can we give pembro? metastatic NSCLC", "metastatic"),
        ("ILD, CT pending, on T-DXd.", "interstitial lung disease"),
        ("NSCLC, ALK fusion. What next? FISH confirmed", "ALK fusion: present"),
    ],
)
def test_a_question_of_something_else_leaves_the_fact(text: str, fact: str) -> None:
    assert fact in facts_of(text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("NSCLC w/o mets, HBV carrier, osimertinib?", "hepatitis B"),
        ("NSCLC without metastases, diabetic", "diabetes"),
        ("NSCLC free of recurrence, HIV positive", "HIV infection"),
        ("NSCLC without mets, ILD", "possibly interstitial lung disease"),
        ("NSCLC without mets or ILD", "no interstitial lung disease"),
        ("suspected HBV, serology pending, rituximab", "possibly hepatitis B"),
    ],
)
def test_a_denied_spread_denies_no_disease_beside_it(text: str, fact: str) -> None:
    assert fact in facts_of(text)


@pytest.mark.parametrize(
    "lesion",
    ["bone lesion benign on biopsy", "liver lesion = haemangioma", "liver lesions: benign cysts",
     "lung lesions were benign", "bone lesions turned out to be degenerative"],
)  # fmt: skip
def test_a_benign_lesion_is_no_metastasis(lesion: str) -> None:
    assert facts_of(f"breast cancer, {lesion}") == ["breast cancer"]


@pytest.mark.parametrize(
    "lesion", ["bone lesions, benign breast cyst", "liver lesions", "bone metastases on biopsy"]
)
def test_another_lesion_is_one(lesion: str) -> None:
    assert "metastatic" in facts_of(f"breast cancer, {lesion}")


def test_what_somebody_only_thinks_is_left_open() -> None:
    text = "she's BRCA2+ I think, need to confirm. Ovarian cancer"
    facts = facts_of(text)
    assert "ovarian cancer" in facts
    assert not [each for each in facts if "BRCA2" in each]
