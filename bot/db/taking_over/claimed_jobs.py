"""The queue's own statements on a job, each only while the worker's claim to it stands.

A worker that lives and cannot write how a job ended, since the disk of the database is full, say,
would leave it as one that is being done, for nobody takes over from who lives. So what could not be
written is kept and written later."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from procrastinate.connector import BaseAsyncConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job, Status
from procrastinate.manager import JobManager

from bot.logs import log

_log = log(__name__)

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

    def __init__(self, connector: BaseAsyncConnector) -> None:
        super().__init__(connector)
        self._owed: list[tuple[str, dict[str, Any]]] = []

    async def write_owed(self) -> None:
        """Write what could not be written before."""
        owed, self._owed = self._owed, []
        for statement, values in owed:
            await self._write(statement, **values)

    async def finish_job(self, job: Job, status: Status, delete_job: bool) -> None:
        await self._write(
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
        await self._write(
            _RETRY,
            job_id=job.id,
            attempts=job.attempts,
            retry_at=retry_at or datetime.now(UTC),
            priority=priority,
            queue=queue,
            lock=lock,
        )

    async def _write(self, statement: str, **values: Any) -> None:
        try:
            await self.connector.execute_query_async(statement, **values)
        except ConnectorException as error:
            _log.warning("end_of_job_owed", cause=type(error.__cause__).__name__)
            self._owed.append((statement, values))
