"""Marks that people set on runs. Each function works inside the caller's transaction on the
caller's connection."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import case, func, null, select
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.journal.codec import decode, entry_of
from agents.journal.entry import ENDINGS, REDACTED
from agents.journal.folding import fold
from agents.journal.messages_of_run import question_of
from agents.journal.run_progress import TURNS_SHOWN
from agents.memory import recall
from agents.memory.rows import append_row, events_after
from agents.memory.tables import journal
from agents.turns import Review, Reviewed, View
from agents.turns.reviews import standing_reviews


async def add_review(connection: AsyncConnection, run_id: str, review: Review) -> View:
    """Write a mark behind the rows of a run, also after its end; the run as it is then. Raises
    :class:`agents.errors.RunUnknown`."""
    await append_row(connection, run_id, entry_of(review))
    events = await events_after(connection, run_id)
    thread = question_of(events).thread
    turns = await recall.recall(connection, thread, run_id, TURNS_SHOWN)
    earlier = await recall.thread_messages(connection, thread, run_id)
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


async def reviews_of(
    connection: AsyncConnection, run_ids: Sequence[str]
) -> Mapping[str, tuple[Reviewed, ...]]:
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
    found: defaultdict[str, list[Reviewed]] = defaultdict(list)
    for row in rows:
        if row.kind in ENDINGS:
            # A run that went on after a gap: what was said of that is none of its answer.
            found[row.run_id] = [e for e in found[row.run_id] if not e.review.is_of_answer]
            continue
        review = decode("review", row.payload)
        assert isinstance(review, Review)
        found[row.run_id].append(Reviewed(row.at, review))
    return {run_id: kept for run_id, all_of in found.items() if (kept := standing_reviews(all_of))}
