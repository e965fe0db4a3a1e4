"""Makes a call again as its policy says. The loop is tenacity's; the decisions are the policy's."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypedDict, TypeVar

from tenacity import AsyncRetrying, RetryCallState, Retrying, stop_before_delay, stop_never
from tenacity.stop import stop_base

from retrieval.retry.policy import CallFailure, RetryPolicy

Result = TypeVar("Result")
FailureOf = Callable[[Exception], CallFailure | None]
"""What an error of the call means; None for an error that no further call can mend."""
Sleep = Callable[[float], None]
AsyncSleep = Callable[[float], Awaitable[None]]


def call_with_retries(
    call: Callable[[], Result],
    policy: RetryPolicy,
    failure_of: FailureOf,
    sleep: Sleep = time.sleep,
) -> Result:
    """The result of a blocking call, made again as the policy says. Raises the error of the last
    call, unchanged."""
    return Retrying(sleep=sleep, **_options(policy, failure_of))(call)


async def call_with_retries_async(
    call: Callable[[], Awaitable[Result]],
    policy: RetryPolicy,
    failure_of: FailureOf,
    sleep: AsyncSleep = asyncio.sleep,
) -> Result:
    """As :func:`call_with_retries`, for a call that is awaited. A cancellation ends it at once."""

    async def attempt() -> Result:
        # tenacity awaits only what is declared as a coroutine function: a lambda is not.
        return await call()

    retrying = AsyncRetrying(sleep=sleep, **_options(policy, failure_of))
    return await retrying(attempt)


class _Options(TypedDict):
    retry: Callable[[RetryCallState], bool]
    wait: Callable[[RetryCallState], float]
    stop: stop_base
    reraise: bool


def _options(policy: RetryPolicy, failure_of: FailureOf) -> _Options:
    def pause(state: RetryCallState) -> float | None:
        error = state.outcome.exception() if state.outcome is not None else None
        # A cancellation is no failure of the call.
        failure = failure_of(error) if isinstance(error, Exception) else None
        return None if failure is None else policy.pause(state.attempt_number, failure)

    return {
        "retry": lambda state: pause(state) is not None,
        "wait": lambda state: pause(state) or 0.0,
        "stop": _stop(policy),
        "reraise": True,
    }


def _stop(policy: RetryPolicy) -> stop_base:
    return stop_never if policy.total_seconds is None else stop_before_delay(policy.total_seconds)
