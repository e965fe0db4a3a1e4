"""The composition root: builds everything from one ``Settings`` and closes what it opened."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import SecretStr

from agents.answering import Answerer
from agents.cores import Core
from agents.errors import ModelMisconfigured
from agents.extractive.core import ExtractiveCore
from agents.memory.database import Memory
from agents.run.limits import Limits
from bot.settings import Settings
from retrieval.declaration.cards import SiloCard, read_cards
from retrieval.documents import Document, DocumentRef
from retrieval.embedding import ClosableEmbedder, open_embedder
from retrieval.errors import SiloUnavailable
from retrieval.ingestion.sources.catalogue import Access
from retrieval.ingestion.staging.staging import Staging
from retrieval.ingestion.summaries import Extractive, Summariser
from retrieval.reranking import open_reranker
from retrieval.reranking.contract import Reranker
from retrieval.silos import Silos
from retrieval.stores.contract import IngestStore
from retrieval.stores.embedded import EmbeddedStore
from retrieval.stores.weaviate import Address


@dataclass(frozen=True, slots=True)
class Consultation:
    """What answering needs."""

    memory: Memory
    silos: Silos
    answerer: Answerer


@dataclass(frozen=True, slots=True)
class StagedDocuments:
    """The declared silos and every version of their documents, without an index."""

    cards: tuple[SiloCard, ...]
    staging: Staging

    async def open(self, ref: DocumentRef) -> Document:
        """Raises :class:`retrieval.errors.DocumentUnknown`."""
        return await self.staging.document(ref)


@asynccontextmanager
async def open_consultation(settings: Settings, database_url: str) -> AsyncIterator[Consultation]:
    """Memory, silos and a core, joined."""
    async with (
        open_memory(database_url) as memory,
        open_silos(settings, database_url) as silos,
    ):
        await silos.warm()
        core = await asyncio.to_thread(open_core, settings)
        answerer = Answerer(memory=memory, core=core, silos=silos, limits=limits(settings))
        yield Consultation(memory, silos, answerer)


@asynccontextmanager
async def open_memory(database_url: str) -> AsyncIterator[Memory]:
    """The journal and the conversations."""
    memory = await Memory.connect(database_url)
    try:
        yield memory
    finally:
        await memory.close()


@asynccontextmanager
async def open_silos(settings: Settings, database_url: str) -> AsyncIterator[Silos]:
    """The silos over their store, with the staged versions behind them."""
    reranker = await asyncio.to_thread(reranker_of, settings)
    try:
        async with open_ingestion(settings, database_url) as (staging, store, embedder):
            yield Silos(
                declared_silos(settings),
                store=store,
                embedder=embedder,
                archive=staging,
                reranker=reranker,
                synonyms=settings.synonyms,
            )
    finally:
        if reranker is not None:
            await reranker.close()


@asynccontextmanager
async def open_documents(settings: Settings, url: str) -> AsyncIterator[StagedDocuments]:
    """The silos for a process that shows documents and does not search."""
    async with open_staging(url) as staging:
        yield StagedDocuments(declared_silos(settings), staging)


@asynccontextmanager
async def open_staging(database_url: str) -> AsyncIterator[Staging]:
    """The staging table alone."""
    staging = await Staging.connect(database_url)
    try:
        yield staging
    finally:
        await staging.close()


def declared_silos(settings: Settings) -> tuple[SiloCard, ...]:
    """The shipped silos, then those of the hospital's own file. Raises
    :class:`retrieval.errors.DeclarationInvalid`."""
    return read_cards(settings.silos)


def source_access(settings: Settings) -> Access:
    """How public sources are reached."""
    return Access(
        addresses=settings.source_addresses,
        contact=settings.contact or "",
        ncbi_api_key=_revealed(settings.ncbi_api_key),
        openfda_api_key=_revealed(settings.openfda_api_key),
    )


@asynccontextmanager
async def open_ingestion(
    settings: Settings, database_url: str
) -> AsyncIterator[tuple[Staging, IngestStore, ClosableEmbedder]]:
    """What ingestion writes to."""
    embedder = await asyncio.to_thread(embedder_of, settings)
    staging = await Staging.connect(database_url)
    store = open_store(settings, await asyncio.to_thread(lambda: embedder.name))
    try:
        yield staging, store, embedder
    finally:
        await store.close()
        await staging.close()
        embedder.close()


def open_store(
    settings: Settings, embedder: str, kind: Literal["embedded", "weaviate", ""] = ""
) -> IngestStore:
    """The store of the silos: Weaviate where its address is set, else the embedded one; or the
    one that is asked for. Connects when it is first used."""
    if kind == "weaviate" or (settings.weaviate_url and not kind):
        from retrieval.stores.weaviate import WeaviateStore

        return WeaviateStore(weaviate_address(settings), embedder=embedder)
    settings.home.mkdir(parents=True, exist_ok=True)
    return EmbeddedStore(settings.silo_file, embedder=embedder)


def weaviate_address(settings: Settings) -> Address:
    """Where Weaviate is, from the settings. Raises :class:`retrieval.errors.SiloUnavailable`."""
    if not settings.weaviate_url:
        detail = "Set CURBSIDE_WEAVIATE_URL to http(s)://host:port."
        raise SiloUnavailable(detail)
    return Address(
        url=settings.weaviate_url,
        grpc=settings.weaviate_grpc or "",
        api_key=_revealed(settings.weaviate_api_key),
        replicas=settings.weaviate_replicas,
        compression=settings.weaviate_compression,
        seconds=settings.weaviate_seconds,
    )


def embedder_of(settings: Settings) -> ClosableEmbedder:
    """The embedder that is set. Blocking. Raises
    :class:`retrieval.errors.EmbedderUnavailable`."""
    return open_embedder(
        settings.embedder,
        url=settings.embedder_url or "",
        cohere_api_key=_revealed(settings.cohere_api_key),
        models_folder=_folder(settings.models_folder),
    )


def reranker_of(settings: Settings) -> Reranker | None:
    """The re-ranker that is set, if any. Blocking. Raises
    :class:`retrieval.errors.RerankerUnavailable`."""
    return open_reranker(
        settings.reranker,
        url=settings.reranker_url or "",
        cohere_api_key=_revealed(settings.cohere_api_key),
        models_folder=_folder(settings.models_folder),
    )


def _revealed(secret: SecretStr | None) -> str:
    return "" if secret is None else secret.get_secret_value()


def _folder(path: str | None) -> Path | None:
    return Path(path) if path else None


def open_core(settings: Settings) -> Core:
    """What thinks: the chat model that is set, or the extractive core."""
    if settings.model is None:
        return ExtractiveCore()
    from agents.llm.core import open_llm_core

    return open_llm_core(
        model=settings.model,
        fallback=settings.fallback_model,
        base_url=settings.model_url,
        seconds=settings.model_seconds,
    )


def summariser_of(settings: Settings) -> Summariser | None:
    """Who writes summaries for the focus of a silo, if anybody. Blocking. Raises
    :class:`agents.errors.ModelMisconfigured`."""
    if settings.summaries == "none":
        return None
    if settings.summaries == "extractive":
        return Extractive()
    if settings.model is None:
        detail = "CURBSIDE_SUMMARIES=model needs CURBSIDE_MODEL."
        raise ModelMisconfigured(detail)
    from agents.llm.summaries import open_model_summariser

    return open_model_summariser(
        model=settings.model,
        fallback=settings.fallback_model,
        base_url=settings.model_url,
        seconds=settings.model_seconds,
    )


def limits(settings: Settings) -> Limits:
    """How far a run may go."""
    return Limits(
        steps=settings.max_steps, seconds=settings.max_seconds, tokens=settings.max_tokens
    )
