"""In a burst, events are stored before any is routed."""

from __future__ import annotations

import asyncio

from bot.incoming.arrivals import Arrivals


async def _store(arrivals: Arrivals, stored: asyncio.Event) -> None:
    async with arrivals.one():
        await stored.wait()


async def test_what_is_stored_is_routed_at_once_while_no_other_event_waits_for_its_place() -> None:
    arrivals, first = Arrivals(2), asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        for _ in range(2):
            tasks.create_task(_store(arrivals, first))
        await asyncio.sleep(0)
        await arrivals.let_pass()
        first.set()


async def test_what_is_stored_waits_for_those_that_wait_to_be_stored() -> None:
    arrivals, stored = Arrivals(2), [asyncio.Event() for _ in range(4)]
    async with asyncio.TaskGroup() as tasks:
        for each in stored:
            tasks.create_task(_store(arrivals, each))
        await asyncio.sleep(0)
        routing = tasks.create_task(arrivals.let_pass())
        stored[0].set()
        await _turns()
        assert not routing.done()
        stored[1].set()
        await _turns()
        assert routing.done()
        stored[2].set()
        stored[3].set()


async def _turns() -> None:
    """Enough for every task to go on as far as it can."""
    for _ in range(10):
        await asyncio.sleep(0)
