"""When a call is tried again, after how many seconds, and when it is given up."""

from __future__ import annotations

import math

import pytest

from retrieval.retry import CallFailure, RetryPolicy

POLICY = RetryPolicy(attempts=3, longest_pause=0.7, longest_requested=5)


def test_pauses_double_up_to_the_longest_and_end_with_the_attempts() -> None:
    assert [POLICY.pause(n, CallFailure(500)) for n in (1, 2, 3)] == [0.5, 0.7, None]


@pytest.mark.parametrize("status", [0, 408, 409, 425, 429, 500, 502, 503, 504])
def test_what_may_go_away_is_tried_again(status: int) -> None:
    assert POLICY.pause(1, CallFailure(status)) == 0.5


@pytest.mark.parametrize(
    "failure", [CallFailure(400), CallFailure(401), CallFailure(404), CallFailure(unreadable=True)]
)
def test_what_stays_is_not_tried_again(failure: CallFailure) -> None:
    assert POLICY.pause(1, failure) is None


def test_a_requested_pause_takes_the_place_of_the_backoff() -> None:
    assert POLICY.pause(1, CallFailure(429, retry_after=4.0)) == 4.0
    assert POLICY.pause(1, CallFailure(503, retry_after=0.0)) == 0.0
    assert POLICY.pause(3, CallFailure(429, retry_after=4.0)) is None


def test_a_requested_pause_that_is_too_long_ends_it_or_is_cut() -> None:
    asks_for_an_hour = CallFailure(429, retry_after=3600.0)
    assert POLICY.pause(1, asks_for_an_hour) is None
    cut = RetryPolicy(attempts=3, longest_pause=1, requested_at_most=30.0)
    assert cut.pause(1, asks_for_an_hour) == 30.0


def test_without_a_number_of_attempts_it_goes_on_at_the_longest_pause() -> None:
    endless = RetryPolicy(attempts=None, first_pause=0.5, longest_pause=30.0)
    assert [endless.backoff(n) for n in (1, 2, 3, 7, 8, 5000)] == [0.5, 1.0, 2.0, 30.0, 30.0, 30.0]
    assert endless.pause(10**9, CallFailure()) == 30.0


def test_equal_pauses() -> None:
    steady = RetryPolicy(attempts=None, first_pause=1.0, growth=1.0, longest_pause=math.inf)
    assert {steady.backoff(n) for n in range(1, 50)} == {1.0}
