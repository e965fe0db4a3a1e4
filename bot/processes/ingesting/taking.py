"""Takes batches of an ingestion from the queue and carries them out, one after the other."""

from __future__ import annotations

import asyncio
import hashlib
import json
import socket

from procrastinate import JobContext, RetryDecision
from procrastinate.jobs import Job
from procrastinate.retry import BaseRetryStrategy

from bot.db.ingestion import batches as queued
from bot.db.ingestion.problems import note_problems
from bot.db.queue_app import open_queue
from bot.db.taking_over import unfinished_tries
from bot.db.taking_over.queue_worker import keep_rescuing, work_queue
from bot.settings import Settings
from retrieval.ingestion.batches import Batch, Stage, carry_out
from retrieval.ingestion.components import Ingestion
from retrieval.ingestion.problems import Problem
from retrieval.sql import Database

DRAIN_SECONDS = 5.0
"""How long a batch may go on when its process is to stop; after that another one carries it out.
Chosen by hand: a batch takes a second or two."""
MOST_UNFINISHED = 2
"""After so many processes that ended within a batch, its documents are tried one by one, and then
set aside. Chosen by hand: fewer than for questions, since nobody waits and all can be repeated."""


def queue_of(ingestion: Ingestion, settings: Settings) -> str:
    """The queue of those that write the same vectors and summaries into the same store: others
    find none of its batches."""
    cards = [
        (card.name, card.chunks.tokens, card.chunks.overlap, card.focus) for card in ingestion.cards
    ]
    place = settings.weaviate_url or f"{socket.gethostname()}:{settings.silo_file.resolve()}"
    alike = json.dumps([ingestion.embedder.name, ingestion.writer, sorted(cards), place])
    return queued.queue_named(hashlib.sha256(alike.encode()).hexdigest()[:16])


class _AtOnce(BaseRetryStrategy):
    """What was not done is there for others, and for us later."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision:
        return RetryDecision(retry_in={"seconds": 0})


class BatchTaker:
    """Works until it is stopped, or until a batch fails for a reason that other batches share."""

    def __init__(self, ingestion: Ingestion, database: Database, queue: str) -> None:
        self.documents = 0
        """How many it has done."""
        self._ingestion = ingestion
        self._database = database
        self._queue = queue
        self._failure: Exception | None = None

    async def run(self, stop: asyncio.Event) -> None:
        """Raises what ended a batch: mostly a :class:`retrieval.errors.RetrievalError`. The batch
        is in the queue again then."""
        url = self._database.url
        # A database that is away for a moment: whoever needs it for a batch says so.
        rescuing = asyncio.create_task(
            keep_rescuing(self._database, self._queue, stop, lambda _: None)
        )
        try:
            async with open_queue(url) as app:

                @app.task(name=queued.TASK, queue=self._queue, pass_context=True, retry=_AtOnce())
                async def carry_out_batch(
                    context: JobContext, stage: Stage, silo: str, ids: list[str]
                ) -> None:
                    await self._take(context.job.id or 0, Batch(stage, silo, tuple(ids)), stop)

                await work_queue(
                    app, self._queue, url, stop, concurrency=1, drain_seconds=DRAIN_SECONDS
                )
        finally:
            stop.set()
            await rescuing
        if self._failure is not None:
            raise self._failure

    async def _take(self, job: int, batch: Batch, stop: asyncio.Event) -> None:
        key = f"batch {job}"
        if await unfinished_tries.begin_try(self._database, key) > MOST_UNFINISHED:
            await self._set_aside(batch)
            await unfinished_tries.forget_tries(self._database, key)
            return
        try:
            result = await carry_out(batch, self._ingestion)
            await note_problems(
                self._database, self._queue, result.problems, of_all=result.ends_stage
            )
            if result.ends_stage:
                await queued.drop_waiting(self._database, self._queue, batch.stage)
        except Exception as error:
            self._failure = error
            stop.set()
            raise
        finally:
            await unfinished_tries.take_back_try(self._database, key)
        self.documents += len(batch.ids)

    async def _set_aside(self, batch: Batch) -> None:
        if len(batch.ids) > 1:
            await queued.put_one_by_one(self._database, self._queue, batch)
            return
        done = "embedded" if batch.stage == "embed" else "summarised"
        reason = f"It was not {done}: {MOST_UNFINISHED} processes ended while they did it."
        problem = Problem(f"{batch.silo}/{batch.ids[0]}", reason)
        await note_problems(self._database, self._queue, [problem])
