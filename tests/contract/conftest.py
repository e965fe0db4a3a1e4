"""The stores that the contract is run against. A new store joins by one more parameter here."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from retrieval.stores.contract import IngestStore
from retrieval.stores.embedded import EmbeddedStore
from retrieval.stores.weaviate import WeaviateAddress, WeaviateStore
from tests.contract.documents import EMBEDDER
from tests.weaviate_server import Node, serving


@pytest.fixture(scope="session")
def weaviate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """One real server for the session."""
    with serving(tmp_path_factory.mktemp("weaviate")) as node:
        yield node


@pytest.fixture(params=["embedded", "weaviate"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[IngestStore]:
    """An empty store of each kind."""
    if request.param == "embedded":
        opened: IngestStore = EmbeddedStore(tmp_path / "silos.sqlite", embedder=EMBEDDER)
    else:
        opened = weaviate_store(request.getfixturevalue("weaviate"))
    yield opened
    await opened.close()


def weaviate_store(node: Node, embedder: str = EMBEDDER, prefix: str = "") -> WeaviateStore:
    """A store of its own on the shared server."""
    prefix = prefix or f"T{uuid.uuid4().hex[:12]}"
    address = WeaviateAddress(url=node.url, grpc=node.grpc, prefix=prefix)
    return WeaviateStore(address, embedder=embedder)
