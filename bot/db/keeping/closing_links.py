"""Which runs' links to passages were closed. Those of a later question in the same thread open."""

from __future__ import annotations

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.memory.tables import runs
from bot.db.keeping.forgetting import Selection, chosen_runs
from bot.db.schema.tables import closed_links
from retrieval.sql import Database


async def close_links(database: Database, what: Selection) -> int:
    """The links of these runs open nothing any more; how many runs there are."""
    async with database.transaction() as connection:
        wanted = select(runs.c.run_id).where(runs.c.run_id.in_(chosen_runs(what)))
        given = insert(closed_links).from_select(["run_id"], wanted)
        await connection.execute(given.on_conflict_do_nothing())
        return await _number_of(connection, what)


async def open_links(database: Database, what: Selection) -> int:
    """They open again."""
    async with database.transaction() as connection:
        await connection.execute(
            delete(closed_links).where(closed_links.c.run_id.in_(chosen_runs(what)))
        )
        return await _number_of(connection, what)


async def are_closed(connection: AsyncConnection, run_id: str) -> bool:
    """Whether somebody closed the links of a run."""
    query = select(closed_links.c.run_id).where(closed_links.c.run_id == run_id)
    return (await connection.execute(query)).first() is not None


async def _number_of(connection: AsyncConnection, what: Selection) -> int:
    chosen = chosen_runs(what).subquery()
    return (await connection.scalars(select(func.count()).select_from(chosen))).one()
