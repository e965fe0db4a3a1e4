"""A sentence that repeats its quote but for one word is read word by word there."""

from __future__ import annotations

import pytest

from tests.unit.agents.checking.claim_problem import problem

RAS = (
    "Extended RAS testing belongs before the first dose of cetuximab, and is not repeated after it."
)
MEN = "Men with a contraindication to tamoxifen may be offered a GnRH agonist."
BOTH = "Distant recurrence of HER2-positive breast cancer was similar in both groups."
COURSE = "Ribociclib 400 mg is given 3 weeks on and 1 week off, for 3 years."
SCREEN = "Patients at higher risk of G6PD deficiency are screened before it is started."


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Extended RAS testing belongs after the first dose of cetuximab.", RAS),
        ("Men with a contraindication to tamoxifen must be offered a GnRH agonist.", MEN),
        ("Distant recurrence of HER2+ breast cancer was similar in neither groups.", BOTH),
        ("Ribociclib 400 mg is given 2 weeks on and 1 week off, for 3 years.", COURSE),
        ("Patients at higher risk of G6PD deficiency are screened after it is started.", SCREEN),
    ],
)
def test_a_word_that_excludes_the_quotes_own_is_found(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Extended RAS testing belongs before the first dose of cetuximab.", RAS),
        ("Men who cannot have tamoxifen may be offered a GnRH agonist.", MEN),
        ("In both groups distant recurrence was similar.", BOTH),
        ("Ribociclib 400 mg: 3 weeks on, 1 week off, for 3 years.", COURSE),
    ],
)
def test_the_same_in_other_words_holds(sentence: str, quote: str) -> None:
    assert problem(sentence, quote) == ""


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        (
            "Alectinib is given at 600 mg every 12 hours.",
            "Alectinib is given at 600 mg twice daily.",
        ),
        ("Pembrolizumab 200 mg q3w is advised.", "Pembrolizumab 200 mg every 3 weeks is advised."),
        (
            "Adverse events of at least grade 3 occurred in 20 percent.",
            "Adverse events of grade 3 or higher occurred in 20%.",
        ),
        (
            "Patients in SOPHIA had received 2 or more anti-HER2 regimens.",
            "Patients in SOPHIA had received two or more anti-HER2 regimens.",
        ),
        ("Disease was stable for over 24 weeks.", "Disease was stable for more than 24 weeks."),
        (
            "After an adjustment 2 or more weeks should pass.",
            "After an adjustment at least 2 weeks should pass.",
        ),
    ],
)
def test_schedules_and_limits_are_read_in_any_spelling(sentence: str, quote: str) -> None:
    assert problem(sentence, quote) == ""


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("TPS of no more than 50% is needed.", "TPS of at least 50% is needed."),
        (
            "After an adjustment 2 or more days should pass.",
            "After an adjustment at least 2 weeks should pass.",
        ),
        (
            "A lower starting dose of fluorouracil can be considered, according to the EMA.",
            "In partial DPD deficiency, a lower starting dose of fluorouracil may be considered, "
            "according to the EMA.",
        ),
    ],
)
def test_a_turned_limit_and_a_condition_dropped_whole_are_found(sentence: str, quote: str) -> None:
    assert problem(sentence, quote)
