"""Metrics of true and false values, and their intervals."""

from __future__ import annotations

import pytest

from evals.metrics.intervals import bootstrap_mean
from evals.questions.metrics import share


def test_a_share_counts_what_holds() -> None:
    half = share("half", [True, False, False, True])
    assert (half.hits, half.total, half.value) == (2, 4, 0.5)
    assert half.is_met is None


def test_a_goal_is_met_when_it_is_just_reached() -> None:
    assert share("just", [True] * 9 + [False], goal=0.9).is_met
    assert share("not", [True] * 8 + [False] * 2, goal=0.9).is_met is False


def test_the_interval_holds_the_share_and_narrows_with_more_questions() -> None:
    few, many = bootstrap_mean([True, False] * 10), bootstrap_mean([True, False] * 200)
    assert few.low < many.low < 0.5 < many.high < few.high
    # The normal approximation for 400 questions: 0.5 ± 1.96 * 0.025.
    assert (many.low, many.high) == pytest.approx((0.451, 0.549), abs=0.01)


def test_the_same_answers_have_the_same_interval() -> None:
    values = [True] * 30 + [False] * 7
    assert bootstrap_mean(values) == bootstrap_mean(values)


def test_a_share_without_misses_has_no_width() -> None:
    interval = bootstrap_mean([True] * 20)
    assert (interval.low, interval.high) == (1.0, 1.0)


def test_a_share_of_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="no values"):
        share("none", [])
