"""How long people wait for single things: the first names, the names of a question, a stop."""

from __future__ import annotations

import asyncio
import sys
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from agents.answering import Answerer
from agents.memory.database import Memory
from agents.run.limits import Limits
from agents.turns import Question, Thought, ThreadKey, View
from evals.bench.loop.scripted_run import ScriptedCore, ScriptedSilos
from evals.metrics.figures import Figure, figure_below
from names.recognise import recognise
from retrieval.sql import open_database

RUNS = 10
"""Of each measurement. Chosen by hand: the median of ten does not hang on one disturbance."""
LOAD_GOAL_MS, RECOGNISE_GOAL_MS, STOP_GOAL_MS = 400.0, 20.0, 2000.0
"""Chosen by hand: below what somebody notices at a start, within an answer and after a stop."""
CASE = (
    "A 62-year-old woman with HR+/HER2- metastatic breast cancer, PIK3CA H1047R and ESR1 D538G,"
    " progressed on palbociclib and letrozole; renal impairment with eGFR 35; options? "
)
_LOAD = (
    "import time; from names.recognise import recognise; began = time.perf_counter();"
    " recognise('HER2 abemaciclib tumour'); print(1000 * (time.perf_counter() - began))"
)


@dataclass(frozen=True, slots=True)
class HangingCore(ScriptedCore):
    """Thinks for ever."""

    thinking: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once it has begun."""

    async def think(self, view: View, cards: Sequence[object]) -> Thought:
        self.thinking.set()
        await asyncio.Event().wait()
        raise AssertionError("it never ends")


async def waits(database_url: str) -> list[Figure]:
    """Milliseconds of each, the middle of ten."""
    loads = [await _seconds_of_loading() for _ in range(RUNS)]
    names = [_seconds_of_recognising(turn) for turn in range(RUNS)]
    async with open_database(database_url) as database:
        memory = Memory(database)
        stops = [await _seconds_of_stopping(memory) for _ in range(RUNS)]
    return [
        figure_below("loading the names", median(loads), "ms", RUNS, LOAD_GOAL_MS),
        figure_below(
            "recognising the names of a question", median(names), "ms", RUNS, RECOGNISE_GOAL_MS
        ),
        figure_below("from a stop to the end of the run", max(stops), "ms", RUNS, STOP_GOAL_MS),
    ]


async def _seconds_of_loading() -> float:
    """In a process of its own, from the first question to its names."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _LOAD, stdout=asyncio.subprocess.PIPE
    )
    said, _ = await process.communicate()
    return float(said)


def _seconds_of_recognising(turn: int) -> float:
    began = time.perf_counter()
    recognise(f"{CASE} {turn}")
    return 1000 * (time.perf_counter() - began)


async def _seconds_of_stopping(memory: Memory) -> float:
    """A run whose core never returns, stopped by a person."""
    run_id, core = str(uuid.uuid4()), HangingCore(0)
    answerer = Answerer(memory=memory, core=core, silos=ScriptedSilos(100), limits=Limits())
    thread = ThreadKey("bench", "bench", run_id)
    await memory.open_run(run_id, Question(thread=thread, asker="bench", text="Stop?"))
    working = asyncio.create_task(answerer.answer(run_id, narrate=_silent))
    await core.thinking.wait()
    began = time.perf_counter()
    await memory.request_stop(run_id, "bench")
    await working
    return 1000 * (time.perf_counter() - began)


async def _silent(view: View) -> None:
    """Nobody is told."""
