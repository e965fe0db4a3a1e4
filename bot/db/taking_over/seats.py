"""What a statement looks at so that only the process that leads now changes anything."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import bindparam, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db.schema.tables import seats
from retrieval.sql import Database


class SeatLost(Exception):
    """Another process is the sender, so this one changes nothing any more."""


_SEAT = select(seats.c.generation).where(
    seats.c.name == "sender", seats.c.generation == bindparam("seat")
)
# Shared: nobody is unseated between this look and the end of the transaction.
_SHARED = _SEAT.with_for_update(read=True)


def seat_is_held() -> Any:
    """The condition, for a statement that is a transaction of its own, that the generation ``seat``
    still leads."""
    return exists(select(_SHARED.cte("seat_held").c.generation))


@asynccontextmanager
async def leaders_transaction(
    database: Database, generation: int
) -> AsyncIterator[AsyncConnection]:
    """A transaction in which nobody else begins to lead. Raises :class:`SeatLost`."""
    async with database.transaction() as connection:
        if (await connection.execute(_SHARED, {"seat": generation})).first() is None:
            raise SeatLost
        yield connection
