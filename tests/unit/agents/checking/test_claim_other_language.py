"""A sentence in another language is not verified: its denials are not read."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

QUOTE = "With a strong CYP3A inhibitor encorafenib is reduced to 150 mg once daily."


@pytest.mark.parametrize(
    "sentence",
    [
        "Encorafenib 150 mg darf mit einem starken CYP3A-Hemmer nicht gegeben werden.",
        "Encorafenib à 150 mg ne doit pas être associé avec un inhibiteur du CYP3A.",
        "Encorafenib 150 mg no debe administrarse con un inhibidor de la CYP3A.",
        "Encorafenib 150 mg non deve essere preso con un inibitore della CYP3A nel giorno.",
        "Encorafenib 150 mg não deve ser usado com um inibidor da CYP3A.",
        "Encorafenib 150 mg mag niet met een sterke CYP3A-remmer worden gegeven.",
        "Энкорафениб 150 мг нельзя с ингибиторами CYP3A.",
        "恩考芬尼150 mg不可与强效CYP3A抑制剂合用。",
    ],
)
def test_what_is_not_in_english_is_not_verified(sentence: str) -> None:
    assert problem(sentence, QUOTE).startswith("It is not in English")


@pytest.mark.parametrize(
    "sentence",
    [
        "Encorafenib is 150 mg once daily with a strong CYP3A inhibitor.",
        "Strong CYP3A inhibitor: encorafenib 150 mg once daily.",
    ],
)
def test_short_english_sentences_and_names_are_english(sentence: str) -> None:
    assert not problem(sentence, QUOTE)


def test_a_quote_in_its_own_words_holds_in_any_language() -> None:
    german = "Encorafenib wird mit einem starken CYP3A-Hemmer auf 150 mg einmal täglich reduziert."
    assert not problem(german, german)
