"""An ingestion whose batches any number of processes take: once each, whoever dies on the way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.db.ingestion.batches import documents_elsewhere, documents_left, put
from bot.db.ingestion.problems import begin_noting, note_problems, problems_since
from bot.db.taking_over.unfinished_tries import begin_try
from bot.processes.ingesting.sharing import shared_batches
from bot.processes.ingesting.taking import MOST_UNFINISHED, BatchTaker, queue_of
from bot.settings import Settings
from retrieval.declaration.cards import read_cards
from retrieval.documents import Document
from retrieval.embedding.contract import Vectors
from retrieval.errors import EmbedderUnavailable, SummariserUnavailable
from retrieval.ingestion.batches import Batch
from retrieval.ingestion.components import Ingestion
from retrieval.ingestion.ingest import IndexReport, index_staged
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.reading_apart import ReaderProcesses
from retrieval.ingestion.staging import Staging
from retrieval.sql import Database, open_database
from retrieval.stores.embedded import EmbeddedStore
from tests.unit.retrieval.fakes import WordEmbedder

IDS = tuple(f"d{number}" for number in range(6))
LONG = "One sentence on olaparib and its dose. " * 600
"""Two of them are more than a batch."""


class SlowEmbedder(WordEmbedder):
    """Takes its time, so that another process gets some of the work; or refuses to work."""

    failure: EmbedderUnavailable | None = None

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        if self.failure:
            raise self.failure
        time.sleep(0.15)
        return super().embed_documents(texts)


class RefusedWriter:
    """A summariser whose key nobody accepts."""

    name = "refused"
    asked = 0

    async def summarise(self, document: Document, card: object) -> str:
        self.asked += 1
        raise SummariserUnavailable("The key is refused.", for_all=True)


class Shared:
    """Six long documents that wait to be embedded, and one process of the ingestion."""

    def __init__(self, home: Path, database: Database, readers: ReaderProcesses) -> None:
        self.settings = Settings(_env_file=None, home=home)
        self.database, self.readers = database, readers
        self.staging = Staging(database)
        self.here = self.process()

    def process(self) -> Ingestion:
        """The parts of another process with the same settings."""
        embedder = SlowEmbedder()
        return Ingestion(
            cards=read_cards(), staging=self.staging, embedder=embedder, readers=self.readers,
            store=EmbeddedStore(self.settings.silo_file, embedder=embedder.name),
        )  # fmt: skip

    @property
    def queue(self) -> str:
        return queue_of(self.here, self.settings)

    async def index(self, ingestion: Ingestion | None = None) -> IndexReport:
        run = shared_batches(self.settings)
        return await index_staged(["pubmed"], ingestion or self.here, lambda _: None, run)

    async def rows(self, query: str) -> Sequence[sa.Row[tuple[object, ...]]]:
        async with self.database.transaction() as connection:
            return (await connection.execute(sa.text(query))).all()


def embedded(ingestion: Ingestion) -> int:
    assert isinstance(ingestion.embedder, SlowEmbedder)
    return ingestion.embedder.embedded


@pytest.fixture
async def shared(
    tmp_path: Path, database_url: str, readers: ReaderProcesses
) -> AsyncIterator[Shared]:
    async with open_database(database_url) as database:
        shared = Shared(tmp_path, database, readers)
        for name in IDS:
            document = Document(silo="pubmed", id=name, version="1", title=name, text=LONG)
            await shared.staging.stage("pubmed", f"{name}.md", name, [document])
        yield shared
        await shared.here.store.close()


async def test_two_processes_share_the_work_and_nothing_is_left(shared: Shared) -> None:
    other, stop = shared.process(), asyncio.Event()
    taker = BatchTaker(other, shared.database, shared.queue)
    taking = asyncio.create_task(taker.run(stop))
    report = await shared.index()
    stop.set()
    await taking
    await other.store.close()
    assert (report.written, report.held, report.problems) == (6, 6, ())
    chunks = embedded(shared.here) + embedded(other)
    assert 0 < taker.documents < len(IDS)
    assert embedded(other) * len(IDS) == chunks * taker.documents, "each once"
    assert await shared.here.store.count("pubmed") == 6
    assert not await shared.rows("select 1 from procrastinate_jobs")
    assert not await shared.rows("select 1 from unfinished_tries")
    assert (await shared.index()).written == 0


async def test_what_a_killed_process_left_is_carried_out_and_queued_once(shared: Shared) -> None:
    await put(shared.database, shared.queue, [Batch("embed", "pubmed", IDS[:4])])
    await shared.rows("update procrastinate_jobs set status = 'doing' returning id")
    await put(shared.database, shared.queue, [Batch("embed", "pubmed", IDS)])
    left = await shared.rows("select args->'ids', status::text from procrastinate_jobs order by id")
    assert [tuple(row) for row in left] == [(list(IDS[:4]), "todo"), (list(IDS[4:]), "todo")]
    assert (await shared.index()).written == 6
    assert await documents_left(shared.database, shared.queue, "embed") == 0


async def test_documents_that_end_processes_are_tried_alone_and_set_aside(shared: Shared) -> None:
    await put(shared.database, shared.queue, [Batch("embed", "pubmed", IDS[:2])])
    await put(shared.database, shared.queue, [Batch("embed", "pubmed", IDS[2:3])])
    for (job,) in await shared.rows("select id from procrastinate_jobs"):
        for _ in range(MOST_UNFINISHED):
            await begin_try(shared.database, f"batch {job}")
    report = await shared.index()
    assert [problem.path for problem in report.problems] == ["pubmed/d2"]
    assert "2 processes ended" in report.problems[0].reason
    assert report.written == 5
    assert await shared.here.store.count("pubmed") == 5
    assert not await shared.rows("select 1 from unfinished_tries")


async def test_an_embedder_that_is_away_ends_it_and_the_next_run_goes_on(shared: Shared) -> None:
    assert isinstance(shared.here.embedder, SlowEmbedder)
    shared.here.embedder.failure = EmbedderUnavailable("Away.")
    with pytest.raises(EmbedderUnavailable):
        await shared.index()
    assert await documents_left(shared.database, shared.queue, "embed") == 6
    shared.here.embedder.failure = None
    assert (await shared.index()).written == 6


async def test_problems_of_one_that_ended_early_are_not_told_by_the_next(shared: Shared) -> None:
    left = Problem("pubmed/d0", "It was not embedded: 2 processes ended while they did it.")
    await note_problems(shared.database, shared.queue, [left])
    report = await shared.index()
    assert (report.written, report.problems) == (6, ())


async def test_ingestions_at_once_tell_each_what_became_of_its_own_documents(
    shared: Shared,
) -> None:
    own, other = Problem("pubmed/d0", "It was not embedded."), Problem("pubmed/d1", "Nor was this.")
    database, queue = shared.database, shared.queue
    first = await begin_noting(database)
    await note_problems(database, queue, [own])
    second = await begin_noting(database)
    await note_problems(database, queue, [other])
    assert await problems_since(database, queue, second, {own.path}) == ()
    assert await problems_since(database, queue, first, {own.path, other.path}) == (own, other)
    # Both had queued it: one that ends first takes nothing from the other.
    await note_problems(database, queue, [own])
    assert await problems_since(database, queue, first, {own.path}) == (own,)
    assert await problems_since(database, queue, second, {own.path}) == (own,)
    refused = Problem("pubmed/d2", "The key is refused.")
    await note_problems(database, queue, [refused], of_all=True)
    assert await problems_since(database, queue, first, {"pubmed/d3"}) == (refused,)


async def test_a_key_that_is_refused_is_asked_once_and_told(shared: Shared) -> None:
    writer = RefusedWriter()
    report = await shared.index(replace(shared.here, summariser=writer))
    assert len(report.problems) == 1
    assert report.problems[0].reason.endswith("The key is refused.")
    assert (writer.asked, report.written) == (1, 6)


async def test_another_embedder_or_store_takes_nothing(shared: Shared) -> None:
    await put(shared.database, shared.queue, [Batch("embed", "pubmed", IDS)])
    strange = replace(shared.here, embedder=WordEmbedder("others"))
    elsewhere = queue_of(shared.here, Settings(_env_file=None, home=Path("/elsewhere")))
    for queue in (queue_of(strange, shared.settings), elsewhere):
        assert await documents_left(shared.database, queue, "embed") == 0
        assert await documents_elsewhere(shared.database, queue) == 6
