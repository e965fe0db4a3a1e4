"""What the command line gives to an evaluation or a benchmark."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from retrieval.embedding.contract import IngestEmbedder
from retrieval.reranking.contract import Reranker
from retrieval.search.fusion_weights import FusionWeights
from retrieval.stores.contract import IngestStore

if TYPE_CHECKING:
    from agents.llm.calls.provider import Provider

CoreName = Literal["extractive", "llm"]
CORES: tuple[CoreName, ...] = ("extractive", "llm")


class TemporaryEnvironment(Protocol):
    """A data folder and a migrated database that are deleted afterwards."""

    @property
    def home(self) -> Path: ...

    @property
    def database_url(self) -> str: ...

    @property
    def variables(self) -> Mapping[str, str]:
        """The environment variables of our own processes that should work there."""
        ...


class KeptEnvironment(Protocol):
    """A data folder of its own below the configured one, with a database in it."""

    @property
    def home(self) -> Path: ...

    @property
    def variables(self) -> Mapping[str, str]:
        """The environment variables of our own processes that should work there."""
        ...


class SearchComponents(Protocol):
    """What is configured for searching, and where measurements may keep what costs time."""

    @property
    def embedder(self) -> IngestEmbedder: ...

    @property
    def reranker(self) -> Reranker | None: ...

    @property
    def weaviate(self) -> Callable[[str], IngestStore]:
        """Opens silos of one's own in the Weaviate that is configured, for an embedder's name.
        Raises :class:`retrieval.errors.SiloUnavailable` when none is."""
        ...

    @property
    def data(self) -> Path | None:
        """Folder with data sets."""
        ...

    @property
    def cache(self) -> Path: ...

    @property
    def weights(self) -> FusionWeights:
        """Of the learned fusion, for the embedder."""
        ...


class Sandbox(Protocol):
    """Opens what a measurement works with; all of it is closed when the block is left."""

    def temporary_environment(self) -> AbstractContextManager[TemporaryEnvironment]: ...

    def kept_environment(self, name: str, core: CoreName = "extractive") -> KeptEnvironment:
        """A data folder that stays, so that a measurement can go on another day; each model has
        its own. Raises :class:`agents.errors.ModelMisconfigured` for the core ``llm`` when no
        model is set."""
        ...

    def require_model(self) -> None:
        """Raises :class:`agents.errors.ModelMisconfigured` when no model is set for the core
        ``llm`` or its client is not installed, before any work."""
        ...

    @property
    def data(self) -> Path | None:
        """Folder with data sets, as it is configured."""
        ...

    def chat_model(self) -> Provider | None:
        """The chat model that is configured; None when none is. Raises
        :class:`agents.errors.ModelMisconfigured`."""
        ...

    def search_components(self) -> AbstractContextManager[SearchComponents]: ...
