"""Waiting for what another process or task decides. The limits only end a test that hangs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

HANG_SECONDS = 300.0
"""Chosen by hand: far more than any wait takes on a machine that does much else."""
PAUSE_SECONDS = 0.02


async def eventually(
    holds: Callable[[], object] | Callable[[], Awaitable[object]],
    what: str = "it happened",
    seconds: float = HANG_SECONDS,
) -> None:
    """Wait until it holds; TimeoutError says what did not come to be."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + seconds
    while True:
        held = holds()
        if await held if isinstance(held, Awaitable) else held:
            return
        if clock() > deadline:
            raise TimeoutError(f"not within {seconds:g} s: {what}")
        await asyncio.sleep(PAUSE_SECONDS)


def wait_until(
    holds: Callable[[], object],
    details: Callable[[], str],
    seconds: float = HANG_SECONDS,
) -> None:
    """The same without an event loop; ``details`` is asked once it has taken too long."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {seconds:g} s: {details()}")
        time.sleep(PAUSE_SECONDS)
