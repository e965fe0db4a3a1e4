"""One row of a journal as one statement: it moves the run's head and is written only if the head is
where its writer last saw it. Whoever is refused reads the head anew and tries again.

A statement is its own transaction here: the connection is in autocommit, so that a row is durable
after one round trip and no transaction is ever left open. A run's rows go to the driver itself:
through SQLAlchemy a row took half again as much of the processor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.endings.plaintext import plain_ending
from agents.errors import RunUnknown
from agents.journal.codec import decode, entry_of
from agents.journal.entry import ENDINGS, Entry, Event
from agents.journal.hash_chain import canonical
from agents.memory.journal.rows import columns_of, next_event
from agents.memory.tables import runs
from agents.turns import Ending, Question
from retrieval.sql import DriverConnection


@dataclass(frozen=True, slots=True)
class Head:
    """The last row of a journal."""

    seq: int
    hash: str


_ROW = """
insert into journal (run_id, seq, kind, call_id, payload, model, prompt_sha, input_tokens,
                     output_tokens, input_price_usd, output_price_usd, cached_tokens,
                     cached_price_usd, latency_ms, at, prev_hash, hash)
select run_id, cast(%(seq)s as integer), %(kind)s, %(call_id)s, cast(%(payload)s as jsonb),
       %(model)s, %(prompt_sha)s, cast(%(input_tokens)s as integer),
       cast(%(output_tokens)s as integer), cast(%(input_price_usd)s as double precision),
       cast(%(output_price_usd)s as double precision), cast(%(cached_tokens)s as integer),
       cast(%(cached_price_usd)s as double precision), cast(%(latency_ms)s as integer),
       cast(%(at)s as timestamptz), %(prev_hash)s, %(hash)s
from {head}
returning seq
"""
_MOVED = """
with moved as (
  update runs set last_seq = cast(%(seq)s as integer), last_hash = %(hash)s {ended}
  where run_id = %(run_id)s and lease_holder = %(holder)s and state = 'open'
    and last_seq = cast(%(seq)s as integer) - 1 and last_hash = %(prev_hash)s
    and not exists (
      select from journal
      where run_id = %(run_id)s and kind = %(kind)s and call_id = %(call_id)s and call_id <> '')
  returning run_id, number, team, channel, thread, question->>'text' as question
){remembered}
"""
# A run that went on after a gap has a turn already.
_REMEMBERED = """, remembered as (
  insert into turns (run_id, number, team, channel, thread, question, answer, outcome, at)
  select run_id, number, team, channel, thread, question, %(answer)s, %(kind)s,
         cast(%(at)s as timestamptz)
  from moved
  on conflict (run_id) do update
  set number = excluded.number, team = excluded.team, channel = excluded.channel,
      thread = excluded.thread, question = excluded.question, answer = excluded.answer,
      outcome = excluded.outcome, at = excluded.at
)"""
_OPENED = """
with opened as (
  insert into runs (run_id, team, channel, thread, asker, question, last_seq, last_hash)
  values (%(run_id)s, %(team)s, %(channel)s, %(thread)s, %(asker)s, cast(%(payload)s as jsonb),
          cast(%(seq)s as integer), %(hash)s)
  on conflict (run_id) do nothing
  returning run_id
)
"""
_WRITE = _MOVED.format(ended="", remembered="") + _ROW.format(head="moved")
_END = _MOVED.format(
    ended=", state = %(kind)s, ended_at = cast(%(at)s as timestamptz)", remembered=_REMEMBERED
) + _ROW.format(head="moved")
_OPEN = _OPENED + _ROW.format(head="opened")
_RUN = select(runs).where(runs.c.run_id == bindparam("of"))


async def write_row(
    connection: DriverConnection, run_id: str, entry: Entry, *, holder: str, head: Head
) -> Event | None:
    """Write the row behind *head*; with an ending, the turn and the run's state, too. Raises what
    the driver raises.

    None when nothing was written: another worker holds the run, it has ended, rows were added
    behind *head*, or the call id was written before."""
    payload = canonical(entry.payload)
    event = next_event(run_id, head.seq, head.hash, entry, payload)
    values = {**columns_of(event), "payload": payload, "holder": holder}
    if entry.kind in ENDINGS:
        ending = decode(entry.kind, entry.payload)
        assert isinstance(ending, Ending)
        found = await connection.execute(_END, {**values, "answer": plain_ending(ending)})
    else:
        found = await connection.execute(_WRITE, values)
    return event if await found.fetchone() is not None else None


async def open_row(connection: AsyncConnection, run_id: str, question: Question) -> bool:
    """Store a run and the question as the first row of its journal. False if it existed."""
    entry = entry_of(question, call_id="question")
    payload = canonical(entry.payload)
    event = next_event(run_id, 0, "", entry, payload)
    thread = question.thread
    place = {"team": thread.team, "channel": thread.channel, "thread": thread.thread}
    values = {**columns_of(event), **place, "payload": payload, "asker": question.asker}
    return (await connection.exec_driver_sql(_OPEN, values)).first() is not None


async def read_run(connection: AsyncConnection, run_id: str) -> Row[Any]:
    """The run as it is now: its state, holder and head. Raises :class:`RunUnknown`."""
    row = (await connection.execute(_RUN, {"of": run_id})).first()
    if row is None:
        raise RunUnknown(run_id)
    return row
