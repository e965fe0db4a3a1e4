"""The heads of journals, signed with a key that the database does not hold: who can write there and
has not the key cannot write a whole chain anew without being found out."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select, text
from sqlalchemy.dialects.postgresql import insert

from agents.journal.entry import Event
from agents.memory.journal.rows import events_after
from agents.memory.tables import runs
from bot.db.schema.tables import head_signatures
from retrieval.sql import Database

SIGNED_AT_ONCE = 50
"""Heads signed in one look. Chosen by hand: a look takes a fraction of a second."""
FRESH_HOURS = 24
"""A run that ended longer ago and has no signature gets none: somebody may have taken it away to
have other rows signed. Chosen by hand: longer than workers are away."""


@dataclass(frozen=True, slots=True)
class HeadSignature:
    """The signature of the row with this number, and of all before it."""

    seq: int
    signature: str


def signature_of(key: str, event: Event) -> str:
    """Of a row's place and hash, which stands for all rows before it."""
    signed = f"{event.run_id}\n{event.seq}\n{event.hash}"
    return hmac.new(key.encode(), signed.encode(), hashlib.sha256).hexdigest()


def fits(key: str, signed: HeadSignature, events: Sequence[Event]) -> bool:
    """Whether the rows up to the signed one are those that were signed."""
    if not 0 < signed.seq <= len(events):
        return False
    return hmac.compare_digest(signature_of(key, events[signed.seq - 1]), signed.signature)


async def read_signature(database: Database, run_id: str) -> HeadSignature | None:
    """What was signed of a run last."""
    query = select(head_signatures.c.seq, head_signatures.c.signature)
    async with database.statements() as connection:
        row = (await connection.execute(query.where(head_signatures.c.run_id == run_id))).first()
    return None if row is None else HeadSignature(row.seq, row.signature)


async def sign_heads(database: Database, key: str, *, older: bool = True) -> int:
    """Sign the heads of runs that ended and, if ``older``, of signed ones that have grown since.
    Rows that do not go on from those that were signed keep the signature that does not fit."""
    done = 0
    for run_id in [
        *await _newly_ended_runs(database),
        *(await _grown_runs(database) if older else ()),
    ]:
        signed = await read_signature(database, run_id)
        async with database.transaction() as connection:
            events = await events_after(connection, run_id)
            if not events or (signed is not None and not fits(key, signed, events)):
                continue
            values = {"seq": events[-1].seq, "signature": signature_of(key, events[-1])}
            row = insert(head_signatures).values(run_id=run_id, **values)
            renewed = row.on_conflict_do_update(index_elements=["run_id"], set_=values)
            await connection.execute(renewed)
            done += 1
    return done


async def _newly_ended_runs(database: Database) -> Sequence[str]:
    """Runs without a signature that ended a short while ago, by the index ``runs_kept``."""
    signed = select(head_signatures.c.run_id).where(head_signatures.c.run_id == runs.c.run_id)
    age = text(f"interval '{FRESH_HOURS} hours'")
    query = (
        select(runs.c.run_id)
        .where(runs.c.ended_at > func.clock_timestamp() - age, runs.c.redacted_at.is_(None))
        .where(runs.c.state != "open", ~signed.exists())
        .limit(SIGNED_AT_ONCE)
    )
    async with database.statements() as connection:
        return tuple((await connection.execute(query)).scalars())


async def _grown_runs(database: Database) -> Sequence[str]:
    """Signed runs to which rows were added, such as marks: looks through all of them."""
    query = (
        select(runs.c.run_id)
        .join(head_signatures, head_signatures.c.run_id == runs.c.run_id)
        .where(runs.c.state != "open", head_signatures.c.seq < runs.c.last_seq)
    )
    async with database.statements() as connection:
        return tuple((await connection.execute(query)).scalars())
