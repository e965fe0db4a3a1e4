"""A burst of events: all are stored and acknowledged before any is routed, which takes longer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

LONGEST_SECONDS = 10.0
"""For events that wait to be routed. Chosen by hand: then a burst that does not end keeps nobody
waiting for an answer."""


class Arrivals:
    """Which events are being stored, so many at once. Holds for one process and one event loop."""

    def __init__(self, at_once: int) -> None:
        # In a burst of hundreds the next events wait here, not for a free connection: that wait
        # ends after a while, and the event would be refused instead of stored late.
        self._free = asyncio.Semaphore(at_once)
        self._at_once = at_once
        self._arriving = 0
        self._none_waits = asyncio.Event()
        self._none_waits.set()

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Around the storing of an event, from the moment at which it came."""
        self._arriving += 1
        self._tell()
        try:
            async with self._free:
                yield
        finally:
            self._arriving -= 1
            self._tell()

    async def let_pass(self) -> None:
        """Return when no event waits to be stored, or after a while.

        Slack repeats what is not acknowledged in three seconds. Two hundred events that came three
        times at once were routed beside each other's storing, came again, and had to be stored
        again."""
        if not self._none_waits.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._none_waits.wait(), LONGEST_SECONDS)

    def _tell(self) -> None:
        if self._arriving > self._at_once:
            self._none_waits.clear()
        else:
            self._none_waits.set()
