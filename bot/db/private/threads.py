"""What hangs in direct messages below an answer that one person alone has seen."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.memory.tables import runs
from agents.turns import ThreadKey
from bot.db import inbox


async def case_above(
    connection: AsyncConnection, thread: ThreadKey, ts: str
) -> tuple[str, str] | None:
    """Channel and thread of the question that the message above ``ts`` answers; None if it answers
    none of another place."""
    if not thread.channel.startswith("D") or thread.thread == ts:
        return None
    run_id = await inbox.run_of_message(connection, thread.team, thread.channel, thread.thread)
    place = await inbox.place_of_run(connection, run_id) if run_id else None
    return None if place == (thread.channel, thread.thread) else place


async def channel_of_run(connection: AsyncConnection, run_id: str) -> str:
    """Where the run was asked for; empty if there is no such run."""
    found = await connection.scalars(select(runs.c.channel).where(runs.c.run_id == run_id))
    return found.one_or_none() or ""
