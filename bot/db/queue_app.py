"""The queue as a worker takes jobs from it: an app of procrastinate with a pool of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ConnectorException

from bot.db.taking_over.claimed_jobs import ClaimedJobs
from retrieval.errors import DatabaseUnavailable
from retrieval.sql import END_WHEN_IDLE, translate_database_errors

POOL_CONNECTIONS = 2
"""Chosen by hand: fetching, finishing and the heartbeat each take a millisecond."""
POOL_SECONDS = 5.0
"""How long one of them waits for a free connection. Chosen by hand, as for our own pool."""
_OWED_SECONDS = 1.0
"""Between two tries to write how jobs ended. Chosen by hand."""
CONNECT_SECONDS = 3
"""Chosen by hand: a database in the same network answers in milliseconds."""


@asynccontextmanager
async def open_queue(url: str) -> AsyncIterator[App]:
    """A procrastinate app on the database at ``url``. It takes at most three connections: two of
    a pool and, while its worker runs, one that listens for new jobs. It ends no job that another
    worker took since. Raises :class:`retrieval.errors.DatabaseUnavailable`, also for what the block
    lets through."""
    connector = PsycopgConnector(
        conninfo=url,
        min_size=1,
        max_size=POOL_CONNECTIONS,
        kwargs={"connect_timeout": CONNECT_SECONDS},
        timeout=POOL_SECONDS,
        configure=_end_when_idle,
    )
    app = App(connector=connector)
    app.job_manager = jobs = ClaimedJobs(connector)
    try:
        with translate_database_errors():
            async with app.open_async():
                writing = asyncio.create_task(_keep_writing(jobs))
                try:
                    yield app
                finally:
                    writing.cancel()
                    await asyncio.wait({writing})
    except ConnectorException as error:
        raise DatabaseUnavailable from error


async def _keep_writing(jobs: ClaimedJobs) -> None:
    while True:
        await asyncio.sleep(_OWED_SECONDS)
        await jobs.write_owed()


async def _end_when_idle(connection: psycopg.AsyncConnection[Any]) -> None:
    await connection.execute(END_WHEN_IDLE.encode())
    await connection.commit()
