"""How a process is told to stop, and how its loops wait without missing it."""

from __future__ import annotations

import asyncio
import signal


def stop_on_signals() -> asyncio.Event:
    """An event that SIGTERM and SIGINT set, in the running event loop."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


async def sleep_unless(stop: asyncio.Event, seconds: float) -> None:
    """Sleep so many seconds, or until ``stop`` is set."""
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return
