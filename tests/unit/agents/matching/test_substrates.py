"""Drugs whose exposure others change: a statement on a class of them is on its members."""

from __future__ import annotations

import pytest

from agents.matching.subject.substrates import names_as_substrate, substrate_words


@pytest.mark.parametrize(
    ("text", "drug", "named"),
    [
        ("Sensitive CYP3A substrates are avoided with it.", "simvastatin", True),
        ("Sensitive CYP3A substrates are avoided with it.", "atorvastatin", False),
        ("Moderately sensitive CYP3A4 substrates are watched.", "atorvastatin", True),
        ("Moderately sensitive CYP3A4 substrates are watched.", "simvastatin", False),
        ("CYP3A4 substrates with a narrow therapeutic index are avoided.", "tacrolimus", True),
        ("CYP3A4 substrates with a narrow therapeutic index are avoided.", "simvastatin", False),
        ("P-gp substrates of which a small rise is dangerous are watched.", "digoxin", True),
        ("P-gp substrates of which a small rise is dangerous are watched.", "edoxaban", False),
        ("It raises the exposure to substrates of OCT2.", "metformin", True),
        ("P-gp substrates are watched.", "edoxaban", True),
        ("Strong CYP3A inhibitors are avoided.", "simvastatin", False),
        ("CYP3A inhibitors are avoided; P-gp substrates are watched.", "simvastatin", False),
    ],
)
def test_a_class_of_substrates_names_its_members(text: str, drug: str, named: bool) -> None:
    assert names_as_substrate(text, {drug}) is named


def test_a_class_is_told_in_words() -> None:
    told = substrate_words("narrow CYP3A substrate")
    assert told == "CYP3A substrate with a narrow therapeutic index"
