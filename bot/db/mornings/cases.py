"""Cases that people want to hear of in the morning: threads, and what each was told. Each function
works on the caller's connection."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, exists, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.memory.reviews import decisions_of
from agents.memory.tables import runs
from agents.turns import ThreadKey
from bot.db.schema.tables import open_cases, told_case_changes

_DAYS = 180
"""How long after its last question a case is followed. Chosen by hand: as long as it may come back
to a board."""
_MOST_ANSWERS = 5
"""Answers of a case, the newest, of which changes are looked for. Chosen by hand."""
_TAKE = text("select pg_try_advisory_lock(727076, hashtext(:place))")
_GIVE_BACK = text("select pg_advisory_unlock(727076, hashtext(:place))")
_FORGET = text(
    "delete from told_case_changes where (team, channel, thread) not in"
    " (select team, channel, thread from open_cases)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenCase:
    """A thread whose case is followed."""

    thread: ThreadKey
    by: str
    """Who asked for it; empty if that is forgotten."""
    told_until: datetime | None
    """The morning that it was told of last; None before the first."""


@dataclass(frozen=True, slots=True)
class EndedRun:
    """A run of a case that has an answer or a gap, and since when that stands."""

    run_id: str
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class CaseChange:
    """What became of a document, as it is noted."""

    silo: str
    document: str
    change: str


async def follow(connection: AsyncConnection, thread: ThreadKey, by: str) -> bool:
    """Follow a case; False if it is followed already."""
    row = insert(open_cases).values(**asdict(thread), by=by).on_conflict_do_nothing()
    return (await connection.execute(row.returning(open_cases.c.by))).first() is not None


async def unfollow(connection: AsyncConnection, thread: ThreadKey) -> bool:
    """Follow it no longer; False if it was not followed."""
    gone = await connection.execute(delete(open_cases).where(_is_of(open_cases, thread)))
    await connection.execute(delete(told_case_changes).where(_is_of(told_case_changes, thread)))
    return gone.rowcount == 1


async def has_question(connection: AsyncConnection, thread: ThreadKey) -> bool:
    """Whether a question of this thread has its words still, and is young enough to be followed."""
    return bool((await connection.execute(select(_is_asked(thread, _DAYS)))).scalar_one())


async def cases_of_channel(
    connection: AsyncConnection, team: str, channel: str
) -> tuple[OpenCase, ...]:
    """The cases that are followed in a channel, oldest first."""
    table = open_cases
    of_channel = (table.c.team == team) & (table.c.channel == channel)
    return await _cases(connection, select(table).where(of_channel).order_by(table.c.at))


async def end_cases(connection: AsyncConnection) -> tuple[ThreadKey, ...]:
    """Follow the cases no longer that are over; those of them that still have their words."""
    place = open_cases.c
    ended = await connection.execute(
        delete(open_cases)
        .where(~_is_asked(place, _DAYS))
        .returning(place.team, place.channel, place.thread, _is_asked(place).label("has_words"))
    )
    old = tuple(ThreadKey(row.team, row.channel, row.thread) for row in ended if row.has_words)
    await connection.execute(_FORGET)
    return old


async def due_cases(connection: AsyncConnection, morning: datetime) -> tuple[OpenCase, ...]:
    """The cases that were not told of this morning yet."""
    told = open_cases.c.told_until
    is_due = told.is_(None) | (told < morning)
    return await _cases(connection, select(open_cases).where(is_due).order_by(open_cases.c.at))


@asynccontextmanager
async def hold_case(connection: AsyncConnection, case: OpenCase) -> AsyncIterator[bool]:
    """Hold a case until the block ends; False if another process holds it, or has told it. The
    connection must have no transaction: one that waits so long is ended."""
    place = {"place": f"{case.thread.team}:{case.thread.channel}:{case.thread.thread}"}
    is_taken = bool((await connection.execute(_TAKE, place)).scalar_one())
    try:
        yield is_taken and await _is_as_found(connection, case)
    finally:
        if is_taken:
            await connection.execute(_GIVE_BACK, place)


async def _is_as_found(connection: AsyncConnection, case: OpenCase) -> bool:
    told = open_cases.c.told_until
    same = _is_of(open_cases, case.thread) & told.is_not_distinct_from(case.told_until)
    return bool((await connection.execute(select(exists().where(same)))).scalar_one())


async def ended_runs(connection: AsyncConnection, thread: ThreadKey) -> tuple[EndedRun, ...]:
    """The newest runs of a thread that have an answer or a gap, and their words, newest first."""
    rows = await connection.execute(
        select(runs.c.run_id, runs.c.ended_at)
        .where(_is_of(runs, thread), runs.c.state.in_(("answer", "abstention")))
        .where(runs.c.redacted_at.is_(None), runs.c.redact_for.is_(None))
        .order_by(runs.c.number.desc())
        .limit(_MOST_ANSWERS)
    )
    return tuple(EndedRun(row.run_id, row.ended_at) for row in rows)


async def last_board(connection: AsyncConnection, thread: ThreadKey) -> datetime | None:
    """When what a board decided in this thread was recorded last."""
    found = await connection.execute(select(runs.c.run_id).where(_is_of(runs, thread)))
    decided = await decisions_of(connection, found.scalars().all())
    return max((each.at for each in decided.values()), default=None)


async def last_look(connection: AsyncConnection, thread: ThreadKey) -> datetime | None:
    """When was looked last what has changed for a case; None if that has not been done."""
    found = select(open_cases.c.looked_at).where(_is_of(open_cases, thread))
    return (await connection.execute(found)).scalar_one_or_none()


async def note_told(
    connection: AsyncConnection, case: OpenCase, morning: datetime, *, has_looked: bool
) -> bool:
    """Note that a case is told of this morning; False if another process has done so, or it is
    followed no longer. ``has_looked``: whether it was seen what has changed."""
    told = open_cases.c.told_until
    looked = {"looked_at": func.clock_timestamp()} if has_looked else {}
    noted = await connection.execute(
        update(open_cases)
        .where(_is_of(open_cases, case.thread), told.is_not_distinct_from(case.told_until))
        .values(told_until=morning, **looked)
    )
    return noted.rowcount == 1


async def note_changes(
    connection: AsyncConnection, thread: ThreadKey, changes: Sequence[CaseChange]
) -> frozenset[CaseChange]:
    """Note that the case is told of these; those of which it was not told before."""
    if not changes:
        return frozenset()
    table = told_case_changes
    rows = [
        {**asdict(thread), "silo": each.silo, "document": each.document, "change": each.change}
        for each in dict.fromkeys(changes)
    ]
    noted = await connection.execute(
        insert(table)
        .values(rows)
        .on_conflict_do_nothing()
        .returning(table.c.silo, table.c.document, table.c.change)
    )
    return frozenset(CaseChange(row.silo, row.document, row.change) for row in noted)


async def _cases(connection: AsyncConnection, query: Any) -> tuple[OpenCase, ...]:
    return tuple(
        OpenCase(
            thread=ThreadKey(row.team, row.channel, row.thread),
            by=row.by,
            told_until=row.told_until,
        )
        for row in await connection.execute(query)
    )


def _is_asked(thread: Any, days: int | None = None) -> Any:
    """Whether a thread, or that of a row, has a question with its words, not older than so many
    days."""
    asked = exists().where(_is_of(runs, thread))
    asked = asked.where(runs.c.redacted_at.is_(None), runs.c.redact_for.is_(None))
    if days is None:
        return asked
    oldest = func.clock_timestamp() - func.make_interval(0, 0, 0, days)
    return asked.where(runs.c.opened_at > oldest)


def _is_of(table: Any, thread: Any) -> Any:
    return (
        (table.c.team == thread.team)
        & (table.c.channel == thread.channel)
        & (table.c.thread == thread.thread)
    )
