"""Supportive drugs that are taken already, told apart from those that are asked about."""

from __future__ import annotations

import pytest

from names.clinical.exposures.supportive import read_taken_remedies, without_taken_remedies

TAKEN = [
    ("G3 diarrhoea on abemaciclib, already taking loperamide. dose?", ["loperamide"]),
    ("glucose 520 on alpelisib, already on metformin and insulin. dose?", ["metformin", "insulin"]),
    ("G3 diarrhoea on neratinib despite loperamide. dose?", ["loperamide"]),
    ("G3 diarrhoea on neratinib despite max loperamide. dose?", ["loperamide"]),
    ("Diarrhoea on capivasertib, on maximal loperamide. hold?", ["loperamide"]),
    ("G2 rash on capivasertib, doxycycline not helping. what to do?", ["doxycycline"]),
    (
        "G3 hypertension on lenvatinib despite amlodipine and lisinopril",
        ["amlodipine", "lisinopril"],
    ),
]


@pytest.mark.parametrize(("text", "drugs"), TAKEN)
def test_a_supportive_drug_is_taken_already(text: str, drugs: list[str]) -> None:
    taken = read_taken_remedies(text)
    assert [each.drug for each in taken] == drugs
    assert not any(drug in without_taken_remedies(text, taken) for drug in drugs)


@pytest.mark.parametrize(
    "text",
    [
        "abemaciclib with loperamide?",
        "G3 diarrhoea on abemaciclib, loperamide dose?",
        "loperamide for diarrhoea on neratinib?",
        # It changes the exposure to the treatment: a question of its own.
        "G3 hypertension on lenvatinib, already on diltiazem. dose?",
        "brain metastases, already on osimertinib. dose?",
    ],
)
def test_what_is_asked_about_or_interacts_is_not(text: str) -> None:
    assert read_taken_remedies(text) == ()


def test_the_rest_of_the_words_is_kept() -> None:
    text = "FPG 320 on capivasertib, already on metformin 1 g bid, hold?"
    left = without_taken_remedies(text, read_taken_remedies(text))
    assert left == "FPG 320 on capivasertib, hold?"
