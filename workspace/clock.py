"""A clock that can be moved forward, so that a test need not wait for five minutes to pass."""

from __future__ import annotations

import asyncio
import time


class Clock:
    """Seconds since the epoch: the machine's time plus what was added by `advance`."""

    def __init__(self, offset: float = 0.0) -> None:
        self.offset = offset
        self._moved = asyncio.Event()

    def now(self) -> float:
        return time.time() + self.offset

    def advance(self, seconds: float) -> None:
        """Move the clock forward and wake everything that waits for a time."""
        self.offset += seconds
        self._moved.set()
        self._moved = asyncio.Event()

    async def sleep_until(self, moment: float) -> None:
        """Return when the clock shows at least `moment`."""
        while (remaining := moment - self.now()) > 0:
            try:
                await asyncio.wait_for(self._moved.wait(), remaining)
            except TimeoutError:
                continue

    async def sleep(self, seconds: float) -> None:
        await self.sleep_until(self.now() + seconds)
