"""The time at which an outcome is counted, not a median and not a follow-up."""

from __future__ import annotations

import pytest

from names.clinical.grammar.times import landmark_months, time_words

TIMES = [
    ("OlympiA: 4y OS?", {48}),
    ("iDFS at 5 years", {60}),
    ("Seven-year overall survival was 89.1%", {84}),
    ("24-mo PFS rate", {24}),
    ("three-year invasive disease-free survival", {36}),
    ("After a median follow-up of 55.4 months, the hazard ratio was 0.7", set()),
    ("endocrine therapy for at least 5 years", set()),
    ("median overall survival was 12 months", set()),
]


@pytest.mark.parametrize(("text", "months"), TIMES)
def test_the_time_of_an_outcome_is_read(text: str, months: set[int]) -> None:
    assert landmark_months(text) == months


def test_times_are_told_in_years_where_they_are_years() -> None:
    assert time_words(frozenset((18, 60))) == "18 months or 5 years"
