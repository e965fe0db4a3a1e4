"""Batches of an ingestion in the queue: one queue for all processes with the same settings."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from sqlalchemy import text

from bot.db.queue import rescue
from retrieval.ingestion.batches import Batch, Stage
from retrieval.sql import Database

TASK = "carry_out_batch"
_PREFIX = "ingestion:"
_JOBS_AT_ONCE = 500
"""Batches queued by one statement. Chosen by hand: some hundred kilobytes of ids."""

_ONE_AT_A_TIME = text("select pg_advisory_xact_lock(hashtextextended(:queue, 0))")
_WAITING_IDS = text(
    """
    select args->>'silo', jsonb_array_elements_text(args->'ids') from procrastinate_jobs
    where queue_name = :queue and status = 'todo' and args->>'stage' = :stage
    """
)
_DEFER = text(
    """
    select procrastinate_defer_jobs_v1(array(
        select row(:queue, :task, 0, null, null, args, null)::procrastinate_job_to_defer_v1
        from jsonb_array_elements(cast(:batches as jsonb)) as args))
    """
)
_LEFT = text(
    """
    select coalesce(sum(jsonb_array_length(args->'ids')), 0) from procrastinate_jobs
    where queue_name = :queue and status in ('todo', 'doing')
      and args->>'stage' = any(cast(:stages as text[]))
    """
)
_DROP = text(
    """
    delete from procrastinate_jobs
    where queue_name = :queue and status = 'todo' and args->>'stage' = :stage
    """
)
_DROP_FORGOTTEN = text(
    """
    delete from procrastinate_jobs as job
    where starts_with(queue_name, :prefix) and queue_name <> :queue and status = 'todo'
      and not exists (select from procrastinate_events
                      where job_id = job.id and at > clock_timestamp() - interval '1 day')
    """
)
_ELSEWHERE = text(
    """
    select coalesce(sum(jsonb_array_length(args->'ids')), 0) from procrastinate_jobs
    where starts_with(queue_name, :prefix) and queue_name <> :queue and status = 'todo'
    """
)


def queue_named(digest: str) -> str:
    """The queue of all processes whose settings have this digest."""
    return f"{_PREFIX}{digest}"


async def put(database: Database, queue: str, batches: Sequence[Batch]) -> None:
    """Queue what does not wait already, batches that a killed process left among it. Those of
    other settings that nobody has taken for a day go: what they were for is found anew."""
    async with database.transaction() as connection:
        await connection.execute(_DROP_FORGOTTEN, {"queue": queue, "prefix": _PREFIX})
        await connection.execute(_ONE_AT_A_TIME, {"queue": queue})
        await rescue(connection, queue)
        for stage in {batch.stage for batch in batches}:
            rows = await connection.execute(_WAITING_IDS, {"queue": queue, "stage": stage})
            waiting = {(silo, name) for silo, name in rows}
            new = [
                one for each in batches if each.stage == stage for one in _without(each, waiting)
            ]
            for begin in range(0, len(new), _JOBS_AT_ONCE):
                given = json.dumps([_arguments(one) for one in new[begin : begin + _JOBS_AT_ONCE]])
                await connection.execute(_DEFER, {"queue": queue, "task": TASK, "batches": given})


async def put_one_by_one(database: Database, queue: str, batch: Batch) -> None:
    """Queue each document of a batch as a batch of its own."""
    given = json.dumps([_arguments(Batch(batch.stage, batch.silo, (one,))) for one in batch.ids])
    async with database.transaction() as connection:
        await connection.execute(_DEFER, {"queue": queue, "task": TASK, "batches": given})


async def documents_left(database: Database, queue: str, *stages: Stage) -> int:
    """How many documents of these stages wait or are worked on, by whichever process."""
    async with database.statements() as connection:
        found = await connection.execute(_LEFT, {"queue": queue, "stages": list(stages)})
        return int(found.scalar_one())


async def documents_elsewhere(database: Database, queue: str) -> int:
    """How many documents wait for processes with other settings."""
    async with database.statements() as connection:
        found = await connection.execute(_ELSEWHERE, {"queue": queue, "prefix": _PREFIX})
        return int(found.scalar_one())


async def drop_waiting(database: Database, queue: str, stage: Stage) -> None:
    """Take back what waits of a stage."""
    async with database.transaction() as connection:
        await connection.execute(_DROP, {"queue": queue, "stage": stage})


def _without(batch: Batch, waiting: set[tuple[str, str]]) -> Iterator[Batch]:
    ids = tuple(one for one in batch.ids if (batch.silo, one) not in waiting)
    if ids:
        yield Batch(batch.stage, batch.silo, ids)


def _arguments(batch: Batch) -> dict[str, object]:
    return {"stage": batch.stage, "silo": batch.silo, "ids": list(batch.ids)}
