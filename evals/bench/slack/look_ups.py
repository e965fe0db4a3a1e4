"""How long somebody waits for a card of records: slash commands in the local workspace, from Enter
to what is shown to them alone, at rest and while two workers answer questions."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager

import aiohttp

from evals.bench.slack.acknowledgement import wait_until_healthy
from evals.bench.slack.loaded import WORKERS, fill, run_processes
from evals.bench.slack.processes import NotReady
from evals.bench.slack.slack_wire import ASKER, CHANNELS, post
from evals.metrics.figures import Figure, figure_below, quantile

COMMANDS: Mapping[str, Sequence[str]] = {
    "/gene": ("BRAF", "EGFR", "her2", "ESR1", "PIK3CA", "DPYD", "KRAS", "BRCA2", "ALK", "CYP2D6"),
    "/drug": (
        "olaparib", "Lynparza", "capecitabine", "elacestrant", "osimertinib", "tamoxifen",
        "trastuzumab deruxtecan", "ribociclib", "capivasertib", "pembrolizumab",
    ),
    "/trial": (
        "KEYNOTE-048", "DESTINY-Breast04", "EMERALD", "PALOMA-2", "FLAURA", "SOLAR-1",
        "CAPItello-291", "MONALEESA-2", "OlympiA", "INAVO120",
    ),
    "/variant": (
        "BRAF V600E", "KRAS G12C", "ESR1 D538G", "EGFR T790M", "PIK3CA H1047R", "EGFR L858R",
        "AKT1 E17K", "BRAF V600K", "IDH1 R132H", "NRAS Q61R",
    ),
}  # fmt: skip
"""What a board looks up. Chosen by hand; whether anything is found does not matter."""
GOAL_SECONDS = 2.0
"""Chosen by hand: a card is there before anybody looks away."""
LONGEST_SECONDS = 30.0
"""That a card is waited for. Chosen by hand: far beyond the goal. One that has not come by then
counts with so many seconds, so that a busy machine does not end the measurement."""
PAUSE_SECONDS = 3.0
"""Between two questions that keep the workers busy. Chosen by hand: a board that asks without a
rest, and not more than two workers answer on two cores."""


async def measure_look_ups(
    environment: Mapping[str, str], questions: Sequence[str], say: Callable[[str], None]
) -> list[Figure]:
    """Figures at rest, then with questions to answer."""
    say("Filling the silos …")
    await fill(environment)
    asked = [f"{command} {name}" for command, names in COMMANDS.items() for name in names]
    async with run_processes(environment) as (page, bot), aiohttp.ClientSession() as session:
        await wait_until_healthy(session, f"{bot}/healthz")
        async with cards_of(session, page) as look_up:
            # The first of each kind loads what is loaded late, in the bot and in both workers; a
            # command that Slack would not wait for is no failure yet.
            for text in asked[::5]:
                with contextlib.suppress(NotReady):
                    await look_up(text)
            say(f"Looking {len(asked)} names up …")
            alone = [await look_up(text) for text in asked]
            say("… and again while questions are answered …")
            busy = asyncio.create_task(keep_busy(session, page, questions))
            try:
                await asyncio.sleep(2 * PAUSE_SECONDS)
                loaded = [await look_up(text) for text in asked]
            finally:
                busy.cancel()
                await asyncio.wait({busy})
    return [
        *look_up_figures(alone, "at rest"),
        *look_up_figures(loaded, f"while {WORKERS} workers answer"),
    ]


def look_up_figures(taken: Sequence[float], what: str) -> list[Figure]:
    """From the seconds that each card took."""
    late = sum(seconds >= LONGEST_SECONDS for seconds in taken)
    return [
        figure_below(f"look-up p95 {what}", quantile(taken, 0.95), "s", len(taken), GOAL_SECONDS),
        Figure(f"look-up p50 {what}", quantile(taken, 0.5), "s", len(taken)),
        Figure(f"slowest look-up {what}", max(taken), "s", len(taken)),
        figure_below(f"look-ups without a card {what}", late, "cards", len(taken), 1),
    ]


async def keep_busy(session: aiohttp.ClientSession, page: str, questions: Sequence[str]) -> None:
    """Ask one question after the other until cancelled."""
    for number in range(len(questions) * 100):
        await post(session, page, CHANNELS[number % 3], questions[number % len(questions)])
        await asyncio.sleep(PAUSE_SECONDS)


@asynccontextmanager
async def cards_of(
    session: aiohttp.ClientSession, page: str, longest: float = LONGEST_SECONDS
) -> AsyncIterator[Callable[[str], asyncio.Future[float]]]:
    """A function that sends a command as Ana and gives the seconds until its card is shown, or
    ``longest`` seconds where it is not shown by then."""
    endless = aiohttp.ClientTimeout(total=None)
    stream = f"{page}/page/api/stream?user={ASKER}"
    async with session.get(stream, timeout=endless) as changes:
        shown: asyncio.Queue[float] = asyncio.Queue()
        listening = asyncio.create_task(_note_cards(changes.content, shown))

        async def look_up(text: str) -> float:
            if listening.done():
                raise NotReady("the page's stream of changes ended")
            return min(longest, await _look_up(session, page, text, shown, longest))

        try:
            yield lambda text: asyncio.ensure_future(look_up(text))
        finally:
            listening.cancel()


async def _note_cards(content: aiohttp.StreamReader, shown: asyncio.Queue[float]) -> None:
    async for line in content:
        if line.startswith(b"data:") and json.loads(line[5:]).get("type") == "ephemeral":
            shown.put_nowait(time.perf_counter())


async def _look_up(
    session: aiohttp.ClientSession,
    page: str,
    text: str,
    shown: asyncio.Queue[float],
    longest: float,
) -> float:
    body = {"user": ASKER, "channel": CHANNELS[1], "text": text}
    while not shown.empty():  # cards that came too late for their own look-ups
        shown.get_nowait()
    began = time.perf_counter()
    async with session.post(f"{page}/page/api/commands", json=body) as response:
        answered = await response.json()
    if not answered.get("taken"):
        raise NotReady(f"{text} was not taken")
    with contextlib.suppress(TimeoutError):
        return await asyncio.wait_for(shown.get(), longest) - began
    return longest
