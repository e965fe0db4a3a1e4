"""Silos from one store to the other and back: the same documents, vectors and rankings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from retrieval.errors import IndexMismatch
from retrieval.stores.contract import IngestStore
from retrieval.stores.copying import copy_silo
from retrieval.stores.embedded import EmbeddedStore
from tests.contract.conftest import weaviate_store
from tests.contract.documents import EMBEDDER, axis, between, embedded, ids, ranked
from tests.weaviate_server import Node


def unheard(done: int, total: int) -> None:
    assert done <= total


async def filled(store: IngestStore) -> None:
    await store.upsert(
        "genes",
        [
            embedded("long", "melanoma in chunks", axis(0), between(1, 2, 0.9), axis(3)),
            embedded("short", "sarcoma", axis(1)),
        ],
    )


@pytest.fixture
def here(tmp_path: Path) -> EmbeddedStore:
    return EmbeddedStore(tmp_path / "silos.sqlite", embedder=EMBEDDER)


async def test_there_and_back_nothing_changes(
    here: EmbeddedStore, weaviate: Node, tmp_path: Path
) -> None:
    there = weaviate_store(weaviate)
    back = EmbeddedStore(tmp_path / "back.sqlite", embedder=EMBEDDER)
    await filled(here)
    assert (await copy_silo("genes", here, there, unheard)).written == 2
    assert (await copy_silo("genes", there, back, unheard)).written == 2
    assert await back.fingerprints("genes") == await here.fingerprints("genes")
    for store in (here, there, back):
        hits = await ranked(store, "melanoma", axis(1))
        assert ids(hits) == ["long", "short"] or ids(hits) == ["short", "long"]
        dense = {hit.document.id: hit.dense for hit in hits}
        assert dense["long"] == pytest.approx(0.9, abs=2e-3)
        await store.close()


async def test_a_second_copy_writes_only_what_changed_and_removes_what_is_gone(
    here: EmbeddedStore, weaviate: Node
) -> None:
    there = weaviate_store(weaviate)
    await filled(here)
    await copy_silo("genes", here, there, unheard)
    await here.delete("genes", ["short"])
    await here.upsert("genes", [embedded("new", "glioma", axis(2))])
    again = await copy_silo("genes", here, there, unheard)
    assert (again.written, again.removed, again.unchanged) == (1, 1, 1)
    assert sorted(await there.fingerprints("genes")) == ["long", "new"]
    await here.close()
    await there.close()


async def test_vectors_of_another_embedder_are_not_copied(
    here: EmbeddedStore, weaviate: Node, tmp_path: Path
) -> None:
    await filled(here)
    other = EmbeddedStore(tmp_path / "silos.sqlite", embedder="another")
    there = weaviate_store(weaviate, "another")
    with pytest.raises(IndexMismatch):
        await copy_silo("genes", other, there, unheard)
    for store in (here, other, there):
        await store.close()


async def test_every_document_is_exported_once(store: IngestStore) -> None:
    await store.upsert(
        "genes", [embedded(f"d{n:04}", "melanoma", axis(n), axis(n + 1)) for n in range(620)]
    )
    exported = [each async for each in store.export("genes")]
    assert sorted(each.document.id for each in exported) == [f"d{n:04}" for n in range(620)]
    assert all(np.allclose(each.vectors[1], np.roll(each.vectors[0], 1)) for each in exported)
