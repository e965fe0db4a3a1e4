"""Writes so many messages under trouble and waits until all are answered."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import cycle

import psutil

from evals.bench.slack.slack_wire import CHANNELS
from evals.bench.soak.messages import Workspace
from evals.bench.soak.tally import Sample, SoakResult, WrittenMessage, fate_of, is_answered
from evals.bench.soak.troubles import Processes, Troubles

SMALL_TALK = "The room is booked until noon."
"""A message that is not for the bot."""
TALK = 5
"""Each so many-th message is small talk, unless it is said otherwise. Chosen by hand."""
LOOK_SECONDS = 0.5
"""Between two looks into the threads. Chosen by hand."""
SAMPLE_SECONDS = 5.0
"""Between two looks at the memory. Chosen by hand."""
PATIENCE_SECONDS = 420.0
"""For the last answers: Slack itself repeats an event after a minute and after five."""
TWINS_SECONDS = 90.0
"""Before it is counted what was said twice: what came late is deleted within a minute or so. A
message that Slack shows for a while twice is none that is there twice in the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SoakPlan:
    """How much of what."""

    events: int
    """Messages that people write."""
    at_once: int = 8
    """Questions that wait for an answer at a time; more are not asked. So waits tell of the bot and
    not of a queue. Chosen by hand: as many as a worker answers at once."""
    every: float = 20.0
    """Seconds between two troubles of processes."""
    seed: int = 1
    talk: int = TALK
    """Each so many-th message is small talk."""
    rest: float = TWINS_SECONDS
    minutes: float = math.inf
    """After which nothing more is written, however many messages are left."""
    stopped: float = 9.0
    """Seconds for which a stopped process stands still. Chosen by hand: beyond what makes others
    take over."""


async def soak(
    workspace: Workspace,
    processes: Processes,
    plan: SoakPlan,
    questions: Sequence[str],
    count: Callable[[int], None],
) -> SoakResult:
    """Write, make trouble, and tell what became of each message."""
    troubles = Troubles(workspace, processes, plan.seed, plan.stopped)
    samples: list[Sample] = []
    async with (
        _beside(_keep_sampling(processes, samples)),
        _beside(troubles.break_calls()),
        _beside(troubles.break_processes(plan.every)),
    ):
        written = await _write_all(workspace, plan, questions, count)
    await troubles.end()
    await _wait_for(workspace, [each for each in written if each.asks], 0, PATIENCE_SECONDS)
    await asyncio.sleep(plan.rest)
    fates = [fate_of(each, await workspace.thread(each.channel, each.ts)) for each in written]
    return SoakResult(fates, samples, dict(sorted(troubles.made.items())))


async def _write_all(
    workspace: Workspace, plan: SoakPlan, questions: Sequence[str], count: Callable[[int], None]
) -> list[WrittenMessage]:
    written: list[WrittenMessage] = []
    waiting: list[WrittenMessage] = []
    texts = cycle(questions)
    until = time.monotonic() + 60.0 * plan.minutes
    for number in range(plan.events):
        if time.monotonic() > until:
            break
        asks = (number + 1) % plan.talk != 0
        channel = CHANNELS[number % len(CHANNELS)]
        ts = await workspace.write(channel, next(texts) if asks else SMALL_TALK, asks=asks)
        written.append(WrittenMessage(channel, ts, asks))
        waiting += [written[-1]] if asks else []
        waiting = await _wait_for(workspace, waiting, plan.at_once - 1, PATIENCE_SECONDS)
        count(number + 1)
    return written


async def _wait_for(
    workspace: Workspace, waiting: Sequence[WrittenMessage], most: int, seconds: float
) -> list[WrittenMessage]:
    """Wait until at most so many questions have no answer, but no longer than this; those."""
    until = time.monotonic() + seconds
    left = list(waiting)
    while len(left) > most and time.monotonic() < until:
        await asyncio.sleep(LOOK_SECONDS)
        left = [
            each for each in left if not is_answered(await workspace.thread(each.channel, each.ts))
        ]
    return left


async def _keep_sampling(processes: Processes, samples: list[Sample]) -> None:
    began = time.monotonic()
    taken: dict[int, float] = {}
    while True:
        names = (*processes.stopped, *processes.killed)
        looked = {name: _look_at(processes.pid(name), taken) for name in names}
        load = psutil.getloadavg()[0]
        at = time.monotonic() - began
        samples.append(Sample(at, looked, load, sum(taken.values())))
        await asyncio.sleep(SAMPLE_SECONDS)


def _look_at(pid: int, taken: dict[int, float]) -> float:
    """The resident megabytes, 0 while it is being replaced; notes the seconds of the processor that
    it has taken. What one took between the last look and its death is not counted."""
    try:
        process = psutil.Process(pid)
        times = process.cpu_times()
        taken[pid] = times.user + times.system
        return float(process.memory_info().rss) / 1e6
    except psutil.NoSuchProcess:
        return 0.0


@asynccontextmanager
async def _beside(work: object) -> AsyncIterator[None]:
    """Do this beside the block; what breaks in it breaks the block's end."""
    task = asyncio.ensure_future(work)  # type: ignore[call-overload]
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})
    if not task.cancelled():
        task.result()
