"""One writer per run.

The holder's name stands in the run's row, and a session advisory lock of that name is held on the
holder's own connection. A worker that is killed loses its connection and with it the lock, so the
next one knows at once that the holder is gone. A worker that hangs keeps the lock but stops
renewing ``lease_until``; when that has passed, the run is taken over, and whatever the old worker
still tries to write is refused (:class:`LeaseLost`), because the row names another holder.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

from sqlalchemy import func, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.errors import LeaseLost
from agents.journal.entry import Entry, Event, LeaseState
from agents.memory.db_errors import translate_memory_errors
from agents.memory.rows import append_row, events_after, lock_run
from agents.memory.tables import runs
from retrieval.sql import Database

LEASE_SECONDS = 20.0
"""How long a holder that hangs keeps a run."""
WAIT_SECONDS = 0.2
"""Between two looks at a run that another worker holds."""


class Lease:
    """The right to write one run's journal. Implements :class:`agents.journal.entry.Journal`."""

    def __init__(self, connection: AsyncConnection, run_id: str, holder: str) -> None:
        self._connection = connection
        self._run_id = run_id
        self._holder = holder
        self._one_at_a_time = asyncio.Lock()

    @property
    def run_id(self) -> str:
        return self._run_id

    async def load_after(self, seq: int) -> tuple[Event, ...]:
        """The rows after *seq*; people may have added facts or reviews."""
        async with self._transaction() as connection:
            return await events_after(connection, self._run_id, seq)

    async def append(self, entry: Entry) -> Event:
        """Write a row, durable on return. Raises :class:`LeaseLost`."""
        async with self._transaction() as connection:
            return await append_row(connection, self._run_id, entry, holder=self._holder)

    async def read_state(self, *, renew: bool) -> LeaseState:
        """Whether somebody asked to stop. Raises :class:`LeaseLost` when it was taken over."""
        mine = (runs.c.run_id == self._run_id) & (runs.c.lease_holder == self._holder)
        async with self._transaction() as connection:
            if renew:
                until = func.now() + timedelta(seconds=LEASE_SECONDS)
                await connection.execute(update(runs).where(mine).values(lease_until=until))
            found = await connection.execute(select(runs.c.stop_requested_by).where(mine))
            row = found.first()
        if row is None:
            raise LeaseLost(self._run_id)
        return LeaseState(row.stop_requested_by)

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        async with self._one_at_a_time:
            with translate_memory_errors():
                async with self._connection.begin():
                    yield self._connection


@asynccontextmanager
async def take_lease(database: Database, run_id: str) -> AsyncIterator[Lease]:
    """Wait until nobody else holds the run, then hold it until the block is left."""
    holder = uuid.uuid4().hex
    with translate_memory_errors():
        connection = await database.connection()
    try:
        with translate_memory_errors():
            await connection.execute(select(func.pg_advisory_lock(_number(holder))))
            await connection.commit()
            # The holder may be another process: there is nothing here to be woken by.
            while not await _claim(connection, run_id, holder):  # noqa: ASYNC110
                await asyncio.sleep(WAIT_SECONDS)
        yield Lease(connection, run_id, holder)
    finally:
        await asyncio.shield(_let_go(connection, run_id, holder))


async def _claim(connection: AsyncConnection, run_id: str, holder: str) -> bool:
    async with connection.begin():
        run = await lock_run(connection, run_id)
        now = (await connection.execute(select(func.clock_timestamp()))).scalar_one()
        expired = run.lease_until is None or run.lease_until < now
        if run.lease_holder and not expired and await _lives(connection, run.lease_holder):
            return False
        until = now + timedelta(seconds=LEASE_SECONDS)
        await connection.execute(
            update(runs)
            .where(runs.c.run_id == run_id)
            .values(lease_holder=holder, lease_until=until)
        )
        return True


async def _lives(connection: AsyncConnection, holder: str) -> bool:
    """Whether the connection of a holder is still open: then its lock cannot be had."""
    had = await connection.execute(select(func.pg_try_advisory_xact_lock(_number(holder))))
    return not had.scalar_one()


async def _let_go(connection: AsyncConnection, run_id: str, holder: str) -> None:
    try:
        async with connection.begin():
            await connection.execute(
                update(runs)
                .where(runs.c.run_id == run_id, runs.c.lease_holder == holder)
                .values(lease_holder=None, lease_until=None)
            )
            await connection.execute(select(func.pg_advisory_unlock(_number(holder))))
        await connection.close()
    except DBAPIError:
        # The server closes the session, and with it the lock, when the connection goes.
        await connection.invalidate()
        await connection.close()


def _number(holder: str) -> int:
    """The 64 bits that name the holder's advisory lock."""
    return int.from_bytes(uuid.UUID(holder).bytes[:8], signed=True)
