"""The queue: procrastinate's table, filled in the caller's own transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

QUEUE = "runs"
TASK = "answer"
LOOK_UP = "look_up"
"""The task that shows what is held on one thing; somebody waits for it, so it goes first."""

_DEFER = text(
    """
    select procrastinate_defer_jobs_v1(array[
        row(:queue, :task, :priority, :lock, :once, cast(:args as jsonb), null)
        ::procrastinate_job_to_defer_v1])
    """
)
_DEPTH = text(
    """
    select count(*) filter (where status = 'todo') as waiting,
           count(*) filter (where status = 'doing') as running,
           coalesce(extract(epoch from clock_timestamp() - min(at)
               filter (where status = 'todo')), 0) as oldest
    from procrastinate_jobs
    left join lateral (
        select min(at) as at from procrastinate_events where job_id = procrastinate_jobs.id
    ) as deferred on true
    where queue_name = :queue and status in ('todo', 'doing')
    """
)


WORKER_LOCKS = 727073
"""First half of the advisory locks that workers hold while they live; the second is the worker's
number."""

_ORPHANS = text(
    """
    select job.id, job.worker_id,
           worker.last_heartbeat < clock_timestamp() - make_interval(secs => :hangs) as hangs
    from procrastinate_jobs as job
    left join procrastinate_workers as worker on worker.id = job.worker_id
    where job.status = 'doing' and job.queue_name = :queue
      and (worker.id is null
           or worker.last_heartbeat < clock_timestamp() - interval '1.5 seconds')
    for update of job skip locked
    """
)
HANG_SECONDS = 6.0
"""A worker that was not heard of for so long is taken for hanging. Chosen by hand: its heartbeat is
due every second, and a busy machine delays some."""
_IS_GONE = text("select pg_try_advisory_xact_lock(:locks, cast(:worker as integer))")
_RETRY = text("select procrastinate_retry_job_v2(:job, clock_timestamp(), null, null, null)")
_WAKE = text(
    """select pg_notify('procrastinate_any_queue_v1', '{"type": "job_inserted", "job_id": 0}')"""
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Depth:
    """How much the queue holds."""

    waiting: int
    running: int
    oldest_seconds: float
    """Age of the job that has waited longest; 0 when none waits."""


async def defer(
    connection: AsyncConnection,
    *,
    run_id: str,
    lock: str,
    arguments: Mapping[str, str],
    once: str = "",
) -> None:
    """Queue the run. Jobs with the same lock run one after the other, in the order queued. Only
    one job waits under ``once``; without it, one of each run."""
    await connection.execute(
        _DEFER,
        {
            "queue": QUEUE,
            "task": TASK,
            "priority": 0,
            "lock": lock,
            "once": once or run_id,
            "args": json.dumps({"run_id": run_id, **arguments}),
        },
    )


async def defer_look_up(
    connection: AsyncConnection, *, key: str, arguments: Mapping[str, str]
) -> None:
    """Queue a look-up. It waits for no other job."""
    given = {"queue": QUEUE, "task": LOOK_UP, "priority": 1, "lock": key, "once": key}
    await connection.execute(_DEFER, {**given, "args": json.dumps(dict(arguments))})


async def depth(connection: AsyncConnection) -> Depth:
    """What waits and what runs."""
    row = (await connection.execute(_DEPTH, {"queue": QUEUE})).one()
    return Depth(waiting=row.waiting, running=row.running, oldest_seconds=float(row.oldest))


async def rescue(connection: AsyncConnection, queue: str = QUEUE) -> int:
    """Queue again the jobs whose worker was killed or hangs; how many.

    A worker holds an advisory lock of its number (:mod:`bot.db.taking_over.worker_liveness`), which
    PostgreSQL takes back the moment the process dies. So the job of a dead worker waits a second or
    two, the job of one that hangs some seconds more, and that of a slow one is left alone. A
    hanging worker that goes on has lost its claim (:mod:`bot.db.taking_over.claims`)."""
    given = {"queue": queue, "hangs": HANG_SECONDS}
    orphans = (await connection.execute(_ORPHANS, given)).all()
    rescued = 0
    for orphan in orphans:
        if orphan.worker_id is not None and not orphan.hangs:
            lock = {"locks": WORKER_LOCKS, "worker": orphan.worker_id}
            if not (await connection.execute(_IS_GONE, lock)).scalar_one():
                continue
        await connection.execute(_RETRY, {"job": orphan.id})
        rescued += 1
    if rescued:
        await connection.execute(_WAKE)
    return rescued
