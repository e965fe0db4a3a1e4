"""What people add behind the end of runs: marks, what boards decided, and that an answer is
published. Each function works inside the caller's transaction on the caller's connection."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import case, func, null, select, true
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.elements import ColumnElement

from agents.errors import DecisionChanged, RunUnknown
from agents.journal.board_folding import BoardFold
from agents.journal.codec import decode, entry_of
from agents.journal.entry import ENDINGS, REDACTED
from agents.journal.folding import fold
from agents.journal.messages_of_run import question_of
from agents.memory import recall
from agents.memory.journal.rows import append_row, events_after, events_of, lock_run
from agents.memory.tables import journal, runs
from agents.turns import (
    BlindVote,
    BoardDecision,
    DatedReview,
    Published,
    Review,
    Signature,
    SignedDecision,
    View,
)
from agents.turns.reviews import VoteOutcome, standing_reviews


async def add_review(connection: AsyncConnection, run_id: str, review: Review | BlindVote) -> View:
    """Write a mark or a blind vote behind the rows of a run, also after its end; the run as it is
    then. Raises :class:`agents.errors.RunUnknown`."""
    await append_row(connection, run_id, entry_of(review))
    return await _view_of(connection, run_id)


async def add_decision(
    connection: AsyncConnection, run_id: str, value: BoardDecision | Signature
) -> View:
    """Write a decision behind the rows of a run that has ended, or a signature of the one that
    stands; the run as it is then. Raises :class:`agents.errors.RunUnknown`, and
    :class:`agents.errors.DecisionChanged` if the person saw another decision than the one that
    stands."""
    run = await lock_run(connection, run_id)
    if run.redact_for is not None:
        raise RunUnknown(run_id)
    before = (await _view_of(connection, run_id)).decided
    seen = value.decision if isinstance(value, Signature) else value.instead_of
    if seen != (before.seq if before else None):
        raise DecisionChanged(run_id)
    await append_row(connection, run_id, entry_of(value))
    return await _view_of(connection, run_id)


async def publish(connection: AsyncConnection, run_id: str, by: str) -> View:
    """Note that a run is published, unless it is already; the run as it is then. Raises
    :class:`agents.errors.RunUnknown`."""
    run = await lock_run(connection, run_id)
    if run.redact_for is not None:
        raise RunUnknown(run_id)
    view = await _view_of(connection, run_id)
    if view.published is not None:
        return view
    await append_row(connection, run_id, entry_of(Published(by=by)))
    return await _view_of(connection, run_id)


async def _view_of(connection: AsyncConnection, run_id: str) -> View:
    events = await events_after(connection, run_id)
    thread = question_of(events).thread
    turns, earlier = await recall.thread_before(connection, thread, run_id)
    return fold(events, turns, 0, earlier)


async def reviewed_runs(connection: AsyncConnection, limit: int) -> tuple[str, ...]:
    """The runs that somebody marked, the one that was marked last first."""
    rows = await connection.execute(
        select(journal.c.run_id)
        .where(journal.c.kind == "review", ~journal.c.payload.has_key(REDACTED))
        .group_by(journal.c.run_id)
        .order_by(func.max(journal.c.at).desc())
        .limit(limit)
    )
    return tuple(rows.scalars())


async def votes_by_channel(
    connection: AsyncConnection, of: ColumnElement[bool] | None = None
) -> Mapping[tuple[str, str], Counter[VoteOutcome]]:
    """How often second readers agreed, by team and channel; ``of``: in which runs. The first vote
    of each on a run counts."""
    rows = await connection.execute(
        select(runs.c.team, runs.c.channel, journal.c.run_id, journal.c.payload)
        .join(runs, runs.c.run_id == journal.c.run_id)
        .where(journal.c.kind == "blind_vote", ~journal.c.payload.has_key(REDACTED))
        .where(true() if of is None else of)
        .order_by(journal.c.run_id, journal.c.seq)
    )
    first: dict[tuple[tuple[str, str], str, str], VoteOutcome] = {}
    for row in rows:
        cast = decode("blind_vote", row.payload)
        assert isinstance(cast, BlindVote)
        place = (row.team, row.channel)
        first.setdefault((place, row.run_id, cast.by), cast.outcome)
    found: defaultdict[tuple[str, str], Counter[VoteOutcome]] = defaultdict(Counter)
    for (place, _, _), outcome in first.items():
        found[place][outcome] += 1
    return found


async def reviews_of(
    connection: AsyncConnection, run_ids: Sequence[str]
) -> Mapping[str, tuple[DatedReview, ...]]:
    """The marks that count, of each of these runs that has any."""
    is_review = (journal.c.kind == "review") & ~journal.c.payload.has_key(REDACTED)
    rows = await connection.execute(
        select(
            journal.c.run_id,
            journal.c.at,
            journal.c.kind,
            case((is_review, journal.c.payload), else_=null()).label("payload"),
        )
        .where(journal.c.run_id.in_(run_ids), is_review | journal.c.kind.in_(ENDINGS))
        .order_by(journal.c.run_id, journal.c.seq)
    )
    found: defaultdict[str, list[DatedReview]] = defaultdict(list)
    for row in rows:
        if row.kind in ENDINGS:
            # A run that went on after a gap: what was said of that is none of its answer.
            found[row.run_id] = [e for e in found[row.run_id] if not e.review.is_of_answer]
            continue
        review = decode("review", row.payload)
        assert isinstance(review, Review)
        found[row.run_id].append(DatedReview(row.at, review))
    return {run_id: kept for run_id, all_of in found.items() if (kept := standing_reviews(all_of))}


async def decisions_of(
    connection: AsyncConnection, run_ids: Sequence[str]
) -> Mapping[str, SignedDecision]:
    """The decision that stands, of each of these runs that has one. Of a fork, only its own rows
    count."""
    rows = await connection.execute(
        select(journal)
        .where(journal.c.run_id.in_(run_ids), journal.c.kind.in_(("decision", "signature")))
        .order_by(journal.c.run_id, journal.c.seq)
    )
    folds: defaultdict[str, BoardFold] = defaultdict(BoardFold)
    for event in events_of(rows.all()):
        value = decode(event.entry.kind, event.entry.payload)
        assert isinstance(value, BoardDecision | Signature)
        folds[event.run_id].add(event, value)
    found = {run_id: each.standing_decision() for run_id, each in folds.items()}
    return {run_id: decided for run_id, decided in found.items() if decided is not None}
