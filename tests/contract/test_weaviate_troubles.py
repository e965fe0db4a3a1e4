"""Weaviate that is down, slow, too old, closed to us, or takes only a part of what is written."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from retrieval.documents import DocumentRef
from retrieval.errors import RetrievalError, SiloUnavailable
from retrieval.stores.weaviate import WeaviateAddress, WeaviateStore, schema
from retrieval.stores.weaviate.connection import Connection
from tests.contract.documents import EMBEDDER, axis, embedded, ranked
from tests.sources.server import Answer, loopback
from tests.weaviate_server import Node, serving

KEY = "a-key-that-must-not-be-told"
HANG_SECONDS = 120
"""Only ends a test that hangs; the time limits under test are a small part of it."""


@asynccontextmanager
async def opened(address: WeaviateAddress) -> AsyncIterator[WeaviateStore]:
    store = WeaviateStore(address, embedder=EMBEDDER)
    try:
        yield store
    finally:
        await store.close()


def own(node: Node, **settings: Any) -> WeaviateAddress:
    return WeaviateAddress(
        url=node.url, grpc=node.grpc, prefix=f"T{uuid.uuid4().hex[:12]}", **settings
    )


def test_naming_the_store_does_not_load_the_client() -> None:
    code = "import retrieval.stores.weaviate, sys; sys.exit('weaviate' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


async def test_a_server_that_is_down_is_said_within_the_time_limit() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        async with (
            asyncio.timeout(HANG_SECONDS),
            opened(WeaviateAddress(url=url, seconds=2, write_seconds=3)) as store,
        ):
            with pytest.raises(SiloUnavailable):
                await ranked(store, "melanoma")
            with pytest.raises(SiloUnavailable):
                await store.upsert("genes", [embedded("a")])


async def test_a_server_that_does_not_answer_is_given_up() -> None:
    async with loopback() as server:
        server.on("/*", Answer({"version": "1.39.0"}, seconds=10 * HANG_SECONDS))
        async with opened(WeaviateAddress(url=server.url, seconds=0.5)) as store:
            await _loaded(store)
            async with asyncio.timeout(HANG_SECONDS):
                with pytest.raises(SiloUnavailable, match=r"did not answer within 0\.5 seconds"):
                    await store.count("genes")


async def _loaded(store: WeaviateStore) -> None:
    """Have the client's modules loaded, which takes longer than the time limit."""
    with pytest.raises(SiloUnavailable):
        await store.count("genes")


@pytest.mark.parametrize("version", ["1.35.9", "1.31.4", "1.19.0"])
async def test_a_server_that_is_too_old_is_named_with_what_is_needed(version: str) -> None:
    async with loopback() as server:
        server.on("/v1/meta", {"version": version})
        async with opened(WeaviateAddress(url=server.url)) as store:
            with pytest.raises(
                SiloUnavailable, match=f"too old. It is {version}; Curbside needs 1.36 or newer"
            ):
                await store.upsert("genes", [embedded("a")])
        # The client asks when it connects, and refuses the oldest itself; then the store asks.
        assert server.paths() in (["/v1/meta"], ["/v1/meta"] * 2), "it is not tried again"


@pytest.mark.parametrize("url", ["weaviate:8080", "ftp://host", "http://", "http://host:notaport"])
async def test_an_address_that_is_none_is_said(url: str) -> None:
    async with opened(WeaviateAddress(url=url)) as store:
        with pytest.raises(SiloUnavailable, match="address"):
            await store.count("genes")


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server that asks for the key, and that a test may hold up."""
    with serving(tmp_path_factory.mktemp("guarded"), api_key=KEY) as node:
        yield node


async def test_only_the_right_key_opens_a_guarded_server(guarded: Node) -> None:
    async with opened(own(guarded, api_key=KEY)) as store:
        await store.upsert("genes", [embedded("a", "melanoma")])
        assert len(await ranked(store, "melanoma")) == 1
    for key in ("", "another"):
        async with opened(own(guarded, api_key=key)) as store:
            with pytest.raises(SiloUnavailable, match="WEAVIATE_API_KEY") as raised:
                await store.upsert("genes", [embedded("a", "melanoma")])
            assert KEY not in str(raised.value)


def test_the_key_is_not_shown() -> None:
    assert KEY not in repr(WeaviateAddress(url="http://127.0.0.1:1", api_key=KEY))


@pytest.mark.parametrize(
    ("url", "grpc", "expected"),
    [
        ("http://127.0.0.1:8080", "", ("127.0.0.1", 8080, "127.0.0.1", 50051, False)),
        ("https://w.example.org", "", ("w.example.org", 443, "w.example.org", 443, True)),
        ("https://a.cloud", "grpc-a.cloud:443", ("a.cloud", 443, "grpc-a.cloud", 443, True)),
    ],
)
def test_https_also_encrypts_what_goes_over_grpc(
    url: str, grpc: str, expected: tuple[str, int, str, int, bool]
) -> None:
    address = WeaviateAddress(url=url, grpc=grpc)
    assert expected == (
        address.http_host,
        address.http_port,
        address.grpc_host,
        address.grpc_port,
        address.secure,
    )


@pytest.mark.parametrize(("vectors", "refused"), [(1, "1 of 1"), (3, "1 of 3")])
async def test_objects_that_are_refused_are_counted_and_the_first_reason_is_told(
    weaviate: Node, vectors: int, refused: str
) -> None:
    """A collection that somebody else made without the bodies: only the first part has one."""
    address = own(weaviate, write_seconds=1)
    made = schema.collection_config(
        address, "genes", schema.CollectionInfo(EMBEDDER, 8, chunked=True)
    )
    made["properties"] = [each for each in made["properties"] if each.name != "body"]
    connection = Connection(address)
    await connection.call(lambda client: client.collections.create(**made))
    await connection.close()
    async with opened(address) as store:
        with pytest.raises(SiloUnavailable, match=f"did not take {refused} objects: .*body"):
            await store.upsert("genes", [embedded("a", "text", *map(axis, range(vectors)))])


@pytest.mark.parametrize("compression", ["rq8", "rq1", "sq", "bq"])
async def test_a_compressed_silo_is_written_and_searched(weaviate: Node, compression: str) -> None:
    async with opened(own(weaviate, compression=compression)) as store:
        await store.upsert("genes", [embedded(f"d{n}", "melanoma", axis(n)) for n in range(3)])
        assert (await ranked(store, "melanoma", axis(2)))[0].document.id == "d2"


async def test_one_server_serves_several_installations(weaviate: Node) -> None:
    async with opened(own(weaviate)) as ours, opened(own(weaviate)) as theirs:
        await ours.upsert("genes", [embedded("a", "melanoma")])
        assert await theirs.count("genes") == 0
        await theirs.upsert("genes", [embedded("b", "melanoma")])
        with pytest.raises(RetrievalError):
            await theirs.document(DocumentRef("genes", "a", "1"))


async def test_another_process_that_writes_the_first_chunks_is_noticed(weaviate: Node) -> None:
    address = own(weaviate)
    async with opened(address) as reader, opened(address) as writer:
        await writer.upsert("genes", [embedded("a", "melanoma", axis(1))])
        assert len(await ranked(reader, "melanoma", axis(1))) == 1
        await writer.upsert("genes", [embedded("b", "sarcoma", axis(2), axis(3), axis(4))])
        hits = await ranked(reader, "melanoma", axis(3))
        assert sorted(hit.document.id for hit in hits) == ["a", "b"]


async def test_a_server_that_hangs_and_comes_back_is_used_again(guarded: Node) -> None:
    async with opened(own(guarded, api_key=KEY, seconds=2)) as store:
        await store.upsert("genes", [embedded("a", "melanoma")])
        assert len(await ranked(store, "melanoma")) == 1
        guarded.pause()
        try:
            async with asyncio.timeout(HANG_SECONDS):
                with pytest.raises(SiloUnavailable, match="did not answer within 2 seconds"):
                    await store.count("genes")
        finally:
            guarded.resume()
        assert len(await ranked(store, "melanoma")) == 1
