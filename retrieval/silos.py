"""All silos behind one object: search one by name, open a document. A broken silo is an outcome."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from copy import copy
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
    StoreDamaged,
)
from retrieval.outcomes import Data, Empty, FoundDocument, Outcome, Unavailable
from retrieval.reranking.contract import Reranker
from retrieval.search.deduplication import DEEPER, fold_copies, without_unrelated
from retrieval.search.fusion_weights import FusionWeights
from retrieval.search.query_vectors import QueryVectors
from retrieval.stores.contract import Hit, SiloStore, StoreQuery

WARMING = "tumor board"
BY_WORDS = "The documents were found by their words alone: nothing may be embedded elsewhere."
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
        self._publishers = _publishers_of_own(cards)
        self._store = store
        self._vectors = QueryVectors(embedder)
        self._archive = archive
        self._reranker = reranker
        self._synonyms = synonyms
        self._weights: tuple[float, ...] = ()
        self._words_only = False
        self._is_distinct = False
        self._embedder = embedder

    @property
    def cards(self) -> tuple[SiloCard, ...]:
        return tuple(self._cards.values())

    def asking_less(self, *, embedder: bool, reranker: bool) -> Silos:
        """The same silos that ask the embedder and the re-ranker only where that is true. Without
        the embedder documents are found by their words."""
        other = copy(self)
        other._words_only = not embedder
        other._reranker = self._reranker if reranker else None
        return other

    def weighing_by(self, weights: FusionWeights) -> Silos:
        """The same silos that fuse by these weights, where their card says ``learned``."""
        other = copy(self)
        other._weights = weights.values
        return other

    def without_repeats(self) -> Silos:
        """The same silos for a reader who reads all that a search returns: documents that name
        nothing of what the query names are left out, and near-copies stand behind as such."""
        other = copy(self)
        other._is_distinct = True
        return other

    async def search(
        self,
        silo: str,
        query: str,
        *,
        limit: int | None = None,
        filters: Filters | None = None,
        seen: frozenset[str] = frozenset(),
    ) -> Outcome:
        """The documents that fit the query, best first, but for those whose id was ``seen``.
        Raises :class:`SiloUnknown` only."""
        card = self._card(silo)
        limit = card.returns if limit is None else limit
        ranked = (limit + len(seen)) * (DEEPER if self._is_distinct else 1)
        depth = ranked if self._reranker is None else max(ranked, self._reranker.depth)
        if not query.strip():
            return Empty(f"The search of {card.title} had no words.")
        hits = await self._hits(card, query, depth, filters or Filters())
        if isinstance(hits, Unavailable):
            return hits
        outcome = _outcome(card, hits, by_words=self._words_only)
        if not isinstance(outcome, Data):
            return outcome
        if self._reranker is not None:
            outcome = await _rerank(self._reranker, query, outcome, card, ranked)
        if self._is_distinct:
            return await asyncio.to_thread(_distinct, card, query, outcome, limit, seen)
        return _unseen(card, outcome, limit, seen)

    async def _hits(
        self, card: SiloCard, query: str, depth: int, filters: Filters
    ) -> Sequence[Hit] | Unavailable:
        try:
            async with asyncio.timeout(card.seconds):
                asked = await self._store_query(card, query, depth, filters)
                asked = replace(asked, weights=self._weights)
                if self._synonyms:
                    asked = replace(asked, also=synonyms_of(query))
                hits = await self._store.search(card.name, asked)
                return [replace(hit, document=self._with_publisher(hit.document)) for hit in hits]
        except TimeoutError:
            return Unavailable(f"{card.title} did not answer within {card.seconds:g} seconds.")
        except IndexMismatch:
            return Unavailable(f"{card.title} must be ingested again: the embedder was changed.")
        except EmbedderUnavailable as error:
            reason = error.detail or "the embedding model is missing."
            return Unavailable(f"{card.title} cannot be searched: {reason}")
        except StoreDamaged as error:
            return Unavailable(f"{card.title} cannot be searched: {error}")
        except SiloUnavailable:
            return Unavailable(f"{card.title} cannot be searched at the moment.")

    async def _store_query(
        self, card: SiloCard, query: str, limit: int, filters: Filters
    ) -> StoreQuery:
        if not self._words_only:
            vector = await self._vectors.vector(query)
            return _store_query(card, query, vector, limit, filters)
        # A store wants a vector; without a weight, its direction means nothing.
        length = await asyncio.to_thread(lambda: self._embedder.dimensions)
        asked = _store_query(card, query, np.eye(1, length, dtype=np.float32)[0], limit, filters)
        return replace(asked, fusion="relative_score", alpha=0.0)

    async def open(self, ref: DocumentRef) -> Document:
        """Exactly this version, also a record that no silo holds. Raises :class:`DocumentUnknown`
        or :class:`SiloUnavailable`."""
        if ref.silo not in self._cards and self._archive is not None:
            return await self._archive.document(ref)
        self._card(ref.silo)  # raises SiloUnknown
        try:
            return self._with_publisher(await self._store.document(ref))
        except (DocumentUnknown, SiloUnavailable):
            if self._archive is None:
                raise
        return self._with_publisher(await self._archive.document(ref))

    def _with_publisher(self, document: Document) -> Document:
        """The document with who published it, where only its silo tells that."""
        name = self._publishers.get(document.silo, "")
        return (
            replace(document, organisation=name) if name and not document.organisation else document
        )

    async def count(self, silo: str) -> int:
        """How many documents can be searched. Raises :class:`SiloUnavailable`."""
        return await self._store.count(self._card(silo).name)

    async def preload(self) -> None:
        """Load every silo's index now, so that the first question does not wait for it.

        What does not answer is left for the searches to report."""
        with suppress(EmbedderUnavailable):
            if self._words_only:
                return
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


def _outcome(card: SiloCard, hits: Sequence[Hit], *, by_words: bool = False) -> Outcome:
    floor = np.inf if by_words else card.floor
    near = (hit for hit in hits if hit.lexical > 0 or hit.dense >= floor)
    found = tuple(map(_found_document, near))
    if found:
        return Data(found, BY_WORDS if by_words else "")
    if hits:
        return Empty(f"{card.title} holds nothing that is close to this query.")
    return Empty(f"{card.title} holds no document that fits.")


def _distinct(
    card: SiloCard, query: str, data: Data, limit: int, seen: frozenset[str]
) -> Data | Empty:
    """What names what the query names, near-copies behind the document they are copies of."""
    near, named = without_unrelated(data.found, query)
    if not near:
        return Empty(f"{card.title} holds nothing close to this query that names {named}.")
    folded = fold_copies(near, query)
    outcome = _unseen(card, replace(data, found=folded.kept), limit, seen)
    if isinstance(outcome, Empty):
        return outcome
    shown = {found.document.id for found in outcome.found}
    copies = tuple(one for one, better in folded.copies if better.document.id in shown)
    return replace(outcome, copies=copies)


def _unseen(card: SiloCard, data: Data, limit: int, seen: frozenset[str]) -> Data | Empty:
    """The first documents that were not seen."""
    new = tuple(found for found in data.found if found.document.id not in seen)
    if not new:
        return Empty(f"{card.title} holds no further document that is close to this query.")
    return replace(data, found=new[:limit], left=len(new[limit:]))


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


def _found_document(hit: Hit) -> FoundDocument:
    return FoundDocument(
        document=hit.document,
        score=hit.score,
        lexical=hit.lexical,
        dense=hit.dense,
    )


def _publishers_of_own(cards: Sequence[SiloCard]) -> dict[str, str]:
    """Own silo → who published its documents that do not state it, as PDF and Word files: the name
    by which people ask for the silo, unless there are several. The name of a shipped silo (ESMO) is
    asked for as well and did not publish what the hospital wrote: then it is the silo's title."""
    shipped = {name for card in cards if not card.is_own for name in card.publishers}
    own = [card for card in cards if card.is_own and len(card.publishers) == 1]
    return {
        card.name: card.title if shipped.issuperset(card.publishers) else card.publishers[0]
        for card in own
    }
