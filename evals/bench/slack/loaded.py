"""The bot under load: events acknowledged while two workers answer, and many questions at once at
Slack's pace. Every part is a process of its own, as in production."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.resources import files

import aiohttp

from evals.bench.slack.acknowledgement import (
    EVENTS_A_SECOND,
    SECONDS,
    WARM_UP_SECONDS,
    WORKSPACE_READY,
    acknowledgement_figures,
    send_steadily,
    wait_until_healthy,
)
from evals.bench.slack.processes import free_port, run_program
from evals.bench.slack.slack_wire import ShownOutcome
from evals.bench.slack.whole_bot import REST_SECONDS, ask
from evals.metrics.figures import Figure, figure_below, quantile

WORKERS = 2
"""Chosen by hand: as a team that wants no gap at a restart runs them."""
AT_ONCE, WITHIN_SECONDS = 12, 3.0
"""Chosen by hand: two boards that meet at the same time."""
LAST_GOAL = 10.0
"""Seconds, chosen by hand: after that people ask again."""
LOADED_GOAL_MS = 50.0
"""Chosen by hand: half of what is asked for without workers, of which these are the load."""


async def measure_loaded(
    environment: Mapping[str, str], questions: Sequence[str], say: Callable[[str], None]
) -> list[Figure]:
    """Figures of the burst, then of the events; the latter leave questions behind."""
    say("Filling the silos …")
    await fill(environment)
    async with run_processes(environment) as (page, bot), aiohttp.ClientSession() as session:
        await wait_until_healthy(session, f"{bot}/healthz")
        # The first answers load what is loaded late, in both workers.
        await ask(session, page, questions[:4], 0.5)
        await asyncio.sleep(REST_SECONDS)
        say(f"Asking {AT_ONCE} questions in {WITHIN_SECONDS:g} s …")
        asked = questions[4 : 4 + AT_ONCE]
        shown = await ask(session, page, asked, WITHIN_SECONDS / AT_ONCE)
        say(f"Sending {EVENTS_A_SECOND} events a second …")
        await send_steadily(session, bot, WARM_UP_SECONDS)
        taken = await send_steadily(session, bot, SECONDS)
    what = f"while {WORKERS} workers answer"
    return [
        *burst_figures(shown),
        *acknowledgement_figures(taken, goal=LOADED_GOAL_MS, what=what),
    ]


def burst_figures(shown: Sequence[ShownOutcome]) -> list[Figure]:
    """From when each question was shown its sign and its answer."""
    answers = [one.answer for one in shown]
    what = f"of {AT_ONCE} questions in {WITHIN_SECONDS:g} s"
    return [
        figure_below(f"last answer {what}", max(answers), "s", len(shown), LAST_GOAL),
        Figure(f"answer p50 {what}", quantile(answers, 0.5), "s", len(shown)),
        Figure(f"last first sign {what}", max(one.sign for one in shown), "s", len(shown)),
    ]


async def fill(environment: Mapping[str, str]) -> None:
    """Take the starter corpus in."""
    async with run_program(("bot", "ingest"), environment) as filling:
        await filling.drain()
        await filling.process.wait()


@asynccontextmanager
async def run_processes(environment: Mapping[str, str]) -> AsyncIterator[tuple[str, str]]:
    """Workspace, bot and workers; the addresses of the first two."""
    manifest = str(files("bot") / "manifest.json")
    port = free_port()
    bot = f"http://127.0.0.1:{port}"
    async with AsyncExitStack() as stack:
        delivering = ("--limits", "real", "--request-url", f"{bot}/slack/events")
        started = ("workspace", "--manifest", manifest, *delivering)
        workspace = await stack.enter_async_context(run_program(started, environment))
        page = await workspace.wait_for_line(WORKSPACE_READY)
        reading = [asyncio.create_task(workspace.drain())]
        own = {**environment, "SLACK_API_URL": f"{page}/api/", "PORT": str(port)}
        for command in ("serve", *["worker"] * WORKERS):
            program = await stack.enter_async_context(run_program(("bot", command), own))
            reading.append(asyncio.create_task(program.drain()))
        try:
            yield page, bot
        finally:
            for task in reading:
                task.cancel()
