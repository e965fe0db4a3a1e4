"""A living worker holds an advisory lock of its number, so that others see at once when it dies."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg

from bot.db.queue import WORKER_LOCKS
from bot.db.taking_over.leader_election import CONNECT_SECONDS
from retrieval.sql import translate_database_errors


@asynccontextmanager
async def show_liveness(url: str, worker: int) -> AsyncIterator[None]:
    """Hold the lock of the worker with this number until the block is left. Takes one connection
    of its own. Raises :class:`retrieval.errors.DatabaseUnavailable`."""
    with translate_database_errors():
        connection = await psycopg.AsyncConnection.connect(
            url, autocommit=True, connect_timeout=CONNECT_SECONDS
        )
    try:
        with translate_database_errors():
            await connection.execute(
                "select pg_advisory_lock(%s, %s::integer)", (WORKER_LOCKS, worker)
            )
        yield
    finally:
        await connection.close()
