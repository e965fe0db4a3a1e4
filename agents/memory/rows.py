"""Journal rows as the database holds them. Every function works inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row, bindparam, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.endings.plaintext import plain_ending
from agents.errors import JournalConflict, LeaseLost, RunUnknown
from agents.journal.codec import decode
from agents.journal.entry import ENDINGS, FROM_PEOPLE, Entry, Event
from agents.journal.hash_chain import row_hash
from agents.memory.tables import journal, runs, turns
from agents.turns import Ending, Usage
from retrieval.documents import DocumentRef

_INSERT_ONCE = (
    insert(journal)
    .on_conflict_do_nothing(
        index_elements=["run_id", "kind", "call_id"], index_where=text("call_id <> ''")
    )
    .returning(journal.c.seq)
)
# Built once: building a statement costs more than running it.
_LOCK = select(runs).where(runs.c.run_id == bindparam("of")).with_for_update()
_ADVANCE = (
    update(runs)
    .where(runs.c.run_id == bindparam("of"))
    .values(last_seq=bindparam("last_seq"), last_hash=bindparam("last_hash"))
)
_END = _ADVANCE.values(state=bindparam("state"), ended_at=bindparam("ended_at"))
_REOPEN = _ADVANCE.values(state="open", ended_at=None, stop_requested_by=None)
_AFTER = (
    select(journal)
    .where(journal.c.run_id == bindparam("of"), journal.c.seq > bindparam("after"))
    .order_by(journal.c.seq)
)


async def lock_run(connection: AsyncConnection, run_id: str) -> Row[Any]:
    """The run's row, locked until the transaction ends: rows are written one after the other."""
    found = await connection.execute(_LOCK, {"of": run_id})
    row = found.first()
    if row is None:
        raise RunUnknown(run_id)
    return row


async def append_row(
    connection: AsyncConnection, run_id: str, entry: Entry, *, holder: str | None
) -> Event:
    """Write one row; with an ending, the turn and the run's state, too.

    *holder* is the lease under which it is written; None for rows that people add (facts,
    reviews), also after the ending. A fact after a gap lets the run go on: it is open again, for
    whoever queues it. Raises :class:`LeaseLost`, :class:`JournalConflict` when the run has ended
    and the row is of another kind."""
    run = await lock_run(connection, run_id)
    if holder is not None and run.lease_holder != holder:
        raise LeaseLost(run_id)
    if run.state in ENDINGS and entry.kind not in FROM_PEOPLE:
        written = await _existing_row(connection, run_id, entry) if entry.call_id else None
        if written is not None:
            return written
        raise JournalConflict(f"the run {run_id} has ended")
    event = _next_event(run, entry)
    if (await connection.execute(_INSERT_ONCE, _columns(event))).first() is None:
        written = await _existing_row(connection, run_id, entry)
        assert written is not None, "only a call id that was written before is in conflict"
        return written
    head = {"of": run_id, "last_seq": event.seq, "last_hash": event.hash}
    if entry.kind in ENDINGS:
        await connection.execute(_END, {**head, "state": entry.kind, "ended_at": event.at})
        await _remember(connection, run, event)
    elif is_resumed_by(run.state, entry):
        await connection.execute(_REOPEN, head)
    else:
        await connection.execute(_ADVANCE, head)
    return event


def is_resumed_by(state: str, entry: Entry) -> bool:
    """Whether a run in this state goes on with this row."""
    return state == "gap" and entry.kind == "fact"


async def events_after(connection: AsyncConnection, run_id: str, seq: int = 0) -> tuple[Event, ...]:
    """The rows of a run after *seq*, in order."""
    found = await connection.execute(_AFTER, {"of": run_id, "after": seq})
    return events_of(found.all())


def _next_event(run: Row[Any], entry: Entry) -> Event:
    seq, at = run.last_seq + 1, datetime.now(UTC)
    return Event(
        run_id=run.run_id,
        seq=seq,
        entry=entry,
        at=at,
        prev_hash=run.last_hash,
        hash=row_hash(run.run_id, seq, entry, at, run.last_hash),
    )


async def _existing_row(connection: AsyncConnection, run_id: str, entry: Entry) -> Event | None:
    query = select(journal).where(
        journal.c.run_id == run_id,
        journal.c.kind == entry.kind,
        journal.c.call_id == entry.call_id,
    )
    return next(iter(events_of((await connection.execute(query)).all())), None)


async def _remember(connection: AsyncConnection, run: Row[Any], event: Event) -> None:
    ending = decode(event.entry.kind, event.entry.payload)
    assert isinstance(ending, Ending)
    remembered = {
        "number": run.number,
        "team": run.team,
        "channel": run.channel,
        "thread": run.thread,
        "question": run.question["text"],
        "answer": plain_ending(ending),
        "outcome": event.entry.kind,
        "at": event.at,
    }
    # A run that went on after a gap has a turn already.
    await connection.execute(
        insert(turns)
        .values(run_id=run.run_id, **remembered)
        .on_conflict_do_update(index_elements=["run_id"], set_=remembered)
    )


def _columns(event: Event) -> dict[str, Any]:
    entry, usage = event.entry, event.entry.usage
    return {
        "run_id": event.run_id,
        "seq": event.seq,
        "kind": entry.kind,
        "call_id": entry.call_id,
        "payload": entry.payload,
        "model": usage.model,
        "prompt_sha": entry.prompt_sha,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "input_price_usd": usage.input_price_usd,
        "output_price_usd": usage.output_price_usd,
        "latency_ms": entry.latency_ms,
        "at": event.at,
        "prev_hash": event.prev_hash,
        "hash": event.hash,
    }


def events_of(rows: Sequence[Row[Any]]) -> tuple[Event, ...]:
    """Rows of the journal as values."""
    return tuple(_event(row) for row in rows)


def _event(row: Row[Any]) -> Event:
    usage = Usage(
        model=row.model,
        input_tokens=row.input_tokens,
        output_tokens=row.output_tokens,
        input_price_usd=row.input_price_usd,
        output_price_usd=row.output_price_usd,
    )
    entry = Entry(
        kind=row.kind,
        payload=row.payload,
        call_id=row.call_id,
        usage=usage,
        prompt_sha=row.prompt_sha,
        latency_ms=row.latency_ms,
    )
    return Event(
        run_id=row.run_id,
        seq=row.seq,
        entry=entry,
        at=row.at,
        prev_hash=row.prev_hash,
        hash=row.hash,
    )


_REFERRED = text(
    "select distinct ref->>'silo', ref->>'id', ref->>'version' from journal,"
    " jsonb_path_query(payload, '$.**.ref') as ref"
    " union select ref->>'silo', ref->>'id', ref->>'version' from journal,"
    " jsonb_path_query(payload, '$.documents[*]') as ref"
)


async def referenced_documents(connection: AsyncConnection) -> frozenset[DocumentRef]:
    """Every document version that a journal names."""
    found = await connection.execute(_REFERRED)
    return frozenset(DocumentRef(*row) for row in found if all(row))
