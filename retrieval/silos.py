"""The door to all silos: search one by name, open a document. A broken silo is an outcome."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from names.synonyms import synonyms_of
from retrieval.declaration.cards import SiloCard
from retrieval.documents import Document, DocumentRef, Filters
from retrieval.embedding.contract import Embedder
from retrieval.errors import (
    DocumentUnknown,
    EmbedderUnavailable,
    IndexMismatch,
    RerankerUnavailable,
    SiloUnavailable,
    SiloUnknown,
)
from retrieval.outcomes import Data, Empty, Found, Outcome, Unavailable
from retrieval.reranking.contract import Reranker
from retrieval.search.query_vectors import QueryVectors
from retrieval.stores.contract import Hit, SiloStore, StoreQuery

WARMING = "tumor board"
NOT_RERANKED = "The re-ranker {problem}, so these documents stand in the order of the first search."


class Archive(Protocol):
    """Keeps every version of every document that was ever staged."""

    async def document(self, ref: DocumentRef) -> Document:
        """The version asked for, or :class:`retrieval.errors.DocumentUnknown`."""
        ...


class Silos:
    """The declared silos over one store.

    ``archive`` finds the versions that the store has replaced; without one only the current
    version of a document can be opened. ``reranker`` orders what the store found anew.
    ``synonyms`` looks for the other names of genes and drugs, too."""

    def __init__(
        self,
        cards: Sequence[SiloCard],
        *,
        store: SiloStore,
        embedder: Embedder,
        archive: Archive | None = None,
        reranker: Reranker | None = None,
        synonyms: bool = False,
    ) -> None:
        self._cards = {card.name: card for card in cards}
        self._store = store
        self._vectors = QueryVectors(embedder)
        self._archive = archive
        self._reranker = reranker
        self._synonyms = synonyms

    @property
    def cards(self) -> tuple[SiloCard, ...]:
        return tuple(self._cards.values())

    async def search(
        self, silo: str, query: str, *, limit: int | None = None, filters: Filters | None = None
    ) -> Outcome:
        """The documents that fit the query, best first. Raises :class:`SiloUnknown` only."""
        card = self._card(silo)
        limit = card.returns if limit is None else limit
        depth = limit if self._reranker is None else max(limit, self._reranker.depth)
        if not query.strip():
            return Empty(f"The search of {card.title} had no words.")
        try:
            async with asyncio.timeout(card.seconds):
                vector = await self._vectors.vector(query)
                asked = _store_query(card, query, vector, depth, filters or Filters())
                if self._synonyms:
                    asked = replace(asked, also=synonyms_of(query))
                hits = await self._store.search(silo, asked)
        except TimeoutError:
            return Unavailable(f"{card.title} did not answer within {card.seconds:g} seconds.")
        except IndexMismatch:
            return Unavailable(f"{card.title} must be ingested again: the embedder was changed.")
        except EmbedderUnavailable as error:
            reason = error.detail or "the embedding model is missing."
            return Unavailable(f"{card.title} cannot be searched: {reason}")
        except SiloUnavailable:
            return Unavailable(f"{card.title} cannot be searched at the moment.")
        outcome = _outcome(card, hits)
        if isinstance(outcome, Data) and self._reranker is not None:
            return await _rerank(self._reranker, query, outcome, card, limit)
        return outcome

    async def open(self, ref: DocumentRef) -> Document:
        """Exactly this version. Raises :class:`DocumentUnknown` or :class:`SiloUnavailable`."""
        self._card(ref.silo)
        try:
            return await self._store.document(ref)
        except (DocumentUnknown, SiloUnavailable):
            if self._archive is None:
                raise
        return await self._archive.document(ref)

    async def count(self, silo: str) -> int:
        """How many documents can be searched. Raises :class:`SiloUnavailable`."""
        return await self._store.count(self._card(silo).name)

    async def preload(self) -> None:
        """Load every silo's index now, so that the first question does not wait for it.

        What does not answer is left for the searches to report."""
        with suppress(EmbedderUnavailable):
            vector = await self._vectors.vector(WARMING)
            await asyncio.gather(*(self._preload(card, vector) for card in self._cards.values()))

    async def _preload(self, card: SiloCard, vector: NDArray[np.float32]) -> None:
        with suppress(SiloUnavailable, IndexMismatch):
            await self._store.search(card.name, _store_query(card, WARMING, vector, 1, Filters()))

    async def close(self) -> None:
        """Let go of the store and the re-ranker. Closing twice is fine."""
        await self._store.close()
        if self._reranker is not None:
            await self._reranker.close()

    def _card(self, silo: str) -> SiloCard:
        try:
            return self._cards[silo]
        except KeyError:
            raise SiloUnknown(silo) from None


def _outcome(card: SiloCard, hits: Sequence[Hit]) -> Outcome:
    found = tuple(_found(hit) for hit in hits if hit.lexical > 0 or hit.dense >= card.floor)
    if found:
        return Data(found)
    if hits:
        return Empty(f"{card.title} holds nothing that is close to this query.")
    return Empty(f"{card.title} holds no document that fits.")


async def _rerank(reranker: Reranker, query: str, data: Data, card: SiloCard, limit: int) -> Data:
    """The first documents in the re-ranker's order; in their own, with a remark, without it. It
    gets as much time again as the silo had."""
    documents = [found.document for found in data.found]
    try:
        async with asyncio.timeout(card.seconds):
            judged = await reranker.rerank(query, documents)
    except TimeoutError:
        return Data(data.found[:limit], NOT_RERANKED.format(problem="did not answer in time"))
    except RerankerUnavailable:
        return Data(data.found[:limit], NOT_RERANKED.format(problem="did not answer"))
    pairs = sorted(zip(judged, data.found, strict=True), key=lambda pair: -pair[0].score)
    return Data(tuple(replace(found, spans=said.spans) for said, found in pairs[:limit]))


def _store_query(
    card: SiloCard, query: str, vector: NDArray[np.float32], limit: int, filters: Filters
) -> StoreQuery:
    return StoreQuery(
        text=query,
        vector=vector,
        limit=limit,
        filters=filters,
        fusion=card.fusion,
        alpha=card.alpha,
        candidates=card.candidates,
        nearest=card.nearest,
    )


def _found(hit: Hit) -> Found:
    return Found(document=hit.document, score=hit.score, lexical=hit.lexical, dense=hit.dense)
