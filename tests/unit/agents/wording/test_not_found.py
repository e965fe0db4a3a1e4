"""Sentences on what was not found."""

from __future__ import annotations

from agents.wording.gaps import searched_line
from agents.wording.missing_sources import meaning_of_facts
from agents.wording.not_found import facts_of_drugs

UNTOLD = [
    (fact, drug)
    for fact in ("bleeding", "Child-Pugh B", "platelets 55")
    for drug in ("atezolizumab", "bevacizumab")
]


def test_facts_of_the_same_drugs_are_told_together() -> None:
    assert facts_of_drugs(UNTOLD) == [
        ("bleeding, Child-Pugh B or platelets 55", "atezolizumab or bevacizumab")
    ]


def test_facts_of_other_drugs_are_told_apart() -> None:
    untold = [("bleeding", "bevacizumab"), ("QTc 478 ms", "ribociclib")]
    assert facts_of_drugs(untold) == untold


def test_what_is_missing_is_told_in_one_phrase() -> None:
    assert meaning_of_facts(("label",), UNTOLD[:2]).endswith(
        "on what bleeding means for atezolizumab or bevacizumab"
    )


def test_silos_that_the_detail_of_a_gap_names_are_not_told_again() -> None:
    assert searched_line("Searched without an answer: Genes; Background.", ("Genes",)) == ""
    assert searched_line("Nothing in it.", ("Genes", "Background")) == (
        "Searched: Genes, Background."
    )
