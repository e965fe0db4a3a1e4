"""Shares of one point in time told for another, reserve that is dropped, "whatever the state"."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

LEADING = (
    "At 36 months, event-free survival was 84.5% with pembrolizumab and 76.8% with placebo; at 60"
    " months it was 81.3% and 72.3%."
)
TRAILING = "Overall survival was 62% at 24 months and 48% at 36 months with nivolumab."
RESERVE = "Encorafenib with cetuximab may possibly benefit patients with brain metastases."
STATE = (
    "In patients with an ESR1 mutation, elacestrant lengthened progression-free survival, with a"
    " hazard ratio of 0.55; in patients without one the difference was not significant."
)
BOTH = "Niraparib prolonged progression-free survival in patients with and without a BRCA mutation."


@pytest.mark.parametrize(
    ("sentence", "quote", "why"),
    [
        (
            "At 36 months, event-free survival was 81.3% with pembrolizumab and 72.3% with"
            " placebo.",
            LEADING,
            "give 81.3% for 60 months",
        ),
        ("At 24 months, 48% of patients on nivolumab were alive.", TRAILING, "for 36 months"),
        (
            "Encorafenib with cetuximab benefits patients with brain metastases.",
            RESERVE,
            "more certain",
        ),
        (
            "Elacestrant lengthened progression-free survival with a hazard ratio of 0.55,"
            " whatever the ESR1 state.",
            STATE,
            "whatever the state",
        ),
    ],
)
def test_another_point_no_reserve_and_any_state_are_seen(
    sentence: str, quote: str, why: str
) -> None:
    assert why in problem(sentence, quote)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("At 36 months event-free survival was 84.5% with pembrolizumab.", LEADING),
        ("Event-free survival at 60 months was 81.3% with pembrolizumab.", LEADING),
        ("At 36 months, overall survival with nivolumab was 48%.", TRAILING),
        ("Overall survival with nivolumab was 62% at 24 months and 48% at 36 months.", TRAILING),
        ("Encorafenib with cetuximab may benefit patients with brain metastases.", RESERVE),
        ("Niraparib prolonged progression-free survival whatever the BRCA state.", BOTH),
    ],
)
def test_the_same_in_other_words_is_not(sentence: str, quote: str) -> None:
    assert not problem(sentence, quote)
