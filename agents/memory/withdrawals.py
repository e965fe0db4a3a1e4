"""Questions that were changed or deleted after they were asked. Each function works inside the
caller's transaction on the caller's connection."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import ColumnElement, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.journal.codec import decode, entry_of
from agents.journal.entry import ENDINGS
from agents.memory.journal.rows import append_row, lock_run
from agents.memory.runs import request_stop
from agents.memory.tables import journal, runs
from agents.turns import ThreadKey, Withdrawn


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawal:
    """One run whose question was withdrawn now."""

    run_id: str
    was_live: bool


def stands() -> ColumnElement[bool]:
    """Of a row of ``runs``: whether its question is still what was asked."""
    gone = journal.alias("gone")
    return ~exists().where(gone.c.run_id == runs.c.run_id, gone.c.kind == "withdrawn")


async def withdrawn_runs(connection: AsyncConnection, thread: ThreadKey) -> Mapping[str, Withdrawn]:
    """The runs of a thread whose question was changed or deleted, each with the last that was
    said of it."""
    rows = await connection.execute(
        select(journal.c.run_id, journal.c.payload)
        .join(runs, runs.c.run_id == journal.c.run_id)
        .where(runs.c.team == thread.team, runs.c.channel == thread.channel)
        .where(runs.c.thread == thread.thread, journal.c.kind == "withdrawn")
        .order_by(journal.c.run_id, journal.c.seq)
    )
    found: dict[str, Withdrawn] = {}
    for row in rows:
        value = decode("withdrawn", row.payload)
        assert isinstance(value, Withdrawn)
        found[row.run_id] = value
    return found


async def withdraw(
    connection: AsyncConnection, run_id: str, what: Withdrawn
) -> tuple[Withdrawal, ...]:
    """Note that the question of a run was changed or deleted, in its journal and in those of the
    runs that answer the same question: forks, and those that answer it again. A deletion goes for
    the runs of earlier wordings, too. Those that go on are asked to stop."""
    run = await lock_run(connection, run_id)
    thread = ThreadKey(run.team, run.channel, run.thread)
    before = await withdrawn_runs(connection, thread)
    parents = await _parents(connection, thread)
    if what.how == "deleted":
        parents |= {old: [*parents.get(old, ()), it.next] for old, it in before.items() if it.next}
    done: list[Withdrawal] = []
    for other in _family(run_id, parents):
        earlier = before.get(other)
        if other != run_id and earlier is not None and what.how != "deleted":
            continue
        row = await lock_run(connection, other)
        was_live = earlier.was_live if earlier else row.state not in ENDINGS
        by = "" if row.redacted_at else what.by
        value = Withdrawn(how=what.how, by=by, was_live=was_live, next=what.next)
        if earlier is not None and (earlier.how, earlier.next) == (what.how, what.next):
            continue
        await append_row(connection, other, entry_of(value))
        await request_stop(connection, other, what.by)
        done.append(Withdrawal(run_id=other, was_live=was_live))
    return tuple(done)


async def _parents(connection: AsyncConnection, thread: ThreadKey) -> dict[str, list[str]]:
    """Of each run of a thread, the runs whose question it answers, too."""
    rows = await connection.execute(
        select(runs.c.run_id, runs.c.forked_from, runs.c.question["repeats"].astext.label("again"))
        .where(runs.c.team == thread.team, runs.c.channel == thread.channel)
        .where(runs.c.thread == thread.thread)
        .order_by(runs.c.number)
    )
    return {row.run_id: [one for one in (row.forked_from, row.again) if one] for row in rows}


def _family(run_id: str, parents: Mapping[str, list[str]]) -> list[str]:
    """The run, and every run that comes from it."""
    found = [run_id]
    for one in found:
        found += [run for run, of in parents.items() if one in of and run not in found]
    return found
