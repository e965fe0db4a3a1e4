"""How a process shares its time, how it is told to stop, and how its loops wait without missing
it."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys

SWITCH_SECONDS = 0.001
"""How long a thread that computes keeps the interpreter from the event loop. Beside five such
threads ten round trips of a socket took 218 ms (p95) with Python's own 5 ms and 28 ms with this,
and the threads did 6 % less. Signs on questions are sent by the process that computes answers."""

GARBAGE_AFTER = 20_000
"""Objects made beyond those let go before garbage is looked for; Python's own 700. Chosen by hand:
together with quicker vectors of queries 123 questions took 3 % less of the processor (one run of
each, on a machine that did much else)."""


def share_interpreter() -> None:
    """Let the event loop of this process have its turn soon, whatever its threads compute."""
    sys.setswitchinterval(SWITCH_SECONDS)


def give_way(niceness: int) -> None:
    """Leave the processor to other processes of this machine that want it, such as the one that
    acknowledges Slack's events. Called before the first thread: each inherits it."""
    os.nice(niceness)


def keep_what_is_loaded() -> None:
    """Spare the garbage collector what lives as long as the process: modules, tables, indexes.
    Looking through all of it stops every thread: in ``curbside serve`` for 70 ms of the processor,
    in which no event is acknowledged."""
    gc.collect()
    gc.freeze()


def collect_seldom() -> None:
    """Look for garbage after many more objects than Python does: an answer makes hardly any."""
    gc.set_threshold(GARBAGE_AFTER)


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
