"""How many questions may be asked in a channel, and how many were."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.elements import ColumnElement

from agents.memory.tables import runs
from agents.turns import Question

DAY = timedelta(days=1)
_ONE_AT_A_TIME = text("select pg_advisory_xact_lock(727075, hashtext(:place))")
"""Two questions of a channel are counted one after the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyLimits:
    """How many questions may be asked in 24 hours; None means no limit."""

    channel: int | None = None
    person: int | None = None


NO_LIMITS = DailyLimits()


@dataclass(frozen=True, slots=True)
class ReachedLimit:
    """Whose limit is reached, how high it is, and when the next question may be asked."""

    whose: Literal["channel", "person"]
    limit: int
    until: datetime


async def limit_reached(
    connection: AsyncConnection, question: Question, limits: DailyLimits
) -> ReachedLimit | None:
    """The limit that another question would break, if any. Until the transaction ends nobody else
    counts in the channel."""
    if limits == NO_LIMITS:
        return None
    thread = question.thread
    place = f"{thread.team}:{thread.channel}"
    await connection.execute(_ONE_AT_A_TIME, {"place": place})
    here = (runs.c.team == thread.team) & (runs.c.channel == thread.channel)
    mine = here & (runs.c.asker == question.asker)
    return await _find_limit(connection, "channel", here, limits.channel) or await _find_limit(
        connection, "person", mine, limits.person
    )


async def _find_limit(
    connection: AsyncConnection,
    whose: Literal["channel", "person"],
    asked: ColumnElement[bool],
    limit: int | None,
) -> ReachedLimit | None:
    if limit is None:
        return None
    newest = (
        select(runs.c.opened_at)
        .where(asked, runs.c.opened_at > func.clock_timestamp() - DAY)
        .order_by(runs.c.opened_at.desc())
        .limit(limit)
    )
    found = (await connection.execute(newest)).scalars().all()
    # Of as many questions as are allowed, the oldest has to be a day old.
    return ReachedLimit(whose, limit, found[-1] + DAY) if len(found) == limit else None
