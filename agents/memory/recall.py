"""Conversational memory: the earlier questions of a thread and how they ended."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.memory.tables import runs, turns
from agents.turns import ThreadKey, Turn


async def recall(
    connection: AsyncConnection, thread: ThreadKey, before_run: str | None, limit: int
) -> tuple[Turn, ...]:
    """The last *limit* turns of a thread, oldest first; only those asked before *before_run*."""
    query = select(turns).where(
        turns.c.team == thread.team,
        turns.c.channel == thread.channel,
        turns.c.thread == thread.thread,
    )
    if before_run is not None:
        number = select(runs.c.number).where(runs.c.run_id == before_run).scalar_subquery()
        query = query.where(turns.c.number < number)
    rows = (await connection.execute(query.order_by(turns.c.number.desc()).limit(limit))).all()
    return tuple(
        Turn(run_id=row.run_id, question=row.question, answer=row.answer, outcome=row.outcome)
        for row in reversed(rows)
    )
