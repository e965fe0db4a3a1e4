"""How a process shares its time, how it is told to stop, how its loops wait without missing it, and
how it ends when it hangs."""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

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
_LOOKS = 10
"""How often within that time it is looked whether the loop had a turn. Chosen by hand."""
_TURNS = 60
"""How often within that time the loop shows that it has its turns. Chosen by hand: the time of the
processor is that of all threads, and sixty cores must be busy to use it up between two turns."""


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
    """Within the block the process ends itself when its event loop had no turn for so long: whoever
    starts processes starts none in the place of one that is still there. On standard error stands
    where it hung, without any value. Not within the seconds before a block, such as those in which
    a model is read.

    Two things look, since none of them sees all. What holds the interpreter, such as one match of a
    pattern, gives no thread a turn, but uses the processor: when it has used it for so many
    seconds, SIGPROF ends the process. What waits for something that does not come uses nothing, but
    leaves the interpreter to a thread that counts its own looks, and ends the process with status
    1. None counts the time in which the process was suspended (Ctrl-Z, a machine that sleeps): it
    goes on as if there had been none."""
    turns, over = _Turns(), threading.Event()
    faulthandler.register(signal.SIGPROF, all_threads=True, chain=True)
    showing = asyncio.create_task(_show_turns(seconds, turns))
    looking = threading.Thread(target=_look_for_turns, args=(seconds, turns, over), daemon=True)
    looking.start()
    try:
        yield
    finally:
        over.set()
        showing.cancel()
        await asyncio.wait({showing})
        signal.setitimer(signal.ITIMER_PROF, 0)
        faulthandler.unregister(signal.SIGPROF)


@dataclass(slots=True)
class _Turns:
    """How many turns an event loop had."""

    had: int = 0


async def _show_turns(seconds: float, turns: _Turns) -> None:
    while True:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        turns.had += 1
        await asyncio.sleep(seconds / _TURNS)


def _look_for_turns(seconds: float, turns: _Turns, over: threading.Event) -> None:
    seen, missed = -1, 0
    while not over.wait(seconds / _LOOKS):
        missed = missed + 1 if turns.had == seen else 0
        seen = turns.had
        if missed >= _LOOKS:
            faulthandler.dump_traceback(all_threads=True)
            os._exit(1)
