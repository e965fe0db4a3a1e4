"""Conversational memory: the earlier questions of a thread and how they ended."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.facts.reading import Message
from agents.journal.codec import decode
from agents.journal.messages_of_run import messages_of
from agents.memory.forks import line_of
from agents.memory.rows import events_of
from agents.memory.tables import journal, runs, turns
from agents.memory.withdrawals import stands
from agents.turns import NO_DISCUSSION, Discussion, Question, ThreadKey, Turn

MESSAGES_READ = 200
"""Questions and facts of a thread from which the fact sheet is read, newest ones. Chosen by hand:
more than a tumor board says in a thread, and it bounds the work."""


async def recall(
    connection: AsyncConnection, thread: ThreadKey, before_run: str | None, limit: int
) -> tuple[Turn, ...]:
    """The last *limit* turns of a thread, oldest first; only those asked before *before_run*, and
    not the one it was forked from, which it goes on in its place. None whose question was changed
    or deleted since, and none that somebody else alone has seen."""
    query = (
        select(turns)
        .join(runs, runs.c.run_id == turns.c.run_id)
        .where(
            turns.c.team == thread.team,
            turns.c.channel == thread.channel,
            turns.c.thread == thread.thread,
            stands(),
            _is_seen_by(before_run),
        )
    )
    if before_run is not None:
        number = select(runs.c.number).where(runs.c.run_id == before_run).scalar_subquery()
        query = query.where(turns.c.number < number, turns.c.run_id.not_in(line_of(before_run)))
    rows = (await connection.execute(query.order_by(turns.c.number.desc()).limit(limit))).all()
    return tuple(
        Turn(run_id=row.run_id, question=row.question, answer=row.answer, outcome=row.outcome)
        for row in reversed(rows)
    )


async def runs_at(connection: AsyncConnection, channel: str, thread: str) -> tuple[str, ...]:
    """The runs of the thread with this root, oldest first, but for those whose question was changed
    or deleted, or whose words are gone."""
    query = (
        select(runs.c.run_id)
        .where(runs.c.channel == channel, runs.c.thread == thread)
        .where(runs.c.redact_for.is_(None), stands())
        .order_by(runs.c.number)
    )
    return tuple((await connection.execute(query)).scalars())


def _is_seen_by(run_id: str | None) -> ColumnElement[bool]:
    """Of a row of ``runs``: whether who asked this run may know what it said."""
    noted, own = journal.alias("noted"), runs.alias("own")
    is_open = func.coalesce(runs.c.question["private_in"].astext, "") == ""
    published = exists().where(noted.c.run_id == runs.c.run_id, noted.c.kind == "published")
    asker = select(own.c.asker).where(own.c.run_id == run_id).scalar_subquery()
    return or_(is_open, published, runs.c.asker == asker)


async def thread_messages(
    connection: AsyncConnection, thread: ThreadKey, before_run: str
) -> tuple[Message, ...]:
    """What people said in a thread before a run was asked for, oldest first: questions, their
    files, and facts that were added. All of them count, whatever became of their runs, but for a
    question that was changed or deleted since."""
    number = select(runs.c.number).where(runs.c.run_id == before_run).scalar_subquery()
    query = (
        select(journal)
        .join(runs, runs.c.run_id == journal.c.run_id)
        .where(
            runs.c.team == thread.team,
            runs.c.channel == thread.channel,
            runs.c.thread == thread.thread,
            runs.c.number < number,
            runs.c.run_id.not_in(line_of(before_run)),
            or_(journal.c.kind == "fact", and_(journal.c.kind == "question", stands())),
        )
        .order_by(journal.c.at.desc())
        .limit(MESSAGES_READ)
    )
    rows = (await connection.execute(query)).all()
    return messages_of(events_of(rows[::-1]), "earlier question")


async def last_discussion(connection: AsyncConnection, thread: ThreadKey) -> Discussion:
    """What was read of a thread for its newest question."""
    query = (
        select(runs.c.question)
        .where(
            runs.c.team == thread.team,
            runs.c.channel == thread.channel,
            runs.c.thread == thread.thread,
        )
        .order_by(runs.c.number.desc())
        .limit(1)
    )
    payload = (await connection.execute(query)).scalar_one_or_none()
    question = decode("question", payload) if payload else None
    return question.discussion if isinstance(question, Question) else NO_DISCUSSION
