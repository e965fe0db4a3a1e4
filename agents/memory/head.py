"""One row of a journal as one statement: it moves the run's head and is written only if the head is
where its writer last saw it. Whoever is refused reads the head anew and tries again.

A statement is its own transaction here: the connection is in autocommit, so that a row is durable
after one round trip and no transaction is ever left open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, bindparam, select, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.endings.plaintext import plain_ending
from agents.errors import RunUnknown
from agents.journal.codec import decode, entry_of
from agents.journal.entry import ENDINGS, Entry, Event
from agents.memory.rows import columns_of, next_event
from agents.memory.tables import runs
from agents.turns import Ending, Question


@dataclass(frozen=True, slots=True)
class Head:
    """The last row of a journal."""

    seq: int
    hash: str


_ROW = """
insert into journal (run_id, seq, kind, call_id, payload, model, prompt_sha, input_tokens,
                     output_tokens, input_price_usd, output_price_usd, cached_tokens,
                     cached_price_usd, latency_ms, at, prev_hash, hash)
select run_id, cast(:seq as integer), :kind, :call_id, :payload, :model, :prompt_sha,
       cast(:input_tokens as integer), cast(:output_tokens as integer),
       cast(:input_price_usd as double precision), cast(:output_price_usd as double precision),
       cast(:cached_tokens as integer), cast(:cached_price_usd as double precision),
       cast(:latency_ms as integer), cast(:at as timestamptz), :prev_hash, :hash
from {head}
returning seq
"""
_MOVED = """
with moved as (
  update runs set last_seq = cast(:seq as integer), last_hash = :hash {ended}
  where run_id = :run_id and lease_holder = :holder and state = 'open'
    and last_seq = cast(:seq as integer) - 1 and last_hash = :prev_hash
    and not exists (
      select from journal
      where run_id = :run_id and kind = :kind and call_id = :call_id and call_id <> '')
  returning run_id, number, team, channel, thread, question->>'text' as question
){remembered}
"""
# A run that went on after a gap has a turn already.
_REMEMBERED = """, remembered as (
  insert into turns (run_id, number, team, channel, thread, question, answer, outcome, at)
  select run_id, number, team, channel, thread, question, :answer, :kind, cast(:at as timestamptz)
  from moved
  on conflict (run_id) do update
  set number = excluded.number, team = excluded.team, channel = excluded.channel,
      thread = excluded.thread, question = excluded.question, answer = excluded.answer,
      outcome = excluded.outcome, at = excluded.at
)"""
_OPENED = """
with opened as (
  insert into runs (run_id, team, channel, thread, asker, question, last_seq, last_hash)
  values (:run_id, :team, :channel, :thread, :asker, :payload, cast(:seq as integer), :hash)
  on conflict (run_id) do nothing
  returning run_id
)
"""
_PAYLOAD = bindparam("payload", type_=JSONB)
_WRITE = text(_MOVED.format(ended="", remembered="") + _ROW.format(head="moved")).bindparams(
    _PAYLOAD
)
_END = text(
    _MOVED.format(
        ended=", state = :kind, ended_at = cast(:at as timestamptz)", remembered=_REMEMBERED
    )
    + _ROW.format(head="moved")
).bindparams(_PAYLOAD)
_OPEN = text(_OPENED + _ROW.format(head="opened")).bindparams(_PAYLOAD)
_RUN = select(runs).where(runs.c.run_id == bindparam("of"))


async def write_row(
    connection: AsyncConnection, run_id: str, entry: Entry, *, holder: str, head: Head
) -> Event | None:
    """Write the row behind *head*; with an ending, the turn and the run's state, too.

    None when nothing was written: another worker holds the run, it has ended, rows were added
    behind *head*, or the call id was written before."""
    event = next_event(run_id, head.seq, head.hash, entry)
    values = {**columns_of(event), "holder": holder}
    if entry.kind in ENDINGS:
        ending = decode(entry.kind, entry.payload)
        assert isinstance(ending, Ending)
        found = await connection.execute(_END, {**values, "answer": plain_ending(ending)})
    else:
        found = await connection.execute(_WRITE, values)
    return event if found.first() is not None else None


async def open_row(connection: AsyncConnection, run_id: str, question: Question) -> bool:
    """Store a run and the question as the first row of its journal. False if it existed."""
    event = next_event(run_id, 0, "", entry_of(question, call_id="question"))
    thread = question.thread
    place = {"team": thread.team, "channel": thread.channel, "thread": thread.thread}
    values = {**columns_of(event), **place, "asker": question.asker}
    return (await connection.execute(_OPEN, values)).first() is not None


async def read_run(connection: AsyncConnection, run_id: str) -> Row[Any]:
    """The run as it is now: its state, holder and head. Raises :class:`RunUnknown`."""
    row = (await connection.execute(_RUN, {"of": run_id})).first()
    if row is None:
        raise RunUnknown(run_id)
    return row
