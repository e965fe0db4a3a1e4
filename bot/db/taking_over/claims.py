"""A worker's claim to a job: whoever took the job again, or gave it back, ends it. What a worker
that hung still writes of a run when it goes on is refused by that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from procrastinate.jobs import Job, Status
from procrastinate.manager import JobManager
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.errors import LeaseLost
from agents.turns import ThreadKey
from bot.db.outbox import Outgoing, put
from bot.db.waiting import WaitingBody, renew_places
from retrieval.sql import Database

# The number of attempts changes whenever a job is queued again. What the queue's own functions
# change is a row that was locked and looked at first.
_HOLD = text(
    """
    select id from procrastinate_jobs
    where id = :job and attempts = :attempts and status = 'doing' for share
    """
)
_FINISH = """
    with standing as materialized (
        select id from procrastinate_jobs
        where id = %(job_id)s and attempts = %(attempts)s and status = 'doing' for update)
    select procrastinate_finish_job_v1(standing.id, %(status)s, %(delete_job)s) from standing
"""
_RETRY = """
    with standing as materialized (
        select id from procrastinate_jobs
        where id = %(job_id)s and attempts = %(attempts)s and status = 'doing' for update)
    select procrastinate_retry_job_v2(
        standing.id, %(retry_at)s, %(priority)s, %(queue)s, %(lock)s) from standing
"""


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
    async with database.transaction() as connection:
        await _hold_claim(connection, claim, run_id)
        if begun_in is not None:
            await renew_places(connection, begun_in, run_id, waiting_body)
        await put(connection, rows)


async def _hold_claim(connection: AsyncConnection, claim: Claim, run_id: str) -> None:
    values = {"job": claim.job, "attempts": claim.attempts}
    if (await connection.execute(_HOLD, values)).first() is None:
        raise LeaseLost(run_id)


class ClaimedJobs(JobManager):
    """Ends and gives back only jobs that nobody else took since."""

    async def finish_job(self, job: Job, status: Status, delete_job: bool) -> None:
        await self.connector.execute_query_async(
            _FINISH,
            job_id=job.id,
            attempts=job.attempts,
            status=status.value,
            delete_job=delete_job,
        )

    async def retry_job(
        self,
        job: Job,
        retry_at: datetime | None = None,
        priority: int | None = None,
        queue: str | None = None,
        lock: str | None = None,
    ) -> None:
        """Queue the job again, unless it was already."""
        await self.connector.execute_query_async(
            _RETRY,
            job_id=job.id,
            attempts=job.attempts,
            retry_at=retry_at or datetime.now(UTC),
            priority=priority,
            queue=queue,
            lock=lock,
        )
