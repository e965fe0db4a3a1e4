"""A worker's claim to a job: whoever took the job again, or gave it back, ends it. What a worker
that hung still writes or says when it goes on is refused by that."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.errors import LeaseLost
from agents.turns import ThreadKey
from bot.db.outbox import Outgoing, put
from bot.db.queue_places import WaitingBody, renew_places
from bot.db.taking_over.leader_election import SURE_SECONDS
from retrieval.sql import Database

# The number of attempts changes whenever a job is queued again.
_STANDS = """
    select id from procrastinate_jobs
    where id = :job and attempts = :attempts and status = 'doing'
"""
_LOOK = text(_STANDS)
_HOLD = text(f"{_STANDS} for share")


@dataclass(frozen=True, slots=True)
class Claim:
    """The job that a worker took, and how often it had been tried before."""

    job: int
    attempts: int


async def tell(
    database: Database,
    claim: Claim,
    run_id: str,
    rows: Sequence[Outgoing],
    *,
    begun_in: ThreadKey | None = None,
    waiting_body: WaitingBody,
) -> None:
    """Write what a run has to say. The first time (``begun_in`` is its thread) those that wait
    behind it say their new place. Raises :class:`agents.errors.LeaseLost` when another worker
    has the job."""
    async with claimed_transaction(database, claim, run_id) as connection:
        if begun_in is not None:
            await renew_places(connection, begun_in, run_id, waiting_body)
        await put(connection, rows)


async def write(database: Database, claim: Claim, of: str, rows: Sequence[Outgoing]) -> None:
    """The same of what is no run. ``of``: what the job does."""
    async with claimed_transaction(database, claim, of) as connection:
        await put(connection, rows)


@asynccontextmanager
async def claimed_transaction(
    database: Database, claim: Claim, of: str
) -> AsyncIterator[AsyncConnection]:
    """A transaction in which nobody else takes the job. Raises
    :class:`agents.errors.LeaseLost` when another worker has it."""
    async with database.transaction() as connection:
        if (await connection.execute(_HOLD, _values(claim))).first() is None:
            raise LeaseLost(of)
        yield connection


async def is_held(database: Database, claim: Claim) -> bool:
    """Whether nobody else can have the job now: a call to Slack may begin on return. After a pause
    of the whole process it is asked again."""
    while True:
        asked_at = time.monotonic()
        async with database.statements() as connection:
            found = (await connection.execute(_LOOK, _values(claim))).first()
        if found is None:
            return False
        if time.monotonic() - asked_at < SURE_SECONDS:
            return True


def _values(claim: Claim) -> dict[str, int]:
    return {"job": claim.job, "attempts": claim.attempts}
