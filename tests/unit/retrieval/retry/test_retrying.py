"""The loop around a call: what it raises, how often it calls and how long it sleeps."""

from __future__ import annotations

import asyncio

import pytest

from retrieval.retry import CallFailure, RetryPolicy
from retrieval.retry.retrying import call_with_retries, call_with_retries_async

POLICY = RetryPolicy(attempts=3, first_pause=1.0, longest_pause=10.0)


class Flaky:
    """A call that fails with these errors, one after the other, and then answers."""

    def __init__(self, *errors: BaseException) -> None:
        self.errors = list(errors)
        self.calls = 0

    def __call__(self) -> str:
        self.calls += 1
        if self.errors:
            raise self.errors.pop(0)
        return "answer"

    async def later(self) -> str:
        return self()


def passing(error: Exception) -> CallFailure | None:
    return CallFailure() if isinstance(error, OSError) else None


def test_the_answer_of_a_later_call_comes_back() -> None:
    call, slept = Flaky(OSError(), OSError()), list[float]()
    assert call_with_retries(call, POLICY, passing, slept.append) == "answer"
    assert slept == [1.0, 2.0]


def test_the_last_error_is_raised_as_it_came() -> None:
    last = OSError("last")
    call, slept = Flaky(OSError(), OSError(), last), list[float]()
    with pytest.raises(OSError, match="last") as raised:
        call_with_retries(call, POLICY, passing, slept.append)
    assert raised.value is last
    assert (call.calls, slept) == (3, [1.0, 2.0])


def test_an_error_that_stays_is_raised_at_once() -> None:
    call, slept = Flaky(ValueError("no")), list[float]()
    with pytest.raises(ValueError, match="no"):
        call_with_retries(call, POLICY, passing, slept.append)
    assert (call.calls, slept) == (1, [])


async def test_the_asynchronous_loop_does_the_same() -> None:
    call, slept = Flaky(OSError()), list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    assert await call_with_retries_async(call.later, POLICY, passing, sleep) == "answer"
    assert slept == [1.0]


async def test_a_cancellation_is_no_failure_to_be_mended() -> None:
    call = Flaky(asyncio.CancelledError())
    with pytest.raises(asyncio.CancelledError):
        await call_with_retries_async(call.later, POLICY, passing)
    assert call.calls == 1


async def test_no_call_begins_after_the_time_is_over() -> None:
    call = Flaky(*(OSError() for _ in range(100)))
    policy = RetryPolicy(
        attempts=None, first_pause=0.05, growth=1.0, longest_pause=0.05, total_seconds=0.12
    )
    with pytest.raises(OSError):
        await call_with_retries_async(call.later, policy, passing)
    assert call.calls in (1, 2, 3)
