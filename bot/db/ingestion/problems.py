"""What went wrong in batches, from whichever process, until the ingestions have told it.

Each ingestion tells what was noted of its own documents while it ran, and takes nothing away:
another one may have queued the same documents, and tells them, too."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert

from bot.db.schema.tables import ingestion_problems
from retrieval.ingestion.problems import Problem
from retrieval.sql import Database

KEPT = timedelta(days=7)
"""How long they are kept. Chosen by hand: no ingestion runs for longer."""


async def note_problems(
    database: Database, queue: str, problems: Sequence[Problem], *, of_all: bool = False
) -> None:
    """Keep them; of one document the newest. ``of_all``: every document of the stage has it."""
    if not problems:
        return
    rows = {
        each.path: {"queue": queue, "path": each.path, "reason": each.reason, "of_all": of_all}
        for each in problems
    }
    adding = insert(ingestion_problems).values(list(rows.values()))
    newest = adding.on_conflict_do_update(
        index_elements=["queue", "path"],
        set_={
            "reason": adding.excluded.reason,
            "of_all": adding.excluded.of_all,
            "noted_at": func.clock_timestamp(),
        },
    )
    async with database.transaction() as connection:
        await connection.execute(newest)


async def begin_noting(database: Database) -> datetime:
    """From when on an ingestion that begins now has problems of its own. Those that are old go."""
    old = delete(ingestion_problems).where(
        ingestion_problems.c.noted_at < func.clock_timestamp() - KEPT
    )
    async with database.transaction() as connection:
        await connection.execute(old)
        began: datetime = (await connection.execute(select(func.clock_timestamp()))).scalar_one()
        return began


async def problems_since(
    database: Database, queue: str, began: datetime, paths: Collection[str]
) -> tuple[Problem, ...]:
    """What was noted from then on of these documents, or of all, sorted."""
    noted = ingestion_problems.c
    asked = select(noted.path, noted.reason, noted.of_all).where(
        noted.queue == queue, noted.noted_at >= began
    )
    async with database.statements() as connection:
        rows = (await connection.execute(asked)).all()
    own = sorted((path, reason) for path, reason, of_all in rows if of_all or path in paths)
    return tuple(Problem(path, reason) for path, reason in own)
