"""Journal rows as the database holds them. Every function works inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row, bindparam, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.errors import RunUnknown
from agents.journal.entry import Entry, Event
from agents.journal.hash_chain import row_hash
from agents.memory.tables import journal, runs
from agents.turns import Usage
from retrieval.documents import DocumentRef

# Built once: building a statement costs more than running it.
_INSERT = insert(journal)
_LOCK = select(runs).where(runs.c.run_id == bindparam("of")).with_for_update()
_ADVANCE = (
    update(runs)
    .where(runs.c.run_id == bindparam("of"))
    .values(last_seq=bindparam("last_seq"), last_hash=bindparam("last_hash"))
)
_REOPEN = _ADVANCE.values(state="open", ended_at=None, stop_requested_by=None)
# A fork has the rows of the run it was forked from, up to the one behind which it goes on.
_AFTER = text(
    f"""
with recursive line (run_id, above, until, forked_from) as (
  select run_id, coalesce(forked_at, 0), {2**31 - 1}, forked_from from runs where run_id = :of
  union all
  select runs.run_id, coalesce(runs.forked_at, 0), least(line.until, line.above), runs.forked_from
  from line join runs on runs.run_id = line.forked_from
)
select {", ".join(f"journal.{column.name}" for column in journal.c)}
from line join journal on journal.run_id = line.run_id
where journal.seq > greatest(line.above, :after) and journal.seq <= line.until
order by journal.seq
"""  # noqa: S608 - names of columns
).columns(*journal.c)


async def lock_run(connection: AsyncConnection, run_id: str) -> Row[Any]:
    """The run's row, locked until the transaction ends: rows are written one after the other."""
    found = await connection.execute(_LOCK, {"of": run_id})
    row = found.first()
    if row is None:
        raise RunUnknown(run_id)
    return row


async def append_row(connection: AsyncConnection, run_id: str, entry: Entry) -> Event:
    """Write one row that people add (a fact, a review), also after the ending. A fact after a gap
    lets the run go on: it is open again, for whoever queues it."""
    run = await lock_run(connection, run_id)
    event = next_event(run_id, run.last_seq, run.last_hash, entry)
    await connection.execute(_INSERT, columns_of(event))
    head = {"of": run_id, "last_seq": event.seq, "last_hash": event.hash}
    await connection.execute(_REOPEN if is_resumed_by(run.state, entry) else _ADVANCE, head)
    return event


def is_resumed_by(state: str, entry: Entry) -> bool:
    """Whether a run in this state goes on with this row."""
    return state == "gap" and entry.kind == "fact"


async def events_after(connection: AsyncConnection, run_id: str, seq: int = 0) -> tuple[Event, ...]:
    """The rows of a run after *seq*, in order."""
    found = await connection.execute(_AFTER, {"of": run_id, "after": seq})
    return events_of(found.all())


def next_event(run_id: str, seq: int, prev_hash: str, entry: Entry, payload: str = "") -> Event:
    """The row that follows the one with this number and hash, written now. ``payload``: that of
    the entry as :func:`agents.journal.hash_chain.canonical` has it, where it is at hand."""
    at = datetime.now(UTC)
    digest = row_hash(run_id, seq + 1, entry, at, prev_hash, payload)
    return Event(run_id=run_id, seq=seq + 1, entry=entry, at=at, prev_hash=prev_hash, hash=digest)


async def written_row(connection: AsyncConnection, run_id: str, entry: Entry) -> Event | None:
    """The row that was written under the call id of this one, if any."""
    if not entry.call_id:
        return None
    query = select(journal).where(
        journal.c.run_id == run_id,
        journal.c.kind == entry.kind,
        journal.c.call_id == entry.call_id,
    )
    return next(iter(events_of((await connection.execute(query)).all())), None)


def columns_of(event: Event) -> dict[str, Any]:
    """A row as the columns of the journal."""
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
        "cached_tokens": usage.cached_tokens,
        "cached_price_usd": usage.cached_price_usd,
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
        cached_tokens=row.cached_tokens,
        cached_price_usd=row.cached_price_usd,
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
