"""Which process sends: one at a time holds an advisory lock, and any process can take over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg

from bot.db.outbox import CHANNEL
from retrieval.errors import DatabaseUnavailable
from retrieval.sql import translate_database_errors

_LOCK = 727072
"""The advisory lock of the leader. Any number will do that nothing else in the database uses."""
_RETRY_SECONDS = 0.5
"""Between two tries to take the lock. Chosen by hand: a new leader sends within a second."""
CONNECT_SECONDS = 3
"""Chosen by hand, as for the queue."""


class Leadership:
    """Held while this process is the sender. ``woken`` is set when there is something to send;
    ``lost`` is set when the database connection that holds the lock is gone."""

    def __init__(self) -> None:
        self.woken = asyncio.Event()
        self.lost = asyncio.Event()


@asynccontextmanager
async def leadership(url: str) -> AsyncIterator[Leadership]:
    """Wait until no other process leads, then lead until the block is left. Takes one connection
    of its own. Raises :class:`retrieval.errors.DatabaseUnavailable`."""
    with translate_database_errors():
        connection = await psycopg.AsyncConnection.connect(
            url,
            autocommit=True,
            connect_timeout=CONNECT_SECONDS,
            # A server that vanished without a word is noticed after about eleven seconds.
            keepalives_idle=5,
            keepalives_interval=2,
            keepalives_count=3,
        )
    try:
        with translate_database_errors():
            await _wait_for_lock(connection)
        held = Leadership()
        listener = asyncio.create_task(_listen(connection, held))
        try:
            yield held
        finally:
            listener.cancel()
            await asyncio.wait({listener})
    finally:
        await connection.close()


async def _wait_for_lock(connection: psycopg.AsyncConnection) -> None:
    while True:
        cursor = await connection.execute("select pg_try_advisory_lock(%s)", (_LOCK,))
        row = await cursor.fetchone()
        if row is not None and row[0]:
            await connection.execute(f"listen {CHANNEL}".encode())
            return
        await asyncio.sleep(_RETRY_SECONDS)


async def _listen(connection: psycopg.AsyncConnection, held: Leadership) -> None:
    try:
        with translate_database_errors():
            async for _notification in connection.notifies():
                held.woken.set()
    except DatabaseUnavailable:
        held.lost.set()
        held.woken.set()
