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
from typing import Any

from sqlalchemy import BigInteger, Row, bindparam, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.errors import JournalConflict, LeaseLost, MemoryUnavailable
from agents.facts.read_sheet import Message
from agents.journal.entry import ENDINGS, Entry, Event, LeaseState
from agents.memory import recall
from agents.memory.db_errors import translate_memory_errors
from agents.memory.journal.head import Head, read_run, write_row
from agents.memory.journal.rows import events_after, written_row
from agents.memory.tables import runs
from agents.turns import ThreadKey, Turn
from retrieval.errors import DatabaseUnavailable
from retrieval.sql import Database, DriverConnection, driver_of, translate_database_errors

LEASE_SECONDS = 10.0
"""How long a holder that hangs keeps a run. Chosen by hand."""
WAIT_SECONDS = 0.2
"""Between two looks at a run that another worker holds. Chosen by hand."""

# Built once: building a statement costs more than running it.
_OF_RUN = update(runs).where(runs.c.run_id == bindparam("of"))
_HELD = {
    "lease_holder": bindparam("holder"),
    "lease_until": func.clock_timestamp() + timedelta(seconds=LEASE_SECONDS),
}
# The lock is had before anybody can read the holder's name: that is when the statement commits.
_TAKEN = (
    runs.c.stop_requested_by,
    runs.c.last_seq,
    func.pg_advisory_lock(bindparam("lock", type_=BigInteger)),
)
_CLAIM = (
    _OF_RUN.where(
        or_(
            runs.c.lease_holder.is_(None),
            runs.c.lease_until.is_(None),
            runs.c.lease_until < func.clock_timestamp(),
        )
    )
    .values(_HELD)
    .returning(*_TAKEN)
)
_TAKE_OVER = (
    _OF_RUN.where(runs.c.lease_holder.is_not_distinct_from(bindparam("dead")))
    .values(_HELD)
    .returning(*_TAKEN)
)
_MINE = _OF_RUN.where(runs.c.lease_holder == bindparam("holder"))
_RENEW = _MINE.values(lease_until=_HELD["lease_until"]).returning(
    runs.c.stop_requested_by, runs.c.last_seq
)
_READ = select(runs.c.stop_requested_by, runs.c.last_seq).where(
    runs.c.run_id == bindparam("of"), runs.c.lease_holder == bindparam("holder")
)
# All locks of the session: it has that of the holder, or none if it never held the run.
_RELEASE = select(func.pg_advisory_unlock_all()).add_cte(
    _MINE.values(lease_holder=None, lease_until=None).cte("released")
)


class Lease:
    """The right to write one run's journal. Implements :class:`agents.journal.entry.Journal`."""

    def __init__(
        self,
        connection: AsyncConnection,
        driver: DriverConnection,
        run_id: str,
        holder: str,
        taken: Row[Any],
    ) -> None:
        """``connection`` is the holder's own, in autocommit: each statement stands alone.
        ``driver`` is the same one as the driver has it. ``taken``: the run's row as it was taken
        over."""
        self._connection = connection
        self._driver = driver
        self._run_id = run_id
        self._holder = holder
        self._state = LeaseState(taken.stop_requested_by)
        self._head = Head(0, "")
        self._last_seq: int = taken.last_seq
        self._one_at_a_time = asyncio.Lock()

    @property
    def run_id(self) -> str:
        return self._run_id

    @property
    def last_seq(self) -> int:
        """The newest row that the holder has heard of; people may have added it."""
        return self._last_seq

    @property
    def state(self) -> LeaseState:
        """As it was last read; first when the run was taken."""
        return self._state

    async def load_after(self, seq: int) -> tuple[Event, ...]:
        """The rows after *seq*; people may have added facts or reviews."""
        async with self._alone() as connection:
            events = await events_after(connection, self._run_id, seq)
            if events:
                self._move_head(Head(events[-1].seq, events[-1].hash))
            return events

    async def thread_before(
        self, thread: ThreadKey
    ) -> tuple[tuple[Turn, ...], tuple[Message, ...]]:
        """The turns of a thread before the run, and what people had said by then, oldest first."""
        async with self._alone() as connection:
            return await recall.thread_before(connection, thread, self._run_id)

    async def append(self, entry: Entry) -> Event:
        """Write a row, durable on return. Raises :class:`LeaseLost` when it was taken over,
        :class:`JournalConflict` when the run has ended."""
        async with self._alone() as connection:
            while (event := await self._write(entry)) is None:
                run = await read_run(connection, self._run_id)
                if run.lease_holder != self._holder:
                    raise LeaseLost(self._run_id)
                if (written := await written_row(connection, self._run_id, entry)) is not None:
                    return written
                if run.state in ENDINGS:
                    raise JournalConflict(f"the run {self._run_id} has ended")
                self._move_head(Head(run.last_seq, run.last_hash))
            self._move_head(Head(event.seq, event.hash))
            return event

    async def read_state(self, *, renew: bool) -> LeaseState:
        """Whether somebody asked to stop. Raises :class:`LeaseLost` when it was taken over."""
        values = {"of": self._run_id, "holder": self._holder}
        async with self._alone() as connection:
            row = (await connection.execute(_RENEW if renew else _READ, values)).first()
        if row is None:
            raise LeaseLost(self._run_id)
        self._last_seq = max(self._last_seq, row.last_seq)
        self._state = LeaseState(row.stop_requested_by)
        return self._state

    async def _write(self, entry: Entry) -> Event | None:
        return await write_row(
            self._driver, self._run_id, entry, holder=self._holder, head=self._head
        )

    def _move_head(self, head: Head) -> None:
        self._head = head
        self._last_seq = max(self._last_seq, head.seq)

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[AsyncConnection]:
        async with self._one_at_a_time:
            if self._connection.invalidated:
                # With the connection the holder's lock is gone: another worker may have the run.
                raise MemoryUnavailable
            with translate_memory_errors():
                yield self._connection


@asynccontextmanager
async def take_lease(database: Database, run_id: str) -> AsyncIterator[Lease]:
    """Wait until nobody else holds the run, then hold it until the block is left."""
    holder = uuid.uuid4().hex
    with translate_memory_errors():
        connection = await database.connection()
    try:
        with translate_memory_errors():
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            # The holder may be another process: there is nothing here to be woken by.
            while (taken := await _claim(connection, run_id, holder)) is None:  # noqa: ASYNC110
                await asyncio.sleep(WAIT_SECONDS)
            driver = await driver_of(connection)
        yield Lease(connection, driver, run_id, holder, taken)
    finally:
        await asyncio.shield(_let_go(connection, run_id, holder))


async def _claim(connection: AsyncConnection, run_id: str, holder: str) -> Row[Any] | None:
    """Hold the run if it is free, if its lease ran out, or if its holder's connection is gone."""
    values = {"of": run_id, "holder": holder, "lock": _number(holder)}
    if (taken := (await connection.execute(_CLAIM, values)).first()) is not None:
        return taken
    run = await read_run(connection, run_id)
    if run.lease_holder and await _lives(connection, run.lease_holder):
        return None
    # Only from that holder: another worker may have found the same and been faster.
    taken_over = await connection.execute(_TAKE_OVER, {**values, "dead": run.lease_holder})
    return taken_over.first()


async def _lives(connection: AsyncConnection, holder: str) -> bool:
    """Whether the connection of a holder is still open: then its lock cannot be had."""
    had = await connection.execute(select(func.pg_try_advisory_xact_lock(_number(holder))))
    return not had.scalar_one()


async def _let_go(connection: AsyncConnection, run_id: str, holder: str) -> None:
    try:
        with translate_database_errors():
            # A worker that was told to go between two queries has left its transaction open.
            await connection.rollback()
            await connection.execute(_RELEASE, {"of": run_id, "holder": holder})
            # A connection that was broken off and made anew is not in autocommit.
            await connection.commit()
            await connection.close()
    except DatabaseUnavailable:
        # The server closes the session, and with it the lock, when the connection goes.
        await connection.invalidate()
        await connection.close()


def _number(holder: str) -> int:
    """The 64 bits that name the holder's advisory lock."""
    return int.from_bytes(uuid.UUID(holder).bytes[:8], signed=True)
