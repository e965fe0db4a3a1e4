"""Vectors that were computed before, found again by the digest of their text.

The starter corpus ships with the vectors of its texts, so that the first start does not have to
embed it. A text that is not remembered, or an embedder of another name, is embedded as ever.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from retrieval.embedding.contract import IngestEmbedder, Vectors

FILE_NAME = "vectors.npz"
DIGEST_BYTES = 16
"""Chosen by hand: 128 bits do not meet by chance in any number of texts one can have."""


@dataclass(frozen=True, slots=True)
class EmbeddingCache:
    """An embedder that looks a text up before it embeds it."""

    embedder: IngestEmbedder
    vectors: Mapping[bytes, Vectors]

    @property
    def name(self) -> str:
        return self.embedder.name

    @property
    def dimensions(self) -> int:
        return self.embedder.dimensions

    @property
    def window(self) -> int:
        return self.embedder.window

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """One unit vector per text."""
        unknown = [text for text in texts if digest(text) not in self.vectors]
        fresh = dict(zip(unknown, self.embedder.embed_documents(unknown), strict=True))
        rows = [self.vectors[digest(text)] if text not in fresh else fresh[text] for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(texts), self.dimensions)

    def embed_query(self, text: str) -> Vectors:
        return self.embedder.embed_query(text)

    def count_tokens(self, text: str) -> int:
        return self.embedder.count_tokens(text)

    def token_spans(self, text: str) -> tuple[tuple[int, int], ...]:
        return self.embedder.token_spans(text)


def with_cached_embeddings(embedder: IngestEmbedder, corpus: Path) -> IngestEmbedder:
    """The embedder with what the corpus folder remembers for it, if anything."""
    path = corpus / FILE_NAME
    if not path.is_file():
        return embedder
    with np.load(path, allow_pickle=False) as stored:
        if str(stored["embedder"]) != embedder.name:
            return embedder
        keys, rows = stored["digests"], stored["vectors"].astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return EmbeddingCache(embedder, {bytes(key): row for key, row in zip(keys, rows, strict=True)})


def cache_file(embedder: str, vectors: Mapping[str, Vectors]) -> bytes:
    """The file that remembers these vectors by their texts; the same input, the same bytes."""
    by_digest = sorted((digest(text), vector) for text, vector in vectors.items())
    digests = np.frombuffer(b"".join(key for key, _ in by_digest), dtype=np.uint8)
    buffer = io.BytesIO()
    np.savez(
        buffer,
        embedder=np.array(embedder),
        digests=digests.reshape(-1, DIGEST_BYTES),
        vectors=np.array([row for _, row in by_digest], dtype=np.float16),
    )
    return buffer.getvalue()


def digest(text: str) -> bytes:
    """What a text is found by."""
    return hashlib.sha256(text.encode()).digest()[:DIGEST_BYTES]
