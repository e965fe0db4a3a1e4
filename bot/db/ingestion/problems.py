"""What went wrong in batches, from whichever process, until the ingestion tells it."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert

from bot.db.schema.tables import ingestion_problems
from retrieval.ingestion.problems import Problem
from retrieval.sql import Database


async def note_problems(database: Database, queue: str, problems: Sequence[Problem]) -> None:
    """Keep them; of one document the newest."""
    if not problems:
        return
    rows = {
        each.path: {"queue": queue, "path": each.path, "reason": each.reason} for each in problems
    }
    adding = insert(ingestion_problems).values(list(rows.values()))
    newest = adding.on_conflict_do_update(
        index_elements=["queue", "path"], set_={"reason": adding.excluded.reason}
    )
    async with database.transaction() as connection:
        await connection.execute(newest)


async def take_problems(database: Database, queue: str) -> tuple[Problem, ...]:
    """All that are kept, sorted; they are not kept any longer."""
    taking = (
        delete(ingestion_problems)
        .where(ingestion_problems.c.queue == queue)
        .returning(ingestion_problems.c.path, ingestion_problems.c.reason)
    )
    async with database.transaction() as connection:
        rows = (await connection.execute(taking)).all()
    return tuple(Problem(path, reason) for path, reason in sorted(tuple(row) for row in rows))
