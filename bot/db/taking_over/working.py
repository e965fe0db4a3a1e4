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


async def work_queue(
    app: App, queue: str, url: str, stop: asyncio.Event, *, concurrency: int, drain_seconds: float
) -> None:
    """Carry out the jobs of a queue until ``stop``; those that are at work then have so many
    seconds to end."""
    worker = Worker(
        app,
        queues=[queue],
        concurrency=concurrency,
        fetch_job_polling_interval=0.5,
        update_heartbeat_interval=1.0,
        stalled_worker_timeout=30.0,
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
        await asyncio.sleep(0.01)
    if worker.worker_id is None:
        yield
        return
    async with show_liveness(url, worker.worker_id):
        yield
