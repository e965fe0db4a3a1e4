"""The composition root: builds every part of a process from one ``Settings`` and closes it.

Nothing else in ``bot`` opens a pool for SQL, a store of silos or an embedder. A worker has three
connections or pools besides, each with its reason: the queue (procrastinate brings its own pool),
the leader election and the worker liveness (an advisory lock lives as long as its connection). What
is opened is closed in the opposite order, also when a later part fails to open.

Connections to PostgreSQL, per process (our own server allows 100):

=======================  ==================  ====================================================
process                  at most             what they are for
=======================  ==================  ====================================================
``worker``               ``workers`` + 11    the pool: one per run that is answered, 2 for
                                             callers (``curbside ask``) and 4 for short
                                             transactions; 3 of the queue (one of them listens);
                                             1 of the leader election; 1 of liveness
``listen``, ``serve``    8                   the pool, for short transactions
``api``, ``mcp``         ``workers`` + 4     the pool: one per run, 4 for short transactions
``ask``, ``replay``      5                   the pool: one for the run, 4 for short transactions
``ingest``, its ``join`` 10                  the pool; 2 on batches; 3 of their queue; 1 of liveness
every other command      4                   the pool, for short transactions
=======================  ==================  ====================================================
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from agents.memory.database import Memory
from bot.builders.sources import open_records, secret_value
from bot.settings import SHIPPED_CORPUS, Settings
from retrieval.declaration.cards import SiloCard, read_cards
from retrieval.declaration.record_cards import RecordCard
from retrieval.errors import SiloUnavailable
from retrieval.ingestion.reading_apart import ReaderProcesses
from retrieval.ingestion.staging.staged_documents import StagedDocuments
from retrieval.ingestion.staging.staging import Staging
from retrieval.providers.hosting import is_hosted
from retrieval.records.opening import cards_of
from retrieval.sql import Database, open_database

# What searches and answers is imported where it is opened: the processes that take Slack's events
# in do neither, and numpy alone takes 11 MB of each (measured).
if TYPE_CHECKING:
    from agents.answering import Answerer
    from retrieval.embedding import ClosableEmbedder
    from retrieval.ingestion.components import Ingestion
    from retrieval.records.library import RecordSources
    from retrieval.reranking.contract import Reranker
    from retrieval.silos import Silos
    from retrieval.stores.contract import IngestStore
    from retrieval.stores.weaviate import WeaviateStore

SHORT_TRANSACTIONS = 4
"""Connections beside those that runs keep. Chosen by hand: each is busy for milliseconds, so four
serve the narration of all runs, the sender and the rescue of lost jobs."""
EVENT_CONNECTIONS = 8
"""Of a process that takes Slack's events in. Chosen by hand: as many events are stored or routed
at a time, the next ones wait milliseconds."""

StoreKind = Literal["embedded", "weaviate"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class DatabaseParts:
    """What PostgreSQL keeps: for a process that neither searches nor embeds."""

    database: Database
    memory: Memory
    staging: Staging
    documents: StagedDocuments


@dataclass(frozen=True, slots=True)
class SearchParts:
    """What documents are found with."""

    silos: Silos
    sealed: Silos
    """The same for channels of which nothing may leave."""
    ingestion: Ingestion
    """The same store and embedder, for a process that fills the silos before it searches them."""
    records: RecordSources
    """What is asked for records beside the silos."""


@dataclass(frozen=True, slots=True)
class Consultation:
    """What questions are answered with."""

    database: Database
    memory: Memory
    search: SearchParts
    answerer: Answerer


@asynccontextmanager
async def open_database_parts(
    settings: Settings, database_url: str, connections: int = SHORT_TRANSACTIONS
) -> AsyncIterator[DatabaseParts]:
    """The journals, the staging table and the bot's tables of one database.

    Raises :class:`retrieval.errors.DatabaseUnavailable`."""
    async with open_database(database_url, connections=connections) as database:
        staging = Staging(database)
        documents = StagedDocuments(shown_cards(settings), staging)
        yield DatabaseParts(database, Memory(database), staging, documents)


def open_pool(database_url: str, connections: int) -> AbstractAsyncContextManager[Database]:
    """The pool alone, for a look at the tables that no declaration of silos must stand in the way
    of. Entering it raises :class:`retrieval.errors.DatabaseUnavailable`."""
    return open_database(database_url, connections=connections)


@asynccontextmanager
async def open_ingestion(settings: Settings, database_url: str) -> AsyncIterator[Ingestion]:
    """The parts that ingestion works with; who writes summaries is added by who needs it.

    Raises :class:`retrieval.errors.DatabaseUnavailable`,
    :class:`retrieval.errors.EmbedderUnavailable`."""
    async with AsyncExitStack() as stack:
        _, ingestion = await _ingestion(stack, settings, database_url, SHORT_TRANSACTIONS)
        yield ingestion


@asynccontextmanager
async def open_search(settings: Settings, database_url: str) -> AsyncIterator[SearchParts]:
    """The silos over their store, with the staged versions behind them.

    Raises what :func:`open_ingestion` raises, and
    :class:`retrieval.errors.RerankerUnavailable`."""
    async with AsyncExitStack() as stack:
        _, search = await _search(stack, settings, database_url, SHORT_TRANSACTIONS)
        yield search


@asynccontextmanager
async def open_consultation(
    settings: Settings, database_url: str, *, runs: int = 1
) -> AsyncIterator[Consultation]:
    """Memory, silos and a core, joined; the indexes are loaded.

    ``runs`` is how many are answered at the same time: each keeps a connection while it is
    answered. Raises what :func:`open_search` raises, and
    :class:`agents.errors.ModelMisconfigured`."""
    from bot.builders.answerer import FoundIn, build_answerer
    from bot.builders.cores import build_cores
    from bot.db.channels.rules import RulesOfChannels

    async with AsyncExitStack() as stack:
        connections = runs + SHORT_TRANSACTIONS
        loading = _load_in_thread(stack, lambda: build_cores(settings), lambda cores: None)
        database, search = await _search(stack, settings, database_url, connections)
        cores = await loading
        memory = Memory(database)
        rules = RulesOfChannels(settings, database)
        found_in = FoundIn(search.silos, search.sealed, search.records)
        answerer = build_answerer(settings, memory, cores, found_in, rules.run_rules)
        await search.silos.preload()
        yield Consultation(database, memory, search, answerer)


@asynccontextmanager
async def open_stores(
    settings: Settings, kinds: Sequence[StoreKind]
) -> AsyncIterator[tuple[IngestStore, ...]]:
    """The stores of these kinds, for copying from one to the other. No database is needed."""
    async with AsyncExitStack() as stack:
        embedder = await _loading_embedder(stack, settings)
        stores = []
        for kind in kinds:
            store = build_store(settings, embedder.name, kind)
            stack.push_async_callback(store.close)
            stores.append(store)
        yield tuple(stores)


async def _search(
    stack: AsyncExitStack, settings: Settings, database_url: str, connections: int
) -> tuple[Database, SearchParts]:
    from retrieval.records.library import RecordSources
    from retrieval.search.fusion_weights import read_fusion_weights
    from retrieval.silos import Silos

    reranker = await asyncio.to_thread(build_reranker, settings)
    if reranker is not None:
        stack.push_async_callback(reranker.close)
    database, ingestion = await _ingestion(stack, settings, database_url, connections)
    silos = Silos(
        ingestion.cards,
        store=ingestion.store,
        embedder=ingestion.embedder,
        archive=ingestion.staging,
        reranker=reranker,
        synonyms=settings.synonyms,
    ).weighing_by(read_fusion_weights(settings.fusion_weights, ingestion.embedder.name))
    sealed = silos.asking_less(
        embedder=_may_be_asked(settings.embedder, settings.trusts(settings.embedder_url)),
        reranker=_may_be_asked(settings.reranker, settings.trusts(settings.reranker_url)),
    )
    records = RecordSources(open_records(settings), ingestion.staging)
    stack.push_async_callback(records.close)
    return database, SearchParts(silos, sealed, ingestion, records)


def _may_be_asked(spec: str, is_trusted: bool) -> bool:
    """Whether a channel of which nothing may leave may ask an embedder or a re-ranker."""
    return is_trusted or not is_hosted(spec)


async def _ingestion(
    stack: AsyncExitStack, settings: Settings, database_url: str, connections: int
) -> tuple[Database, Ingestion]:
    """The embedder is loaded in a thread while PostgreSQL is asked whether it is there."""
    from retrieval.ingestion.components import Ingestion

    loading = _loading_embedder(stack, settings)
    database = await stack.enter_async_context(open_database(database_url, connections=connections))
    embedder = await loading
    store = build_store(settings, embedder.name)
    stack.push_async_callback(store.close)
    readers = stack.enter_context(ReaderProcesses())
    ingestion = Ingestion(
        readers=readers,
        cards=declared_silos(settings),
        staging=Staging(database),
        store=store,
        embedder=embedder,
        shipped=SHIPPED_CORPUS.name,
    )
    return database, ingestion


def _load_in_thread(
    stack: AsyncExitStack, build: Callable[[], T], close: Callable[[T], None]
) -> asyncio.Task[T]:
    """Build a part in a thread while others open; the stack closes it, however far it has come."""
    loading = asyncio.create_task(asyncio.to_thread(build))

    async def end() -> None:
        await asyncio.wait({loading})
        if not loading.cancelled() and loading.exception() is None:
            close(loading.result())

    stack.push_async_callback(end)
    return loading


def _loading_embedder(stack: AsyncExitStack, settings: Settings) -> asyncio.Task[ClosableEmbedder]:
    return _load_in_thread(
        stack, lambda: build_embedder(settings), lambda embedder: embedder.close()
    )


def shown_cards(settings: Settings) -> tuple[SiloCard | RecordCard, ...]:
    """The cards of the silos, then of the sources of records: all that a step may name. Raises
    :class:`retrieval.errors.DeclarationInvalid`."""
    return (*declared_silos(settings), *cards_of(settings.record_services))


def declared_silos(settings: Settings) -> tuple[SiloCard, ...]:
    """The shipped silos, then those of the hospital's own file. Raises DeclarationInvalid."""
    return read_cards(settings.silos)


def build_store(settings: Settings, embedder: str, kind: StoreKind | None = None) -> IngestStore:
    """The store of the silos: Weaviate where its address is set, else the embedded one; or the
    one that is asked for. Connects when it is first used. ``embedder`` is the embedder's name."""
    if kind == "weaviate" or (settings.weaviate_url and kind is None):
        return build_weaviate_store(settings, embedder)
    from retrieval.stores.embedded import EmbeddedStore

    settings.home.mkdir(parents=True, exist_ok=True)
    return EmbeddedStore(settings.silo_file, embedder=embedder)


def build_weaviate_store(
    settings: Settings, embedder: str, *, prefix: str | None = None
) -> WeaviateStore:
    """The Weaviate that is set. ``prefix`` begins the names of its collections instead of the
    usual one. Raises :class:`retrieval.errors.SiloUnavailable` when no address is set."""
    from retrieval.stores.weaviate import WeaviateAddress, WeaviateStore

    if not settings.weaviate_url:
        detail = "Set CURBSIDE_WEAVIATE_URL to http(s)://host:port."
        raise SiloUnavailable(detail)
    address = WeaviateAddress(
        url=settings.weaviate_url,
        grpc=settings.weaviate_grpc or "",
        api_key=secret_value(settings.weaviate_api_key),
        replicas=settings.weaviate_replicas,
        compression=settings.weaviate_compression,
        seconds=settings.weaviate_seconds,
    )
    if prefix is not None:
        address = replace(address, prefix=prefix)
    return WeaviateStore(address, embedder=embedder)


def build_embedder(settings: Settings) -> ClosableEmbedder:
    """The embedder that is set. Blocking: it loads files. The caller closes it. Raises
    :class:`retrieval.errors.EmbedderUnavailable`."""
    from retrieval.embedding import open_embedder

    return open_embedder(
        settings.embedder,
        url=settings.embedder_url or "",
        cohere_api_key=secret_value(settings.cohere_api_key),
        models_folder=_folder(settings.models_folder),
        is_trusted=settings.trusts(settings.embedder_url),
    )


def build_reranker(settings: Settings) -> Reranker | None:
    """The re-ranker that is set, if any. As above; raises RerankerUnavailable."""
    from retrieval.reranking import open_reranker

    return open_reranker(
        settings.reranker,
        url=settings.reranker_url or "",
        cohere_api_key=secret_value(settings.cohere_api_key),
        models_folder=_folder(settings.models_folder),
        is_trusted=settings.trusts(settings.reranker_url),
    )


def _folder(path: str | None) -> Path | None:
    return Path(path) if path else None
