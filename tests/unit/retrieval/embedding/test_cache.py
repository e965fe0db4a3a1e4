"""Vectors that were computed before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from evals.corpus.vectors import corpus_texts
from retrieval.embedding.cache import (
    FILE_NAME,
    EmbeddingCache,
    cache_file,
    digest,
    with_cached_embeddings,
)
from retrieval.embedding.contract import Vectors
from retrieval.embedding.minilm.embedder import MiniLM


class Counting:
    """An embedder of two dimensions that remembers what it was asked."""

    name, dimensions, window = "counting", 2, 256

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return np.array([[0.0, 1.0]] * len(texts), dtype=np.float32).reshape(len(texts), 2)

    def embed_query(self, text: str) -> Vectors:
        return np.array([0.0, 1.0], dtype=np.float32)

    def count_tokens(self, text: str) -> int:
        return len(text)

    def token_spans(self, text: str) -> tuple[tuple[int, int], ...]:
        return ()


KNOWN = {"known": np.array([1.0, 0.0], dtype=np.float32)}


def test_only_what_is_not_remembered_is_embedded(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(cache_file("counting", KNOWN))
    inner = Counting()
    vectors = with_cached_embeddings(inner, tmp_path).embed_documents(["new", "known", "new"])
    assert inner.asked == ["new", "new"]
    assert vectors.tolist() == [[0.0, 1.0], [1.0, 0.0], [0.0, 1.0]]


def test_another_embedders_vectors_are_not_used(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(cache_file("another", KNOWN))
    inner = Counting()
    assert with_cached_embeddings(inner, tmp_path) is inner


def test_a_folder_without_the_file_is_embedded_as_ever(tmp_path: Path) -> None:
    inner = Counting()
    assert with_cached_embeddings(inner, tmp_path) is inner


def test_the_same_vectors_give_the_same_bytes() -> None:
    both = KNOWN | {"other": np.array([0.0, 1.0], dtype=np.float32)}
    assert cache_file("e", both) == cache_file("e", dict(reversed(both.items())))


@pytest.mark.slow
def test_the_shipped_vectors_are_those_of_the_shipped_corpus(corpus: Path) -> None:
    embedder = MiniLM()
    known = with_cached_embeddings(embedder, corpus)
    assert isinstance(known, EmbeddingCache)
    texts = corpus_texts(corpus, embedder)
    missing = [text[:80] for text in texts if digest(text) not in known.vectors]
    assert not missing, f"run python -m evals.corpus.vectors: {missing[:5]}"
    sample = texts[:: len(texts) // 12]
    cosines = (embedder.embed_documents(sample) * known.embed_documents(sample)).sum(axis=1)
    assert cosines.min() > 0.9999
    embedder.close()
