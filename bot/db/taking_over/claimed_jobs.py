"""The queue's own statements on a job, each only while the worker's claim to it stands."""

from __future__ import annotations

from datetime import UTC, datetime

from procrastinate.jobs import Job, Status
from procrastinate.manager import JobManager

# What the queue's own functions change is a row that was locked and looked at first.
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
