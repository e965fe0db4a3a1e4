"""Who has opened their Home. Each function works on the caller's connection."""

from __future__ import annotations

from sqlalchemy import exists, func, or_, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.memory.tables import runs
from bot.db import inbox, outbox
from bot.db.outbox import Outgoing
from bot.db.schema.tables import homes
from retrieval.sql import Database

_RENEWED_DAYS = 14
"""How long after it was opened a Home is renewed when a question of its person ends. Chosen by
hand: who has not looked for so long sees it anew when they look."""


async def was_opened(connection: AsyncConnection, team: str, person: str) -> bool:
    """Whether somebody has opened their Home before."""
    known = exists().where(homes.c.team == team, homes.c.person == person)
    return bool((await connection.execute(select(known))).scalar_one())


async def is_new(database: Database, team: str, person: str) -> bool:
    """Whether somebody has neither asked anything nor opened their Home before."""
    opened = exists().where(homes.c.team == team, homes.c.person == person)
    asked = exists().where(runs.c.team == team, runs.c.asker == person)
    async with database.statements() as connection:
        return not (await connection.execute(select(or_(opened, asked)))).scalar_one()


async def person_of_run(connection: AsyncConnection, run_id: str) -> tuple[str, str] | None:
    """Team and person whose Home is to be renewed since this run has ended; None if there is
    none."""
    recently = func.clock_timestamp() - text(f"interval '{_RENEWED_DAYS} days'")
    row = (
        await connection.execute(
            select(runs.c.team, runs.c.asker)
            .join(homes, (homes.c.team == runs.c.team) & (homes.c.person == runs.c.asker))
            .where(runs.c.run_id == run_id, homes.c.opened_at > recently)
        )
    ).one_or_none()
    return None if row is None else (row.team, row.asker)


async def finish_opening(
    database: Database, row: int, team: str, person: str, page: Outgoing
) -> None:
    """The event is done: the page is owed, and it is noted that the person has opened it."""
    async with database.transaction() as connection:
        if not await inbox.claim(connection, row):
            return
        note = insert(homes).values(team=team, person=person)
        again = {"opened_at": func.clock_timestamp()}
        await connection.execute(
            note.on_conflict_do_update(index_elements=["team", "person"], set_=again)
        )
        await outbox.put(connection, [page])
        await inbox.mark_routed(connection, row, "home")
