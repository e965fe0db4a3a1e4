"""Judged sets through the real path: embedded as ingestion does, written to a store, searched."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from evals.retrieval.judged_sets import SILO, JudgedSet
from evals.retrieval.measures import Ranking, scores_by_rank
from evals.retrieval.methods import DEPTH, RankingMethod
from names.synonyms import synonyms_of
from retrieval.declaration.cards import Chunks, SiloCard
from retrieval.documents import Document
from retrieval.embedding.contract import IngestEmbedder, Vectors
from retrieval.ingestion.embedding_texts import embedded_documents
from retrieval.reranking.contract import Reranker
from retrieval.stores.contract import EmbeddedDocument, IngestStore, StoreQuery

BATCH = 64
"""Documents embedded at once, as ingestion does."""
KEPT_AT_ONCE = 8 * BATCH
"""Chosen by hand: half a minute of embedding on two cores at most is lost by an interruption."""
WRITTEN_AT_ONCE = 500
"""Chosen by hand: one transaction of a second or less."""

Progress = Callable[[str, int, int], None]
"""What is done, how many of how many."""


@dataclass(frozen=True, slots=True)
class SearchRunner:
    """What judged sets are searched with."""

    store: IngestStore
    embedder: IngestEmbedder
    card: SiloCard
    reranker: Reranker | None
    cache: Path
    progress: Progress
    weights: tuple[float, ...] = ()
    """Of the learned fusion; empty: those that ship."""
    query_vectors: dict[str, Vectors] = field(default_factory=dict)
    """Filled as queries are asked: nine methods ask each."""

    async def fill(self, judged: JudgedSet) -> None:
        """Write the set's documents. Vectors are kept on disk by embedder, chunks and text."""
        embedded = await asyncio.to_thread(
            embed_with_cache, judged.documents, self.embedder, self.card.chunks, self.cache,
            lambda done, total: self.progress(f"Embedding {judged.name}", done, total),
        )  # fmt: skip
        for start in range(0, len(embedded), WRITTEN_AT_ONCE):
            await self.store.upsert(SILO, embedded[start : start + WRITTEN_AT_ONCE])
        await self.store.wait_until_indexed(SILO)

    async def rankings(self, judged: JudgedSet, method: RankingMethod) -> dict[str, Ranking]:
        """By query, the ranking of the method."""
        found: dict[str, Ranking] = {}
        for number, (query, text) in enumerate(judged.queries.items(), start=1):
            found[query] = scores_by_rank(await self._search(text, method))
            if number % 50 == 0 or number == len(judged.queries):
                self.progress(f"{judged.name}: {method.name}", number, len(judged.queries))
        return found

    async def _search(self, text: str, method: RankingMethod) -> list[str]:
        vector = self.query_vectors.get(text)
        if vector is None:
            vector = await asyncio.to_thread(self.embedder.embed_query, text)
            self.query_vectors[text] = vector
        fields = {"limit": DEPTH, **method.query_fields}
        also = synonyms_of(text) if method.synonyms else ()
        asked = StoreQuery(text=text, vector=vector, also=also, weights=self.weights, **fields)
        hits = await self.store.search(SILO, asked)
        # A method of one leg must not win by what only the other leg brought.
        alone = {"bm25": lambda hit: hit.lexical > 0}.get(method.name)
        documents = [hit.document for hit in hits if alone is None or alone(hit)]
        if method.reranked and self.reranker is not None:
            documents = await _rerank(self.reranker, text, documents)
        return [document.id for document in documents]


async def _rerank(reranker: Reranker, text: str, documents: Sequence[Document]) -> list[Document]:
    first, rest = list(documents[: reranker.depth]), list(documents[reranker.depth :])
    judged = await reranker.rerank(text, first)
    order = sorted(range(len(first)), key=lambda place: -judged[place].score)
    return [*(first[place] for place in order), *rest]


def embed_with_cache(
    documents: Sequence[Document],
    embedder: IngestEmbedder,
    chunks: Chunks,
    cache: Path,
    progress: Callable[[int, int], None],
) -> tuple[EmbeddedDocument, ...]:
    """The documents with their vectors. Blocking; minutes for thousands that are not kept. They
    are kept in parts, so that what was embedded before an interruption is there afterwards."""
    found: list[EmbeddedDocument] = []
    for start in range(0, len(documents), KEPT_AT_ONCE):
        part = documents[start : start + KEPT_AT_ONCE]
        path = cache / f"{_digest(part, embedder, chunks)}.npz"
        if not path.is_file():
            made: list[EmbeddedDocument] = []
            for first in range(0, len(part), BATCH):
                made += embedded_documents(part[first : first + BATCH], embedder, chunks)
                progress(start + len(made), len(documents))
            _write_vectors(path, [each.vectors for each in made])
        found += map(EmbeddedDocument, part, _read_vectors(path))
    return tuple(found)


def _digest(documents: Sequence[Document], embedder: IngestEmbedder, chunks: Chunks) -> str:
    digest = hashlib.sha256(f"{embedder.name}|{chunks.tokens}/{chunks.overlap}".encode())
    for document in documents:
        digest.update(f"{document.id}\x1f{document.sha256}".encode())
    return digest.hexdigest()[:32]


def _write_vectors(path: Path, vectors: Sequence[Vectors]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part.npz")
    np.savez(part, rows=np.concatenate(vectors), sizes=np.array([len(each) for each in vectors]))
    part.replace(path)


def _read_vectors(path: Path) -> list[Vectors]:
    with np.load(path, allow_pickle=False) as stored:
        rows, sizes = stored["rows"], stored["sizes"]
    return list(np.split(rows, np.cumsum(sizes)[:-1]))
