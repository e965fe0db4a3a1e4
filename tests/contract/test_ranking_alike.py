"""The learned fusion gives the same order, whichever store brings the candidates."""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from retrieval.stores.contract import EmbeddedDocument, StoreQuery
from retrieval.stores.embedded import EmbeddedStore
from retrieval.stores.weaviate import WeaviateAddress, schema
from retrieval.stores.weaviate.connection import Connection
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


async def test_documents_that_an_older_version_wrote_rank_alike(weaviate: Node) -> None:
    """They have no packed figures, nor has their collection; what is written from now on does."""
    chance = np.random.default_rng(1)
    documents = [random_document(chance, number, 3) for number in range(60)]
    prefix = f"T{uuid.uuid4().hex[:12]}"
    await _write_as_before(weaviate, prefix, documents)
    new, old, later = (weaviate_store(weaviate, prefix=each) for each in ("", prefix, prefix))
    query = StoreQuery(
        text=" ".join(random_words(chance, 5)), vector=documents[3].vectors[0], limit=10,
        fusion="learned", candidates=40,
    )  # fmt: skip
    await new.upsert("genes", documents)
    await new.wait_until_indexed("genes")
    expected = ids(await new.search("genes", query))
    await old.wait_until_indexed("genes")
    assert ids(await old.search("genes", query)) == expected
    await old.upsert("genes", documents[:30])
    await old.wait_until_indexed("genes")
    found = [ids(await store.search("genes", query)) for store in (old, later)]
    for store in (new, old, later):
        await store.close()
    assert found == [expected, expected]


async def _write_as_before(node: Node, prefix: str, documents: Sequence[EmbeddedDocument]) -> None:
    address = WeaviateAddress(url=node.url, grpc=node.grpc, prefix=prefix)
    held = schema.CollectionInfo(EMBEDDER, 8, chunked=True)
    config = schema.collection_config(address, "genes", held)
    config["description"] = json.dumps({"embedder": EMBEDDER, "dimensions": 8, "chunked": True})
    config["properties"] = [each for each in config["properties"] if each.name != schema.FIGURES]
    objects = [made for each in documents for made in schema.objects("genes", each, EMBEDDER, "w")]
    for made in objects:
        made.properties.pop(schema.FIGURES, None)
    connection = Connection(address)
    await connection.call(lambda client: client.collections.create(**config))
    name = schema.collection_name(address, "genes")
    await connection.call(lambda client: client.collections.use(name).data.insert_many(objects))
    await connection.close()
