"""The composition root: builds everything from one ``Settings`` and closes what it opened."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from agents.answering import Answerer
from agents.cores import Core
from agents.extractive.core import ExtractiveCore
from agents.limits import Limits
from agents.memory.database import Memory
from bot.settings import Settings
from retrieval.cards import SiloCard, read_cards
from retrieval.documents import Document, DocumentRef
from retrieval.embedded import EmbeddedStore
from retrieval.minilm import MiniLM
from retrieval.silos import Silos
from retrieval.staging.staging import Staging


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
    async with open_ingestion(settings, database_url) as (staging, store, embedder):
        yield Silos(read_cards(), store=store, embedder=embedder, archive=staging)


@asynccontextmanager
async def open_documents(database_url: str) -> AsyncIterator[StagedDocuments]:
    """The silos for a process that shows documents and does not search."""
    staging = await Staging.connect(database_url)
    try:
        yield StagedDocuments(read_cards(), staging)
    finally:
        await staging.close()


@asynccontextmanager
async def open_ingestion(
    settings: Settings, database_url: str
) -> AsyncIterator[tuple[Staging, EmbeddedStore, MiniLM]]:
    """What ingestion writes to."""
    embedder = await asyncio.to_thread(MiniLM)
    settings.home.mkdir(parents=True, exist_ok=True)
    staging = await Staging.connect(database_url)
    store = EmbeddedStore(settings.silo_file, embedder=embedder.name)
    try:
        yield staging, store, embedder
    finally:
        await store.close()
        await staging.close()
        embedder.close()


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


def limits(settings: Settings) -> Limits:
    """How far a run may go."""
    return Limits(
        steps=settings.max_steps, seconds=settings.max_seconds, tokens=settings.max_tokens
    )
