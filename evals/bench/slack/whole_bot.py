"""Questions through the whole bot on the local workspace with Slack's limits: when its sign and
its answer are there, what the journal and the narration of a step cost, and how much memory the
processes hold."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import aiohttp
import psutil

from agents.memory.database import Memory
from evals.bench.loop.journal_overhead import row_overheads, step_overheads
from evals.bench.slack.processes import NotReady, run_program
from evals.bench.slack.slack_wire import (
    CHANNELS,
    QuestionPosted,
    ShownOutcome,
    fetch_calls,
    post,
    when_shown,
)
from evals.metrics.figures import Figure, figure_below, quantile
from retrieval.sql import open_database

READY = re.compile(r"Curbside is ready after [\d.]+ s: (http://127\.0\.0\.1:\d+)")
EXAMPLE_SHOWN = re.compile(r"The thread is in #|No answer came")
PAUSE_SECONDS = 4.0
"""Between two questions: so each channel gets a question every 12 s, and Slack's allowance for
reactions (50 a minute, two a question) and posts is not what is measured."""
REST_SECONDS = 15.0
"""Before the burst, so that the allowances are whole again."""
BURST = 10
"""Chosen by hand: a whole board that asks at the same moment."""
LONGEST_SECONDS = 60.0
"""That an answer is waited for. Chosen by hand: far beyond the goal, so that a miss is measured."""
SIGN_GOAL, ANSWER_GOAL = 1.0, 4.0
"""Seconds, chosen by hand: a sign before people wonder, an answer before they turn away."""
STEP_GOAL_MS = 12.0
"""As in :mod:`evals.bench.loop.loops`."""
MEMORY_GOAL_MB = 700.0
"""Chosen by hand: bot and worker fit a server of 1 GB."""


async def measure_whole_bot(
    home: Path,
    database_url: str,
    environment: Mapping[str, str],
    questions: Sequence[str],
    say: Callable[[str], None],
) -> list[Figure]:
    """Start everything, ask, and measure."""
    wide = {**environment, "COLUMNS": "200"}
    async with run_program(("bot", "demo"), wide) as demo, aiohttp.ClientSession() as session:
        url = await demo.wait_for_line(READY, end=EXAMPLE_SHOWN)
        reading = asyncio.create_task(demo.drain())
        say(f"Asking {len(questions)} questions, one every {PAUSE_SECONDS:g} s …")
        one_by_one = await ask(session, url, questions, PAUSE_SECONDS)
        resident = _resident_megabytes(home)
        await asyncio.sleep(REST_SECONDS)
        say(f"Asking {BURST} questions at once …")
        burst = await ask(session, url, questions[:BURST], 0.0)
        reading.cancel()
    return [
        *_wait_figures(one_by_one),
        *_burst_figures(burst),
        *await _step_figures(database_url, [one.run_id for one in one_by_one]),
        *memory_figures(resident),
    ]


async def ask(
    session: aiohttp.ClientSession, url: str, questions: Sequence[str], pause: float
) -> list[ShownOutcome]:
    """Ask one after the other, so many seconds apart, and wait until all are answered. Raises
    :class:`NotReady`."""
    posted = []
    for number, question in enumerate(questions):
        posted.append(await post(session, url, CHANNELS[number % len(CHANNELS)], question))
        await asyncio.sleep(pause)
    return await _until_shown(session, url, posted)


async def _until_shown(
    session: aiohttp.ClientSession, url: str, posted: Sequence[QuestionPosted]
) -> list[ShownOutcome]:
    for _ in range(int(LONGEST_SECONDS)):
        reactions = await fetch_calls(session, url, "reactions.add")
        posts = await fetch_calls(session, url, "chat.postMessage")
        every = [one for one in when_shown(posted, reactions, posts) if one is not None]
        if len(every) == len(posted):
            return every
        await asyncio.sleep(1.0)
    raise NotReady(f"{len(posted) - len(every)} of {len(posted)} questions got no answer")


def _wait_figures(every: Sequence[ShownOutcome]) -> list[Figure]:
    signs, answers = [one.sign for one in every], [one.answer for one in every]
    return [
        figure_below("first visible sign p95", quantile(signs, 0.95), "s", len(signs), SIGN_GOAL),
        Figure("first visible sign p50", quantile(signs, 0.5), "s", len(signs)),
        figure_below("answer p95", quantile(answers, 0.95), "s", len(answers), ANSWER_GOAL),
        Figure("answer p50", quantile(answers, 0.5), "s", len(answers)),
    ]


def _burst_figures(every: Sequence[ShownOutcome]) -> list[Figure]:
    signs, answers = [one.sign for one in every], [one.answer for one in every]
    what = f"of {BURST} questions at once"
    return [
        Figure(f"last first sign {what}", max(signs), "s", len(signs)),
        Figure(f"answer p50 {what}", quantile(answers, 0.5), "s", len(answers)),
        Figure(f"last answer {what}", max(answers), "s", len(answers)),
    ]


async def _step_figures(database_url: str, run_ids: Sequence[str]) -> list[Figure]:
    async with open_database(database_url, connections=1) as database:
        memory = Memory(database)
        journals = [await memory.events(run_id) for run_id in run_ids]
    steps = [one for events in journals for one in step_overheads(events)]
    rows = [one for events in journals for one in row_overheads(events)]
    name = "journal and narration per"
    return [
        figure_below(f"{name} step, p50", quantile(steps, 0.5), "ms", len(steps), STEP_GOAL_MS),
        Figure(f"{name} step, p95", quantile(steps, 0.95), "ms", len(steps)),
        Figure(f"{name} row, p50", quantile(rows, 0.5), "ms", len(rows)),
    ]


def _resident_megabytes(home: Path) -> dict[str, float]:
    """Resident megabytes of the demo's processes, by name."""
    rows = json.loads((home / "demo.json").read_text())
    return {row["name"]: psutil.Process(row["pid"]).memory_info().rss / 1e6 for row in rows}


def memory_figures(resident: Mapping[str, float]) -> list[Figure]:
    """Of the two processes that run in production."""
    bot, worker = resident["bot"], resident["worker"]
    return [
        figure_below("resident memory of bot and worker", bot + worker, "MB", 2, MEMORY_GOAL_MB),
        Figure("resident memory of the bot", bot, "MB", 1),
        Figure("resident memory of the worker", worker, "MB", 1),
    ]
