"""A data folder and a database for a measurement to use up, lent to commands of other packages."""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from bot.composition import embedder_of, reranker_of, weaviate_address
from bot.db import own_postgres
from bot.db.migrate import migrate
from bot.demo.run import LOCAL_TOKENS
from bot.settings import environment_with, read_settings
from retrieval.embedding import ClosableEmbedder
from retrieval.reranking.contract import Reranker
from retrieval.stores.contract import IngestStore


@dataclass(frozen=True, slots=True)
class Ground:
    """What is lent. Everything in it is gone when it is given back."""

    home: Path
    database_url: str
    environment: Mapping[str, str]
    """For our own processes: this folder, this database, no model, the local workspace's tokens."""


@dataclass(frozen=True, slots=True)
class Equipment:
    """What the settings say about searching."""

    embedder: ClosableEmbedder
    reranker: Reranker | None
    weaviate: Callable[[str], IngestStore]
    data: Path | None
    cache: Path


class Lender:
    """Lends a throwaway data folder and database, and the equipment that is configured."""

    def __call__(self) -> AbstractContextManager[Ground]:
        return throwaway()

    @contextmanager
    def equipment(self) -> Iterator[Equipment]:
        """Embedder, re-ranker and stores as the settings name them."""
        settings = read_settings()
        embedder, reranker = embedder_of(settings), reranker_of(settings)
        prefix = f"Measured{secrets.token_hex(4)}"

        def weaviate(name: str) -> IngestStore:
            from retrieval.stores.weaviate import WeaviateStore

            address = replace(weaviate_address(settings), prefix=prefix)
            return WeaviateStore(address, embedder=name)

        cache = settings.home / "measured"
        try:
            yield Equipment(embedder, reranker, weaviate, settings.data, cache)
        finally:
            embedder.close()
            if reranker is not None:
                asyncio.run(reranker.close())


@contextmanager
def throwaway() -> Iterator[Ground]:
    """Lend a fresh data folder with a migrated database of its own."""
    with tempfile.TemporaryDirectory(prefix="curbside-") as folder:
        home = Path(folder)
        with own_postgres.lent(home) as server:
            migrate(server.url)
            environment = environment_with(
                CURBSIDE_HOME=folder, DATABASE_URL=server.url, CURBSIDE_MODEL="", **LOCAL_TOKENS
            )
            yield Ground(home, server.url, environment)
