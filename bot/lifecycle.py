"""How a process shares its time, how it is told to stop, how its loops wait without missing it, and
how it ends when it hangs."""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

SWITCH_SECONDS = 0.001
"""How long a thread that computes keeps the interpreter from the event loop. Beside five such
threads ten round trips of a socket took 218 ms (p95) with Python's own 5 ms and 28 ms with this,
and the threads did 6 % less. Signs on questions are sent by the process that computes answers."""

GARBAGE_AFTER = 20_000
"""Objects made beyond those let go before garbage is looked for; Python's own 700. Chosen by hand:
together with quicker vectors of queries 123 questions took 3 % less of the processor (one run of
each, on a machine that did much else)."""

HANGS_SECONDS = 60.0
"""An event loop that had no turn for so long has none any more. Chosen by hand: others take over
after six seconds, and a machine that does far too much delays some for half a minute."""
_TURNS = 10
"""How often within that time the loop shows that it has its turns. Chosen by hand."""


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


@asynccontextmanager
async def ended_when_it_hangs(seconds: float = HANGS_SECONDS) -> AsyncIterator[None]:
    """Within the block the process ends itself, with status 1, when its event loop had no turn for
    so long: what holds the interpreter, such as one match of a pattern, never lets go of it, and
    whoever starts processes starts none in the place of one that is still there. On standard error
    stands where it hung, without any value. Not within the seconds before a block, such as those in
    which a model is read."""
    showing = asyncio.create_task(_show_turns(seconds))
    try:
        yield
    finally:
        showing.cancel()
        await asyncio.wait({showing})
        faulthandler.cancel_dump_traceback_later()


async def _show_turns(seconds: float) -> None:
    while True:
        # A thread of its own counts, which needs no turn of the interpreter.
        faulthandler.dump_traceback_later(seconds, exit=True)
        await asyncio.sleep(seconds / _TURNS)
