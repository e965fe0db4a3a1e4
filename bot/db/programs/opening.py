"""Takes the question of a program into the inbox and opens its run, in one transaction."""

from __future__ import annotations

from sqlalchemy import select

from agents.memory.journal.head import open_row
from agents.memory.tables import runs
from agents.turns import Question
from bot.db import inbox
from bot.db.channels.limits import DailyLimits, ReachedLimit, limit_reached
from retrieval.sql import Database

KIND = "program"
"""The kind of such an event, in the inbox."""


async def open_question(
    database: Database, run_id: str, question: Question, allowed: DailyLimits
) -> ReachedLimit | None:
    """Open a run for the question, or say which limit it would break. Nothing is queued: who takes
    the question also answers it."""
    thread = question.thread
    async with database.transaction() as connection:
        reached = await limit_reached(connection, question, allowed)
        arrival = inbox.Arrival(
            event_id=f"{thread.team}:{run_id}",
            team=thread.team,
            channel=thread.channel,
            sender=question.asker,
            thread_ts=thread.thread,
            payload={inbox.ABOUT: {"kind": KIND}},
        )
        row = await inbox.store(connection, arrival)
        if reached is None:
            await open_row(connection, run_id, question)
        if row is not None:
            refused = reached is not None
            decision, run = ("refused", None) if refused else ("ask", run_id)
            await inbox.mark_routed(connection, row, decision, run)
        return reached


async def is_run_of(database: Database, run_id: str, team: str, client: str) -> bool:
    """Whether the client asked the run."""
    async with database.statements() as connection:
        found = await connection.execute(
            select(runs.c.run_id)
            .where(runs.c.run_id == run_id)
            .where(runs.c.team == team, runs.c.channel == client)
        )
        return found.first() is not None
