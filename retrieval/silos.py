"""The door to all silos: search one by name, open a document. A broken silo is an outcome."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from retrieval.cards import SiloCard, read_cards
from retrieval.documents import Document, DocumentRef, Filters
from retrieval.embedder import Embedder
from retrieval.errors import (
    DocumentUnknown,
    EmbedderUnavailable,
    IndexMismatch,
    SiloUnavailable,
    SiloUnknown,
)
from retrieval.outcomes import Data, Empty, Found, Outcome, Unavailable
from retrieval.store import Hit, SiloStore, StoreQuery

__all__ = ["Archive", "SiloCard", "Silos", "read_cards"]


class Archive(Protocol):
    """Keeps every version of every document that was ever staged."""

    async def document(self, ref: DocumentRef) -> Document:
        """The version asked for, or :class:`retrieval.errors.DocumentUnknown`."""
        ...

    async def close(self) -> None: ...


class Silos:
    """The declared silos over one store.

    ``archive`` finds the versions that the store has replaced; without one only the current
    version of a document can be opened."""

    def __init__(
        self,
        cards: Sequence[SiloCard],
        *,
        store: SiloStore,
        embedder: Embedder,
        archive: Archive | None = None,
    ) -> None:
        self._cards = {card.name: card for card in cards}
        self._store = store
        self._embedder = embedder
        self._archive = archive

    @property
    def cards(self) -> tuple[SiloCard, ...]:
        return tuple(self._cards.values())

    async def search(
        self, silo: str, query: str, *, limit: int | None = None, filters: Filters | None = None
    ) -> Outcome:
        """The documents that fit the query, best first. Raises :class:`SiloUnknown` only."""
        card = self._card(silo)
        if not query.strip():
            return Empty(f"The search of {card.title} had no words.")
        try:
            async with asyncio.timeout(card.seconds):
                vector = await asyncio.to_thread(self._embedder.embed_query, query)
                asked = _asked(card, query, vector, limit, filters or Filters())
                hits = await self._store.search(silo, asked)
        except TimeoutError:
            return Unavailable(f"{card.title} did not answer within {card.seconds:g} seconds.")
        except IndexMismatch:
            return Unavailable(f"{card.title} must be ingested again: the embedder was changed.")
        except EmbedderUnavailable:
            return Unavailable(f"{card.title} cannot be searched: the embedding model is missing.")
        except SiloUnavailable:
            return Unavailable(f"{card.title} cannot be searched at the moment.")
        return _outcome(card, hits)

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

    async def warm(self) -> None:
        """Load every silo's index now, so that the first question does not wait for it.

        A silo that does not answer is left for its searches to report."""
        for card in self._cards.values():
            vector = await asyncio.to_thread(self._embedder.embed_query, card.title)
            with suppress(SiloUnavailable, IndexMismatch):
                await self._store.search(card.name, _asked(card, card.title, vector, 1, Filters()))

    async def close(self) -> None:
        """Let go of the store and the archive. Closing twice is fine."""
        await self._store.close()
        if self._archive is not None:
            await self._archive.close()

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


def _asked(
    card: SiloCard, query: str, vector: NDArray[np.float32], limit: int | None, filters: Filters
) -> StoreQuery:
    return StoreQuery(
        text=query,
        vector=vector,
        limit=card.returns if limit is None else limit,
        filters=filters,
        fusion=card.fusion,
        alpha=card.alpha,
        candidates=card.candidates,
        nearest=card.nearest,
    )


def _found(hit: Hit) -> Found:
    return Found(document=hit.document, score=hit.score, lexical=hit.lexical, dense=hit.dense)
