"""Which process sends: one at a time holds an advisory lock, and any process can take over.

PostgreSQL takes the lock back the moment the process dies. A process that hangs keeps it: so the
holder also says once a second that it lives, and one that was not heard of for some seconds has its
connection ended by the next. What it still does when it goes on is told by the number of its time
as the sender, its generation: the statements that take a row for sending and that note what became
of it do nothing under an old one, and no call is begun when the last beat is some seconds old."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg

from bot.db.outbox import CHANNEL
from bot.db.taking_over.leader_transactions import LeadershipLost
from bot.logs import log
from retrieval.errors import DatabaseUnavailable
from retrieval.sql import translate_database_errors

_log = log(__name__)
_LOCK = 727072
"""The advisory lock of the leader. Any number will do that nothing else in the database uses."""
_RETRY_SECONDS = 0.5
"""Between two tries to take the lock. Chosen by hand: a new leader sends within a second."""
CONNECT_SECONDS = 3
"""Chosen by hand, as for the queue."""
BEAT_SECONDS = 1.0
"""Between two signs of life of the leader. Chosen by hand: several may fail before it is replaced.
"""
SURE_SECONDS = 3.0
"""For so long after a beat the leader may begin a call. Chosen by hand: well below
``HANG_SECONDS``, so that nobody else leads yet."""
HANG_SECONDS = 6.0
"""A leader that was not heard of for so long is replaced. Chosen by hand: a busy machine holds a
process up for a second or two; questions wait for it."""

_BEAT = """
    update seats set beaten_at = clock_timestamp() where name = 'sender' and generation = %s
    returning generation
"""
_LEAD = """
    update seats set generation = generation + 1, beaten_at = clock_timestamp()
    where name = 'sender' returning generation
"""
_END_HANGING = """
    select pg_terminate_backend(held.pid)
    from pg_locks as held
    where held.locktype = 'advisory' and held.granted and held.classid = 0 and held.objid = %s
      and held.database = (select oid from pg_database where datname = current_database())
      and exists (
          select from seats
          where name = 'sender' and beaten_at < clock_timestamp() - make_interval(secs => %s))
"""


class Leadership:
    """Held while this process is the sender. ``woken`` is set when there is something to send;
    ``lost`` is set when the database connection that holds the lock is gone, or another leads."""

    def __init__(self, generation: int) -> None:
        self.generation = generation
        self.woken = asyncio.Event()
        self.lost = asyncio.Event()
        self._sure_until = 0.0
        self._beaten = asyncio.Event()

    def beat(self, asked_at: float) -> None:
        """A sign of life that was asked for at this time has arrived."""
        self._sure_until = asked_at + SURE_SECONDS
        self._beaten.set()

    def lose(self) -> None:
        """Another process leads, or may."""
        self.lost.set()
        self.woken.set()
        self._beaten.set()

    async def be_sure(self) -> None:
        """Return while nobody else can lead. After a pause of the whole process this waits for the
        next sign of life. Raises :class:`bot.db.taking_over.leader_transactions.LeadershipLost`."""
        while not self.lost.is_set():
            if time.monotonic() < self._sure_until:
                return
            self._beaten.clear()
            await self._beaten.wait()
        raise LeadershipLost


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
            held = await _become_leader(connection)
        listener = asyncio.create_task(_beat_and_listen(connection, held))
        try:
            yield held
        finally:
            listener.cancel()
            await asyncio.wait({listener})
    finally:
        await connection.close()


async def _become_leader(connection: psycopg.AsyncConnection) -> Leadership:
    while not await _value(connection, "select pg_try_advisory_lock(%s)", _LOCK):
        if await _value(connection, _END_HANGING, _LOCK, HANG_SECONDS):
            _log.warning("hanging_sender_replaced")
            continue
        await asyncio.sleep(_RETRY_SECONDS)
    asked_at = time.monotonic()
    held = Leadership(int(str(await _value(connection, _LEAD))))
    held.beat(asked_at)
    await connection.execute(f"listen {CHANNEL}".encode())
    return held


async def _beat_and_listen(connection: psycopg.AsyncConnection, held: Leadership) -> None:
    try:
        with translate_database_errors():
            while True:
                asked_at = time.monotonic()
                if await _value(connection, _BEAT, held.generation) is None:
                    break
                held.beat(asked_at)
                async for _notification in connection.notifies(timeout=BEAT_SECONDS):
                    held.woken.set()
    except DatabaseUnavailable:
        pass
    held.lose()


async def _value(connection: psycopg.AsyncConnection, query: str, *values: float) -> object:
    """The first value of the first row; None if there is no row."""
    cursor = await connection.execute(query.encode(), values)
    row = await cursor.fetchone()
    return None if row is None else row[0]
