"""What a statement looks at so that only the process that leads now changes anything."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import bindparam, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db.schema.tables import leaders
from retrieval.sql import Database


class LeadershipLost(Exception):
    """Another process is the sender, so this one changes nothing any more."""


_LEADER = select(leaders.c.generation).where(
    leaders.c.name == "sender", leaders.c.generation == bindparam("leads_as")
)
# Shared: nobody is replaced between this look and the end of the transaction.
_SHARED = _LEADER.with_for_update(read=True)


def still_leads() -> Any:
    """The condition, for a statement that is a transaction of its own, that the generation
    ``leads_as`` still leads."""
    return exists(select(_SHARED.cte("leader").c.generation))


@asynccontextmanager
async def leaders_transaction(
    database: Database, generation: int
) -> AsyncIterator[AsyncConnection]:
    """A transaction in which nobody else begins to lead. Raises :class:`LeadershipLost`."""
    async with database.transaction() as connection:
        if (await connection.execute(_SHARED, {"leads_as": generation})).first() is None:
            raise LeadershipLost
        yield connection
