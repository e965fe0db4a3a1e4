"""Which runs came with a file of Slack, so that its deletion finds them. Each function works inside
the caller's transaction on the caller's connection."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Text, cast, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.memory.tables import journal, runs
from agents.turns import Attachment, ThreadKey
from bot.db.schema.tables import run_files


async def remember(
    connection: AsyncConnection, run_id: str, attachments: Sequence[Attachment]
) -> None:
    """Note the files that came with a run."""
    ids = [each.id for each in attachments if each.id]
    if not ids:
        return
    of_run = select(runs.c.team).where(runs.c.run_id == run_id)
    team = (await connection.execute(of_run)).scalar_one()
    rows = [{"team": team, "file_id": each, "run_id": run_id} for each in ids]
    await connection.execute(insert(run_files).on_conflict_do_nothing(), rows)


async def runs_with(
    connection: AsyncConnection, team: str, file_id: str
) -> tuple[tuple[str, ThreadKey], ...]:
    """The runs that a file came with, each with its thread."""
    found = await connection.execute(
        select(runs.c.run_id, runs.c.team, runs.c.channel, runs.c.thread)
        .join(run_files, run_files.c.run_id == runs.c.run_id)
        .where(run_files.c.team == team, run_files.c.file_id == file_id)
        .order_by(runs.c.number)
    )
    return tuple((row.run_id, ThreadKey(row.team, row.channel, row.thread)) for row in found)


async def replies_quoting(
    connection: AsyncConnection, thread: ThreadKey, name: str
) -> tuple[str, ...]:
    """The runs of a thread that ended in a reply with words of a file of this name."""
    found = await connection.execute(
        select(runs.c.run_id)
        .join(journal, journal.c.run_id == runs.c.run_id)
        .where(runs.c.team == thread.team, runs.c.channel == thread.channel)
        .where(runs.c.thread == thread.thread, journal.c.kind == "reply")
        .where(cast(journal.c.payload, Text).contains(f'"name": "{name}', autoescape=True))
        .order_by(runs.c.number)
    )
    return tuple(found.scalars())
