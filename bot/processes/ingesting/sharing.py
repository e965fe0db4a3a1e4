"""An ingestion whose batches go through the queue: this process takes some, others may, too."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from bot.db.ingestion.batches import documents_left, put
from bot.db.ingestion.problems import begin_noting, problems_since
from bot.processes.ingesting.taking import BatchTaker, queue_of
from bot.settings import Settings
from retrieval.ingestion.batches import Batch, RunBatches
from retrieval.ingestion.components import Ingestion
from retrieval.ingestion.problems import Problem

_LOOK_SECONDS = 0.3
"""Between two looks how far it is. Chosen by hand: a bar moves, and a query takes milliseconds."""


def shared_batches(settings: Settings) -> RunBatches:
    """Runs batches by way of the queue of the database in which they are staged."""
    return partial(_run, settings)


async def _run(
    settings: Settings,
    batches: Sequence[Batch],
    ingestion: Ingestion,
    progress: Callable[[int, str], None],
) -> tuple[Problem, ...]:
    """Queue the batches of a stage and take part until none is left, whoever carried them out."""
    if not batches:
        return ()
    queue, stop = queue_of(ingestion, settings), asyncio.Event()
    stage, total = batches[0].stage, sum(len(batch.ids) for batch in batches)
    database = ingestion.staging.database
    began = await begin_noting(database)
    await put(database, queue, batches)
    taking = asyncio.create_task(BatchTaker(ingestion, database, queue).run(stop))
    try:
        while not taking.done() and (left := await documents_left(database, queue, stage)):
            progress(max(total - left, 0), "")
            await asyncio.wait({taking}, timeout=_LOOK_SECONDS)
    finally:
        stop.set()
        await asyncio.wait({taking})
    await taking
    own = {f"{batch.silo}/{one}" for batch in batches for one in batch.ids}
    return await problems_since(database, queue, began, own)
