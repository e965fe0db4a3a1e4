"""Allowances, planned faults and the clock."""

from __future__ import annotations

import asyncio

from tests.waiting import HANG_SECONDS
from workspace.clock import Clock
from workspace.web_api.fault_injection import Fault, FaultPlan
from workspace.web_api.rate_limits import RateLimits


class Stopped(Clock):
    """A clock that stands still unless it is advanced."""

    def now(self) -> float:
        return 1_000_000 + self.offset


def test_an_allowance_is_used_up_and_grows_again() -> None:
    clock = Stopped()
    limits = RateLimits(clock, "real")
    assert [limits.take("users.list", "tier_2") for _ in range(20)] == [0] * 20
    assert limits.take("users.list", "tier_2") == 3
    assert limits.take("pins.add", "tier_2") == 0
    clock.advance(3)
    assert limits.take("users.list", "tier_2") == 0


def test_posting_is_limited_for_each_channel() -> None:
    clock = Stopped()
    limits = RateLimits(clock, "real")
    assert [limits.take("chat.postMessage", "posting", "C1") for _ in range(5)] == [0, 0, 0, 0, 1]
    assert limits.take("chat.postMessage", "posting", "C2") == 0
    clock.advance(2)
    assert [limits.take("chat.postMessage", "posting", "C1") for _ in range(3)] == [0, 0, 1]


def test_without_limits_everything_passes() -> None:
    limits = RateLimits(Stopped(), "off")
    assert not any(limits.take("chat.postMessage", "posting", "C1") for _ in range(1000))


def test_strict_limits_space_every_call() -> None:
    limits = RateLimits(Stopped(), "strict")
    assert [limits.take("chat.update", "tier_3") for _ in range(2)] == [0, 2]


def test_a_fault_skips_then_strikes_so_many_times() -> None:
    fault = Fault(kind="drop", methods=("chat.postMessage",), skip=1, times=2)
    struck = [fault.take("chat.postMessage") for _ in range(5)]
    assert struck == [False, True, True, False, False]
    assert not Fault(kind="drop", methods=("chat.update",)).take("auth.test")
    assert Fault(kind="drop").take("auth.test")


def test_several_faults_can_hit_one_call() -> None:
    faults = FaultPlan([Fault(kind="delay"), Fault(kind="drop"), Fault(kind="drop", skip=1)])
    assert [fault.kind for fault in faults.take("auth.test")] == ["delay", "drop"]


async def test_moving_the_clock_wakes_who_waits_for_a_later_time() -> None:
    clock = Clock()
    waiting = asyncio.ensure_future(clock.sleep(3600))
    await asyncio.sleep(0)
    clock.advance(1800)
    await asyncio.sleep(0)
    assert not waiting.done()
    clock.advance(1800)
    await asyncio.wait_for(waiting, HANG_SECONDS)
