"""How fast events are acknowledged: signed Events API requests to ``curbside serve``, at a steady
rate whatever the answers do, as Slack sends them."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping, Sequence

import aiohttp

from evals.bench.slack.processes import READY_SECONDS, NotReady, free_port, run_program
from evals.bench.slack.slack_wire import CHANNELS, mention_bodies, now, signature_headers
from evals.metrics.figures import Figure, figure_below, quantile

EVENTS_A_SECOND = 20
"""Chosen by hand: far more than a hospital's boards write; two events for each message."""
SECONDS = 16
"""With 20 events a second so many that three slow ones decide the p99."""
WARM_UP_SECONDS = 2
"""Not counted: the first events load what is imported late. Chosen by hand."""
GOAL_MS = 100.0
"""Chosen by hand: a thirtieth of what Slack allows."""
SLACK_WAITS = 3.0
"""Slack repeats an event that is not acknowledged within three seconds (docs.slack.dev, Events
API)."""
WORKSPACE_READY = re.compile(r"workspace ready at (\S+)")


async def measure_acknowledgement(environment: Mapping[str, str]) -> list[Figure]:
    """Figures of a bot that stores and routes every event; no worker takes its time."""
    port = free_port()
    async with run_program(("workspace", "--limits", "off"), environment) as workspace:
        url = await workspace.wait_for_line(WORKSPACE_READY)
        bot_environment = {**environment, "SLACK_API_URL": f"{url}/api/", "PORT": str(port)}
        async with (
            run_program(("bot", "serve"), bot_environment),
            aiohttp.ClientSession() as session,
        ):
            base = f"http://127.0.0.1:{port}"
            await wait_until_healthy(session, f"{base}/healthz")
            await send_steadily(session, base, WARM_UP_SECONDS)
            taken = await send_steadily(session, base, SECONDS)
    return acknowledgement_figures(taken)


def acknowledgement_figures(
    taken: Sequence[float | None], *, goal: float = GOAL_MS, what: str = ""
) -> list[Figure]:
    """From milliseconds per event; None is an event that was refused or not answered in time.
    ``what`` was going on meanwhile."""
    good = [one for one in taken if one is not None]
    rate = f"at {EVENTS_A_SECOND} events/s {what}".rstrip()
    lost = len(taken) - len(good)
    return [
        figure_below(f"acknowledgement p99 {rate}", quantile(good, 0.99), "ms", len(good), goal),
        Figure(f"acknowledgement p50 {rate}", quantile(good, 0.5), "ms", len(good)),
        Figure(f"slowest acknowledgement {rate}", max(good), "ms", len(good)),
        Figure(
            f"events not acknowledged {what}".rstrip(),
            lost,
            "events",
            len(taken),
            "none",
            lost == 0,
        ),
    ]


async def send_steadily(
    session: aiohttp.ClientSession, base: str, seconds: float
) -> list[float | None]:
    """Send on a fixed schedule; milliseconds from request to 200 of each event."""
    bodies: list[bytes] = []
    while len(bodies) < seconds * EVENTS_A_SECOND:
        number = len(bodies) // 2
        text = "What is the olaparib dose?"
        bodies.extend(mention_bodies(CHANNELS[number % len(CHANNELS)], text, now() + number / 1000))
    began = time.perf_counter()
    sending = []
    for number, body in enumerate(bodies):
        due = began + number / EVENTS_A_SECOND
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        sending.append(asyncio.create_task(_send(session, f"{base}/slack/events", body)))
    return await asyncio.gather(*sending)


async def _send(session: aiohttp.ClientSession, url: str, body: bytes) -> float | None:
    began = time.perf_counter()
    try:
        async with asyncio.timeout(SLACK_WAITS):
            async with session.post(
                url, data=body, headers=signature_headers(body, now())
            ) as response:
                await response.read()
    except (TimeoutError, aiohttp.ClientError):
        return None
    return (time.perf_counter() - began) * 1000 if response.status == 200 else None


async def wait_until_healthy(session: aiohttp.ClientSession, url: str) -> None:
    """Wait for the bot behind *url*. Raises :class:`NotReady`."""
    for _ in range(int(READY_SECONDS / 0.1)):
        try:
            async with session.get(url) as response:
                if response.status == 200:
                    return
        except aiohttp.ClientError:
            pass
        await asyncio.sleep(0.1)
    raise NotReady("`curbside serve` did not become healthy")
