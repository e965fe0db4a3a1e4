"""Stand-ins that behave: an embedder of hashed words, and a store that answers as told."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from retrieval.documents import Document, DocumentRef
from retrieval.embedding.contract import Vectors
from retrieval.errors import DocumentUnknown, RetrievalError
from retrieval.stores.contract import EmbeddedDocument, Hit, StoreQuery

_WORD = re.compile(r"\w+")


class WordEmbedder:
    """Texts that share words are near. Counts the texts it was given."""

    dimensions = 64

    def __init__(self, name: str = "words-64", window: int = 256) -> None:
        self.name = name
        self.window = window
        self.embedded = 0

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        self.embedded += len(texts)
        return np.stack([self.embed_query(text) for text in texts])

    def embed_query(self, text: str) -> NDArray[np.float32]:
        vector = np.full(self.dimensions, 0.001, np.float32)
        for word in _WORD.findall(text.lower())[: self.window]:
            vector[hashlib.sha256(word.encode()).digest()[0] % self.dimensions] += 1
        unit: NDArray[np.float32] = vector / np.linalg.norm(vector)
        return unit

    def count_tokens(self, text: str) -> int:
        return len(self.token_spans(text))

    def token_spans(self, text: str) -> tuple[tuple[int, int], ...]:
        return tuple(found.span() for found in _WORD.finditer(text))


class ToldStore:
    """Answers every search with these hits, after a while, or with this failure."""

    def __init__(
        self,
        hits: Sequence[Hit] = (),
        *,
        failure: RetrievalError | None = None,
        seconds: float = 0.0,
    ) -> None:
        self._hits = tuple(hits)
        self._failure = failure
        self._seconds = seconds
        self.asked: list[StoreQuery] = []
        self.closed = 0

    async def search(self, silo: str, query: StoreQuery) -> tuple[Hit, ...]:
        self.asked.append(query)
        await asyncio.sleep(self._seconds)
        if self._failure is not None:
            raise self._failure
        return self._hits[: query.limit]

    async def document(self, ref: DocumentRef) -> Document:
        if self._failure is not None:
            raise self._failure
        for hit in self._hits:
            if hit.document.ref == ref:
                return hit.document
        raise DocumentUnknown(ref.id)

    async def upsert(self, silo: str, documents: Sequence[EmbeddedDocument]) -> None:
        raise NotImplementedError

    async def delete(self, silo: str, ids: Sequence[str]) -> int:
        raise NotImplementedError

    async def count(self, silo: str) -> int:
        return len(self._hits)

    async def close(self) -> None:
        self.closed += 1
