"""A living worker holds an advisory lock of its number, so that others see at once when it dies."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg

from bot.db.database import LedgerUnavailable
from bot.db.queue import PRESENCE


@asynccontextmanager
async def presence(url: str, worker: int) -> AsyncIterator[None]:
    """Hold the lock of the worker with this number. Raises :class:`LedgerUnavailable`."""
    try:
        connection = await psycopg.AsyncConnection.connect(url, autocommit=True, connect_timeout=3)
    except psycopg.OperationalError as error:
        raise LedgerUnavailable from error
    try:
        await _hold(connection, worker)
        yield
    finally:
        await connection.close()


async def _hold(connection: psycopg.AsyncConnection, worker: int) -> None:
    try:
        await connection.execute("select pg_advisory_lock(%s, %s::integer)", (PRESENCE, worker))
    except psycopg.OperationalError as error:
        raise LedgerUnavailable from error
