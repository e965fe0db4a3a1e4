"""A statement that points to the one before is never quoted without it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retrieval.derivation.antecedents import points_back
from retrieval.derivation.derive import derive_statements
from retrieval.statements.model import Statement
from tests.unit.retrieval.derivation.test_derive import document

BACK = (
    "In that cohort, median overall survival was 11 months.",
    "These patients had had two lines.",
    "No patient without a mutation responded in that trial.",
    "The trial enrolled 672 women.",
)
ALONE = (
    "In DESTINY-Breast04, overall survival was longer.",
    "ASCO advised that postmenopausal women be offered it.",
    "This analysis of MONALEESA-2 came after 6.6 years.",
    "About 1% harbour a rearrangement, and these patients are predominantly young.",
)


@pytest.mark.parametrize("words", BACK)
def test_what_names_no_cohort_of_its_own_points_back(words: str) -> None:
    assert points_back(words)


@pytest.mark.parametrize("words", ALONE)
def test_what_says_of_whom_it_speaks_does_not(words: str) -> None:
    assert not points_back(words)


def test_the_title_says_which_trial_is_meant() -> None:
    assert not points_back("The trial enrolled 672 women.", "MONALEESA-7: ribociclib")


def test_a_stated_statement_takes_along_what_it_points_to() -> None:
    text = "A cohort of 229 patients had BRAF tested. In that cohort, survival was 11 months."
    claims = [(0, 41), (42, len(text))]
    stated = tuple(
        Statement(id=f"s{start}", kind="result", spans=((start, end),), stated=("spans", "kind"))
        for start, end in claims
    )
    first, second = derive_statements(replace(document(text), statements=stated))
    assert first.spans == (claims[0],)
    assert second.spans == (claims[1], claims[0])
    again = derive_statements(replace(document(text), statements=(first, second)))
    assert again == (first, second)
