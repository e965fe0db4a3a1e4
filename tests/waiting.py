"""Waiting for what another process or task decides. The limits only end a test that hangs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

HANG_SECONDS = 300.0
"""Chosen by hand: far more than any wait takes on a machine that does much else."""
PAUSE_SECONDS = 0.02
"""Before the second look."""
LONGEST_PAUSE_SECONDS = 0.2
PAUSE_OF_WAITED = 0.05
"""Of the time that was waited so far, up to the longest pause: looking costs the processor that the
awaited work needs (half of what the test of two hundred events took with looks every 20 ms,
measured), and a wait gets longer by a twentieth at most. Chosen by hand."""


async def eventually(
    holds: Callable[[], object] | Callable[[], Awaitable[object]],
    what: str = "it happened",
    seconds: float = HANG_SECONDS,
) -> None:
    """Wait until it holds; TimeoutError says what did not come to be."""
    began = time.monotonic()
    while True:
        held = holds()
        if await held if isinstance(held, Awaitable) else held:
            return
        waited = time.monotonic() - began
        if waited > seconds:
            raise TimeoutError(f"not within {seconds:g} s: {what}")
        await asyncio.sleep(_pause(waited))


def wait_until(
    holds: Callable[[], object],
    details: Callable[[], str],
    seconds: float = HANG_SECONDS,
) -> None:
    """The same without an event loop; ``details`` is asked once it has taken too long."""
    began = time.monotonic()
    while not holds():
        waited = time.monotonic() - began
        if waited > seconds:
            raise TimeoutError(f"not within {seconds:g} s: {details()}")
        time.sleep(_pause(waited))


def _pause(waited: float) -> float:
    return min(max(PAUSE_SECONDS, waited * PAUSE_OF_WAITED), LONGEST_PAUSE_SECONDS)
