"""How many questions may be asked in a channel, what the calls of models for them may use up, and
how much of it is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.elements import ColumnElement

from agents.memory.tables import journal, runs
from agents.turns import Question

DAY = timedelta(days=1)
_ONE_AT_A_TIME = text("select pg_advisory_xact_lock(727075, hashtext(:place))")
"""Two questions of a channel are counted one after the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyLimits:
    """How many questions may be asked in 24 hours; None means no limit."""

    channel: int | None = None
    person: int | None = None
    tokens: int | None = None
    """Input and output tokens of all model calls for questions of the channel, after which none
    may be asked. The runs that go on then end by limits of their own."""


NO_LIMITS = DailyLimits()


@dataclass(frozen=True, slots=True)
class ReachedLimit:
    """Whose limit is reached, how high it is, and when the next question may be asked."""

    whose: Literal["channel", "person", "tokens"]
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
    return (
        await _find_limit(connection, "channel", here, limits.channel)
        or await _find_limit(connection, "person", mine, limits.person)
        or await _find_token_limit(connection, here, limits.tokens)
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


async def _find_token_limit(
    connection: AsyncConnection, asked: ColumnElement[bool], limit: int | None
) -> ReachedLimit | None:
    if limit is None:
        return None
    used = journal.c.input_tokens + journal.c.output_tokens
    since = func.sum(used).over(order_by=(journal.c.at.desc(), journal.c.run_id, journal.c.seq))
    # A run that ended before has used nothing since.
    is_late = runs.c.ended_at.is_(None) | (runs.c.ended_at > func.clock_timestamp() - DAY)
    calls = (
        select(journal.c.at, since.label("since"))
        .join(runs, runs.c.run_id == journal.c.run_id)
        .where(asked, is_late, used > 0, journal.c.at > func.clock_timestamp() - DAY)
        .subquery()
    )
    # The newest call with which the limit was reached, counted from now, has to be a day old.
    newest = select(func.max(calls.c.at)).where(calls.c.since >= limit)
    at = (await connection.execute(newest)).scalar_one_or_none()
    return None if at is None else ReachedLimit("tokens", limit, at + DAY)
