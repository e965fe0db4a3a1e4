"""Runs: opened once, stopped on request, listed. Each function works inside the caller's
transaction on the caller's connection."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import Row, and_, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.elements import ColumnElement

from agents.journal.codec import Addition, decode, entry_of
from agents.journal.entry import ENDINGS
from agents.memory.journal.rows import append_row, is_resumed_by, lock_run
from agents.memory.tables import journal, runs
from agents.turns import Abstention, DatedReview, Missing, SignedDecision, Steering, ThreadKey

AdditionEffect = Literal["used", "resumed", "kept"]
"""What an addition does to its run: a live one uses it, one that ended in a gap goes on and has to
be queued, and any other keeps it for the thread's next question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSummary:
    """One run in a list of runs."""

    run_id: str
    thread: ThreadKey
    asker: str
    question: str
    state: str
    """``open`` until it ends, then the kind of its ending."""
    rows: int
    """How long its journal is."""
    opened_at: datetime
    ended_at: datetime | None
    forked_from: str
    """The run that it is a fork of; empty if it is none."""
    is_redacted: bool = False
    """Whether its words are gone."""
    reviews: tuple[DatedReview, ...] = ()
    """Marks that people set on it."""
    decided: SignedDecision | None = None
    """What a board decided on it."""


async def add_to_run(
    connection: AsyncConnection, run_id: str, addition: Addition
) -> AdditionEffect:
    """Add what a person said, with the files that came with it. Raises
    :class:`agents.errors.RunUnknown`."""
    run = await lock_run(connection, run_id)
    entry = entry_of(addition)
    await append_row(connection, run_id, entry)
    if is_resumed_by(run.state, entry):
        return "resumed"
    return "kept" if run.state in ENDINGS else "used"


async def steer(connection: AsyncConnection, run_id: str, steering: Steering) -> bool:
    """Tell a run what people ask of its next steps. False when it has ended. Raises
    :class:`agents.errors.RunUnknown`."""
    run = await lock_run(connection, run_id)
    if run.state in ENDINGS:
        return False
    await append_row(connection, run_id, entry_of(steering))
    return True


async def request_stop(connection: AsyncConnection, run_id: str, by: str) -> bool:
    """Ask the worker of a run to stop it. False when the run is unknown or has ended. Who asked
    first is remembered."""
    asked = await connection.execute(
        update(runs)
        .where(runs.c.run_id == run_id, runs.c.state.not_in(ENDINGS))
        .values(stop_requested_by=_first(by))
        .returning(runs.c.run_id)
    )
    return asked.first() is not None


@dataclass(frozen=True, slots=True)
class RunState:
    """A run of a thread, and its state as :class:`RunSummary` has it."""

    run_id: str
    state: str


async def runs_in_thread(connection: AsyncConnection, thread: ThreadKey) -> tuple[RunState, ...]:
    """All runs of a thread, oldest first."""
    query = select(runs.c.run_id, runs.c.state).where(_in_thread(thread))
    found = await connection.execute(query.order_by(runs.c.number))
    return tuple(RunState(row.run_id, row.state) for row in found)


def live_among(found: Iterable[RunState]) -> tuple[str, ...]:
    """Those of the runs that have not ended, in the order given."""
    return tuple(each.run_id for each in found if each.state not in ENDINGS)


async def live_runs(connection: AsyncConnection, thread: ThreadKey) -> tuple[str, ...]:
    """The runs of a thread that have not ended, oldest first."""
    query = (
        select(runs.c.run_id)
        .where(_in_thread(thread), runs.c.state.not_in(ENDINGS))
        .order_by(runs.c.number)
    )
    return tuple((await connection.execute(query)).scalars())


@dataclass(frozen=True, slots=True)
class LastGap:
    """The newest run of a thread, which ended in a gap, and the kind of what it lacks."""

    run_id: str
    missing: Missing | Literal["answer"]
    """``answer``: a model asked the person something."""


async def last_gap(connection: AsyncConnection, thread: ThreadKey) -> LastGap | None:
    """The newest run of a thread, if it ended in a gap: a fact lets it go on."""
    query = select(runs.c.run_id, runs.c.state).where(_in_thread(thread))
    found = await connection.execute(query.order_by(runs.c.number.desc()).limit(1))
    newest = found.first()
    return None if newest is None else await gap_of(connection, RunState(*newest))


async def gap_of(connection: AsyncConnection, newest: RunState) -> LastGap | None:
    """The newest run of a thread, if it ended in a gap."""
    if newest.state != "gap":
        return None
    last = select(journal.c.payload).where(
        journal.c.run_id == newest.run_id, journal.c.kind == "gap"
    )
    payload = (await connection.execute(last.order_by(journal.c.seq.desc()).limit(1))).scalar_one()
    ending = decode("gap", payload)
    if not isinstance(ending, Abstention):
        return None
    return LastGap(newest.run_id, "answer" if ending.gap.asks else ending.gap.missing)


async def recent_runs(connection: AsyncConnection, limit: int) -> tuple[RunSummary, ...]:
    """The newest runs, newest first."""
    query = select(runs).order_by(runs.c.number.desc()).limit(limit)
    return tuple(_summary(row) for row in (await connection.execute(query)).all())


async def runs_beginning(
    connection: AsyncConnection, start: str, limit: int = 2
) -> tuple[str, ...]:
    """The ids of runs that begin with these characters, the run that has just this id alone."""
    query = select(runs.c.run_id).where(runs.c.run_id.startswith(start, autoescape=True))
    # The shortest is the whole id, if any is.
    found = await connection.execute(query.order_by(func.length(runs.c.run_id)).limit(limit))
    ids = tuple(found.scalars())
    return ids[:1] if ids[:1] == (start,) else ids


def _first(by: str) -> ColumnElement[str]:
    return func.coalesce(runs.c.stop_requested_by, by)


def _in_thread(thread: ThreadKey) -> ColumnElement[bool]:
    return and_(
        runs.c.team == thread.team,
        runs.c.channel == thread.channel,
        runs.c.thread == thread.thread,
    )


def _summary(row: Row[tuple[object, ...]]) -> RunSummary:
    return RunSummary(
        run_id=row.run_id,
        thread=ThreadKey(row.team, row.channel, row.thread),
        asker=row.asker,
        question=row.question["text"],
        state=row.state,
        rows=row.last_seq,
        opened_at=row.opened_at,
        ended_at=row.ended_at,
        forked_from=row.forked_from or "",
        is_redacted=row.redacted_at is not None,
    )
