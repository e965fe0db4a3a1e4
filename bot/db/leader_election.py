"""The sender's seat: one process at a time sends, and any process can take over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg

from bot.db.database import LedgerUnavailable
from bot.db.outbox import CHANNEL

_LOCK = 727072
_RETRY_SECONDS = 0.5


class Seat:
    """Held while this process is the sender. ``woken`` is set when there is something to send;
    ``lost`` is set when the database connection that holds the seat is gone."""

    def __init__(self) -> None:
        self.woken = asyncio.Event()
        self.lost = asyncio.Event()


@asynccontextmanager
async def seat(url: str) -> AsyncIterator[Seat]:
    """Wait for the seat, then hold it. Raises :class:`LedgerUnavailable`."""
    try:
        connection = await psycopg.AsyncConnection.connect(
            url,
            autocommit=True,
            connect_timeout=3,
            keepalives_idle=5,
            keepalives_interval=2,
            keepalives_count=3,
        )
    except psycopg.OperationalError as error:
        raise LedgerUnavailable from error
    try:
        await _wait_for_lock(connection)
        held = Seat()
        listener = asyncio.create_task(_listen(connection, held))
        try:
            yield held
        finally:
            listener.cancel()
            await asyncio.gather(listener, return_exceptions=True)
    finally:
        await connection.close()


async def _wait_for_lock(connection: psycopg.AsyncConnection) -> None:
    try:
        while True:
            cursor = await connection.execute("select pg_try_advisory_lock(%s)", (_LOCK,))
            row = await cursor.fetchone()
            if row is not None and row[0]:
                await connection.execute(f"listen {CHANNEL}".encode())
                return
            await asyncio.sleep(_RETRY_SECONDS)
    except psycopg.OperationalError as error:
        raise LedgerUnavailable from error


async def _listen(connection: psycopg.AsyncConnection, held: Seat) -> None:
    try:
        async for _notification in connection.notifies():
            held.woken.set()
    except psycopg.Error:
        held.lost.set()
        held.woken.set()
