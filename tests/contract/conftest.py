"""The stores that the contract is run against. A new store joins by one more parameter here."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from retrieval.embedded import EmbeddedStore
from retrieval.store import SiloStore
from tests.contract.documents import EMBEDDER


@pytest.fixture(params=["embedded"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SiloStore]:
    """An empty store of each kind."""
    assert request.param == "embedded"
    opened = EmbeddedStore(tmp_path / "silos.sqlite", embedder=EMBEDDER)
    yield opened
    await opened.close()
