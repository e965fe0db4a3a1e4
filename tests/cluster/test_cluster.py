"""Three Weaviate nodes that keep every silo three times: one may die at any moment."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Sequence
from pathlib import Path

import pytest

from retrieval.errors import SiloUnavailable
from retrieval.stores.contract import StoreQuery
from retrieval.stores.weaviate import WeaviateAddress, WeaviateStore
from tests.contract.documents import EMBEDDER, axis, embedded, ranked
from tests.waiting import HANG_SECONDS
from tests.weaviate_server import Node, cluster

CATCH_UP_SECONDS = 60.0


def store_on(node: Node, prefix: str, seconds: float = 10.0) -> WeaviateStore:
    address = WeaviateAddress(
        url=node.url, grpc=node.grpc, prefix=prefix, replicas=3, seconds=seconds, write_seconds=45
    )
    return WeaviateStore(address, embedder=EMBEDDER)


async def write_until(store: WeaviateStore, written: list[str], stop: asyncio.Event) -> None:
    """Documents one after the other; those in the list were acknowledged."""
    while not stop.is_set():
        name = f"d{len(written):05}"
        await store.upsert("genes", [embedded(name, f"melanoma {name}", axis(len(written)))])
        written.append(name)
        await asyncio.sleep(0.02)


async def search_until(store: WeaviateStore, seen: list[int], stop: asyncio.Event) -> None:
    """Searches one after the other; none may fail or exceed the store's time limit."""
    while not stop.is_set():
        hits = await store.search("genes", query("melanoma"))
        assert hits
        seen.append(len(hits))
        await asyncio.sleep(0.05)


def query(text: str) -> StoreQuery:
    return StoreQuery(text=text, vector=axis(7), limit=5)


async def held_by(node: Node, prefix: str, wanted: Sequence[str]) -> set[str]:
    """What a node says that the silo holds, once it had time to catch up."""
    store, held = store_on(node, prefix), set[str]()
    deadline = time.monotonic() + CATCH_UP_SECONDS
    while not held >= set(wanted) and time.monotonic() < deadline:
        try:
            held = set(await store.fingerprints("genes"))
        except SiloUnavailable:
            held = set()
        await asyncio.sleep(0.5)
    await store.close()
    return held


@pytest.mark.slow
async def test_a_node_dies_and_comes_back_and_nothing_is_lost(tmp_path: Path) -> None:
    with cluster(tmp_path) as nodes:
        prefix = f"T{uuid.uuid4().hex[:12]}"
        store, stop = store_on(nodes[0], prefix), asyncio.Event()
        written: list[str] = []
        seen: list[int] = []
        await store.upsert("genes", [embedded("first", "melanoma")])
        await store.wait_until_indexed("genes")
        work = asyncio.gather(write_until(store, written, stop), search_until(store, seen, stop))
        await asyncio.sleep(2)
        nodes[2].kill()
        before, searched = len(written), len(seen)
        while len(written) < before + 25 or len(seen) < searched + 40:
            await asyncio.sleep(0.2)
            assert not work.done(), work.exception()
        nodes[2].start()
        await asyncio.to_thread(nodes[2].wait)
        await asyncio.sleep(2)
        stop.set()
        await work
        for node in nodes:
            assert await held_by(node, prefix, written) >= {"first", *written}, node.name
        assert len(await ranked(store, "melanoma", limit=20)) == 20
        await store.close()


@pytest.mark.slow
async def test_the_node_that_is_asked_dies_and_comes_back(tmp_path: Path) -> None:
    with cluster(tmp_path) as nodes:
        prefix = f"T{uuid.uuid4().hex[:12]}"
        store = store_on(nodes[1], prefix, seconds=3)
        await store.upsert("genes", [embedded("a", "melanoma")])
        await store.wait_until_indexed("genes")
        nodes[1].kill()
        async with asyncio.timeout(HANG_SECONDS):
            with pytest.raises(SiloUnavailable):
                await store.search("genes", query("melanoma"))
        nodes[1].start()
        await asyncio.to_thread(nodes[1].wait)
        assert await held_by(nodes[1], prefix, ["a"]) == {"a"}
        assert [hit.document.id for hit in await ranked(store, "melanoma")] == ["a"]
        await store.close()
