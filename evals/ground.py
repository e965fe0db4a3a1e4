"""What the command line lends to a measurement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from retrieval.embedding.contract import IngestEmbedder
from retrieval.reranking.contract import Reranker
from retrieval.stores.contract import IngestStore


class Ground(Protocol):
    """A data folder and a migrated database to use up."""

    @property
    def home(self) -> Path: ...

    @property
    def database_url(self) -> str: ...

    @property
    def environment(self) -> Mapping[str, str]:
        """For our own processes that should work there."""
        ...


class Equipment(Protocol):
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


class Lend(Protocol):
    """Lends a throwaway ground by being called, and the configured equipment."""

    def __call__(self) -> AbstractContextManager[Ground]: ...

    def equipment(self) -> AbstractContextManager[Equipment]: ...
