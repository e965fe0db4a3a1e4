"""A worker of one queue, whose death others see at once, and what they do then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from procrastinate import App
from procrastinate.worker import Worker

from bot.db.queue import rescue
from bot.db.taking_over.worker_liveness import show_liveness
from bot.lifecycle import sleep_unless
from retrieval.errors import DatabaseUnavailable
from retrieval.sql import Database

POLL_SECONDS = 0.5
"""Between two looks for jobs. Chosen by hand: jobs wake the worker; a wake-up may be lost."""
BEAT_SECONDS = 1.0
"""Between two signs of life. Chosen by hand, as for the leader."""
STALLED_SECONDS = 30.0
"""Without a sign of life after which procrastinate forgets a worker. Chosen by hand: its jobs were
taken over before, when its lock went."""
_NAMED_SECONDS = 0.01
"""Between two looks whether the worker has its id. Chosen by hand: it takes one statement."""


async def work_queue(
    app: App, queue: str, url: str, stop: asyncio.Event, *, concurrency: int, drain_seconds: float
) -> None:
    """Carry out the jobs of a queue until ``stop``; those that are at work then have so many
    seconds to end."""
    worker = Worker(
        app,
        queues=[queue],
        concurrency=concurrency,
        fetch_job_polling_interval=POLL_SECONDS,
        update_heartbeat_interval=BEAT_SECONDS,
        stalled_worker_timeout=STALLED_SECONDS,
        shutdown_graceful_timeout=drain_seconds,
        delete_jobs="successful",
        install_signal_handlers=False,
    )
    running = asyncio.create_task(worker.run())  # type: ignore[no-untyped-call]
    stopping = asyncio.create_task(stop.wait())
    try:
        async with _present(worker, running, url):
            await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        worker.stop()  # type: ignore[no-untyped-call]
        await running


async def keep_rescuing(
    database: Database, queue: str, stop: asyncio.Event, tell: Callable[[int | None], None]
) -> None:
    """Once a second, queue again what a killed or hanging process left. ``tell`` is called with how
    many jobs that were, None where the database is away."""
    while not stop.is_set():
        try:
            async with database.transaction() as connection:
                rescued = await rescue(connection, queue)
        except DatabaseUnavailable:
            rescued = None
        tell(rescued)
        await sleep_unless(stop, 1.0)


@asynccontextmanager
async def _present(worker: Worker, running: asyncio.Task[None], url: str) -> AsyncIterator[None]:
    """Hold the worker's lock while it works."""
    while worker.worker_id is None and not running.done():  # noqa: ASYNC110 (nobody is told)
        await asyncio.sleep(_NAMED_SECONDS)
    if worker.worker_id is None:
        yield
        return
    async with show_liveness(url, worker.worker_id):
        yield
