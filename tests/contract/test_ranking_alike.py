"""The learned fusion gives the same order, whichever store brings the candidates."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from retrieval.stores.contract import EmbeddedDocument, StoreQuery
from retrieval.stores.embedded import EmbeddedStore
from tests.contract.conftest import weaviate_store
from tests.contract.documents import EMBEDDER, embedded, ids
from tests.weaviate_server import Node

DOCUMENTS = 150


@pytest.mark.parametrize("most", [1, 6])
async def test_both_stores_rank_alike(tmp_path: Path, weaviate: Node, most: int) -> None:
    """``most``: vectors of a document. The server counts each as one more without words."""
    chance = np.random.default_rng(0)
    documents = [random_document(chance, number, most) for number in range(DOCUMENTS)]
    stores = (EmbeddedStore(tmp_path / "silos.sqlite", embedder=EMBEDDER), weaviate_store(weaviate))
    for store in stores:
        await store.upsert("genes", documents)
        await store.wait_until_indexed("genes")
    for number in range(12):
        # Keywords and questions are ranked by different rules.
        asked = "what is the " if number % 2 else ""
        query = StoreQuery(
            text=asked + " ".join(random_words(chance, 5)),
            vector=documents[number].vectors[0],
            limit=5,
            fusion="learned",
            candidates=40,
        )
        ours, theirs = [await store.search("genes", query) for store in stores]
        assert ids(ours) == ids(theirs)
        for here, there in zip(ours, theirs, strict=True):
            assert abs(here.score - there.score) < 0.02
    for store in stores:
        await store.close()


def random_document(chance: np.random.Generator, number: int, most: int) -> EmbeddedDocument:
    several = int(chance.integers(1, most + 1))
    vectors = chance.normal(size=(several, 8)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    text = " ".join(random_words(chance, int(chance.integers(5, 60))))
    return embedded(f"d{number:03}", text, *vectors)


def random_words(chance: np.random.Generator, count: int) -> list[str]:
    """Some words are frequent, most are rare."""
    return [f"word{rank}" for rank in np.minimum(chance.zipf(1.4, count), 80)]
