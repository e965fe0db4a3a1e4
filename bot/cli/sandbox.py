"""A data folder, a database and search components for the commands of other packages."""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.composition import build_embedder, build_reranker, build_weaviate_store
from bot.db import own_postgres
from bot.db.migrate import migrate
from bot.demo.run import LOCAL_TOKENS
from bot.settings import environment_with, read_settings
from retrieval.embedding import ClosableEmbedder
from retrieval.reranking.contract import Reranker
from retrieval.stores.contract import IngestStore


@dataclass(frozen=True, slots=True)
class TemporaryEnvironment:
    """A data folder and a database that are deleted afterwards."""

    home: Path
    database_url: str
    variables: Mapping[str, str]
    """For our own processes: this folder, this database, no model, the local workspace's tokens."""


@dataclass(frozen=True, slots=True)
class KeptEnvironment:
    """A data folder that stays, below the configured one."""

    home: Path
    variables: Mapping[str, str]
    """For our own processes: this folder, a database and a store in it, no model."""


@dataclass(frozen=True, slots=True)
class SearchComponents:
    """What the settings say about searching."""

    embedder: ClosableEmbedder
    reranker: Reranker | None
    weaviate: Callable[[str], IngestStore]
    data: Path | None
    cache: Path


class Sandbox:
    """Opens what a measurement works with. Implements :class:`evals.sandbox.Sandbox`."""

    @contextmanager
    def temporary_environment(self) -> Iterator[TemporaryEnvironment]:
        """A fresh data folder with a migrated database of its own; both are deleted afterwards."""
        with tempfile.TemporaryDirectory(prefix="curbside-") as folder:
            home = Path(folder)
            with own_postgres.running_server(home) as server:
                migrate(server.url)
                variables = environment_with(
                    CURBSIDE_HOME=folder,
                    DATABASE_URL=server.url,
                    CURBSIDE_MODEL="",
                    **LOCAL_TOKENS,
                )
                yield TemporaryEnvironment(home, server.url, variables)

    def kept_environment(self, name: str) -> KeptEnvironment:
        """The folder ``measured/NAME`` of the data folder; it is made when it is used."""
        home = (read_settings().home / "measured" / name).absolute()
        variables = environment_with(
            CURBSIDE_HOME=str(home), DATABASE_URL="", CURBSIDE_MODEL="", CURBSIDE_WEAVIATE_URL=""
        )
        return KeptEnvironment(home, variables)

    @property
    def data(self) -> Path | None:
        """The folder of ``CURBSIDE_DATA``."""
        return read_settings().data

    @contextmanager
    def search_components(self) -> Iterator[SearchComponents]:
        """Embedder, re-ranker and stores as the settings name them."""
        settings = read_settings()
        embedder, reranker = build_embedder(settings), build_reranker(settings)
        prefix = f"Measured{secrets.token_hex(4)}"

        def weaviate(name: str) -> IngestStore:
            return build_weaviate_store(settings, name, prefix=prefix)

        cache = settings.home / "measured"
        try:
            yield SearchComponents(embedder, reranker, weaviate, settings.data, cache)
        finally:
            embedder.close()
            if reranker is not None:
                asyncio.run(reranker.close())
