"""A data folder, a database and search components for the commands of other packages."""

from __future__ import annotations

import asyncio
import re
import secrets
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from agents.errors import ModelMisconfigured
from bot.composition import build_embedder, build_reranker, build_weaviate_store
from bot.db.schema.migrate import migrate
from bot.db.server import own_postgres
from bot.demo.run import LOCAL_TOKENS
from bot.settings import environment_with, read_settings
from retrieval.embedding import ClosableEmbedder
from retrieval.reranking.contract import Reranker
from retrieval.search.fusion_weights import FusionWeights, read_fusion_weights
from retrieval.stores.contract import IngestStore

if TYPE_CHECKING:
    from agents.llm.calls.provider import Provider

_NO_FILE_NAME = re.compile(r"[^\w.-]+")


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
    weights: FusionWeights


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

    def kept_environment(
        self, name: str, core: Literal["extractive", "llm"] = "extractive"
    ) -> KeptEnvironment:
        """The folder ``measured/NAME`` of the data folder, or with the core ``llm``
        ``measured/NAME-MODEL``; it is made when it is used. Raises
        :class:`agents.errors.ModelMisconfigured`."""
        settings = read_settings()
        model = settings.model or ""
        if core == "llm":
            self.require_model()
        told = f"{name}-{_NO_FILE_NAME.sub('_', model)}" if core == "llm" else name
        home = (settings.home / "measured" / told).absolute()
        variables = environment_with(
            CURBSIDE_HOME=str(home),
            DATABASE_URL="",
            CURBSIDE_MODEL=model if core == "llm" else "",
            CURBSIDE_WEAVIATE_URL="",
        )
        return KeptEnvironment(home, variables)

    def require_model(self) -> None:
        """Raises :class:`agents.errors.ModelMisconfigured` when no model is set, or the package of
        its client is not installed."""
        if self.chat_model() is None:
            raise ModelMisconfigured("The core llm needs CURBSIDE_MODEL.")

    @property
    def data(self) -> Path | None:
        """The folder of ``CURBSIDE_DATA``."""
        return read_settings().data

    def chat_model(self) -> Provider | None:
        """The model of ``CURBSIDE_MODEL``, with its fallback."""
        settings = read_settings()
        if settings.model is None:
            return None
        from agents.llm.calls.provider import Provider, open_model

        seconds = settings.model_seconds
        first = open_model(settings.model, base_url=settings.model_url, seconds=seconds)
        other = settings.fallback_model
        return Provider(first, open_model(other, base_url=None, seconds=seconds) if other else None)

    @contextmanager
    def search_components(self) -> Iterator[SearchComponents]:
        """Embedder, re-ranker and stores as the settings name them."""
        settings = read_settings()
        embedder, reranker = build_embedder(settings), build_reranker(settings)
        prefix = f"Measured{secrets.token_hex(4)}"

        def weaviate(name: str) -> IngestStore:
            return build_weaviate_store(settings, name, prefix=prefix)

        cache = settings.home / "measured"
        weights = read_fusion_weights(settings.fusion_weights, embedder.name)
        try:
            yield SearchComponents(embedder, reranker, weaviate, settings.data, cache, weights)
        finally:
            embedder.close()
            if reranker is not None:
                asyncio.run(reranker.close())
