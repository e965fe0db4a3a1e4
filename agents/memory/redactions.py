"""Taking words out of runs. Each function works inside the caller's transaction on the caller's
connection.

A run is marked first, and its words go when it has ended: one that goes on would write more. With a
run go its forks, since their first rows are its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import bindparam, delete, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.selectable import Select

from agents.journal.codec import entry_of
from agents.journal.entry import ENDINGS, Entry
from agents.journal.hash_chain import rows_to_note
from agents.journal.redaction import redact, redact_files, redact_person
from agents.memory.journal.rows import append_row, events_after, lock_run
from agents.memory.tables import journal, runs, turns
from agents.turns import Redacted, ThreadKey, WhyRedacted

_CUT = (
    update(journal)
    .where(journal.c.run_id == bindparam("of"), journal.c.seq == bindparam("at_seq"))
    .values(payload=bindparam("left", type_=JSONB))
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RedactedRun:
    """A run whose words were taken out now."""

    run_id: str
    thread: ThreadKey
    why: WhyRedacted


def with_forks(run_ids: Sequence[str] | Select[tuple[str]]) -> Select[tuple[str]]:
    """These runs, and all that were forked from them, by id."""
    line = select(runs.c.run_id).where(runs.c.run_id.in_(run_ids)).cte("forks", recursive=True)
    line = line.union(select(runs.c.run_id).join(line, runs.c.forked_from == line.c.run_id))
    return select(line.c.run_id)


async def ids_with_forks(
    connection: AsyncConnection, run_ids: Sequence[str] | Select[tuple[str]]
) -> tuple[str, ...]:
    """The same, looked up."""
    return tuple(str(row.run_id) for row in await connection.execute(with_forks(run_ids)))


async def mark(
    connection: AsyncConnection, run_ids: Sequence[str] | Select[tuple[str]], why: WhyRedacted
) -> int:
    """Note that the words of these runs and of their forks are to go as soon as they have ended;
    of how many that is new. What was deleted in Slack stays marked so: its replies go, too."""
    is_new: ColumnElement[bool] = runs.c.redact_for.is_(None)
    if why == "deleted":
        is_new = or_(is_new, runs.c.redact_for != why)
    found = await connection.execute(
        update(runs)
        .where(runs.c.run_id.in_(with_forks(run_ids)), runs.c.redacted_at.is_(None), is_new)
        .values(redact_for=why)
    )
    return found.rowcount


async def redacted_runs(connection: AsyncConnection, thread: ThreadKey) -> frozenset[str]:
    """The runs of a thread whose words are gone, or are to go."""
    found = await connection.scalars(
        select(runs.c.run_id)
        .where(runs.c.team == thread.team, runs.c.channel == thread.channel)
        .where(runs.c.thread == thread.thread, runs.c.redact_for.is_not(None))
    )
    return frozenset(found.all())


async def marked_runs(connection: AsyncConnection, limit: int) -> tuple[str, ...]:
    """Runs whose words are to go and that have ended, as have their forks; oldest first."""
    forks = runs.alias("forks")
    goes_on = exists().where(forks.c.forked_from == runs.c.run_id, forks.c.state.not_in(ENDINGS))
    found = await connection.execute(
        select(runs.c.run_id)
        .where(runs.c.redact_for.is_not(None), runs.c.redacted_at.is_(None))
        .where(runs.c.state.in_(ENDINGS), runs.c.lease_holder.is_(None), ~goes_on)
        .order_by(runs.c.number)
        .limit(limit)
    )
    return tuple(found.scalars())


async def redact_run(connection: AsyncConnection, run_id: str) -> RedactedRun | None:
    """Take the words out of a marked run: of its journal, of its row and of the turns of its
    thread. None if it goes on, or nothing is left to do."""
    run = await lock_run(connection, run_id)
    why: WhyRedacted | None = run.redact_for
    if why is None or run.redacted_at is not None or run.state not in ENDINGS:
        return None
    await _take_out(connection, run_id, redact, Redacted(why=why, rows=()))
    await connection.execute(delete(turns).where(turns.c.run_id == run_id))
    await connection.execute(
        update(runs)
        .where(runs.c.run_id == run_id)
        .values(asker="", stop_requested_by=None, redacted_at=func.clock_timestamp())
    )
    return RedactedRun(run_id=run_id, thread=ThreadKey(run.team, run.channel, run.thread), why=why)


async def forget_files(connection: AsyncConnection, run_id: str) -> None:
    """Take the texts of the files out that came with a run."""
    await _take_out(connection, run_id, redact_files, Redacted(why="age", rows=(), is_whole=False))


async def forget_person(connection: AsyncConnection, run_id: str, person: str) -> None:
    """Take out of a run of somebody else what this person said in it or of it."""
    noted = Redacted(why="forgotten", rows=(), is_whole=False)
    await _take_out(connection, run_id, lambda entry: redact_person(entry, person), noted)
    await connection.execute(
        update(runs)
        .where(runs.c.run_id == run_id, runs.c.stop_requested_by == person)
        .values(stop_requested_by=None)
    )


async def _take_out(
    connection: AsyncConnection, run_id: str, cut: Callable[[Entry], Entry], noted: Redacted
) -> None:
    """Cut the rows of a run. Its own journal notes that, and those of its forks, whose first rows
    they are."""
    run = await lock_run(connection, run_id)
    for event in await events_after(connection, run_id):
        left = cut(event.entry)
        if event.run_id == run_id and left != event.entry:
            values = {"of": run_id, "at_seq": event.seq, "left": left.payload}
            await connection.execute(_CUT, values)
    left = cut(Entry(kind="question", payload=run.question))
    await connection.execute(
        update(runs).where(runs.c.run_id == run_id).values(question=left.payload)
    )
    for each in await ids_with_forks(connection, [run_id]):
        if rows := rows_to_note(await events_after(connection, each)):
            await append_row(connection, each, entry_of(replace(noted, rows=rows)))
