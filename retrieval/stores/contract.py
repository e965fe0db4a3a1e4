"""The contract that every silo store keeps; ``tests/contract`` runs one suite against all."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from retrieval.documents import Document, DocumentRef, Filters
from retrieval.embedding.contract import Vectors


@dataclass(frozen=True, slots=True)
class EmbeddedDocument:
    """A document and the vectors it is found by: one per chunk, and one for its summary if any."""

    document: Document
    vectors: Vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreQuery:
    """What is asked of one silo: the words for the lexical leg, the vector for the dense one."""

    text: str
    vector: NDArray[np.float32]
    """Shape (dimensions,), unit length."""
    limit: int
    filters: Filters = Filters()
    fusion: str = "relative_score"
    """``learned``, ``relative_score``, ``dbsf``, ``rrf`` or ``cascade``."""
    also: tuple[tuple[str, float], ...] = ()
    """Further texts to look for, each with the weight of its words: below 1, because they are other
    names of what ``text`` names. A word of several texts has the highest of their weights; a word
    of ``text`` keeps the weight 1."""
    alpha: float = 0.5
    """Weight of the dense leg."""
    candidates: int = 100
    """How many documents each leg contributes to the fusion; ``n`` of the cascade."""
    nearest: int = 7
    """How many of the lexical candidates the cascade keeps by cosine (``m``)."""
    weights: tuple[float, ...] = ()
    """Of ``learned``, by :data:`retrieval.search.learned_ranking.FEATURES`; empty: those that
    ship."""
    constant: int = 60
    """What ``rrf`` and ``cascade`` add to a rank (``c``)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One ranked document. Scores as in :class:`retrieval.outcomes.FoundDocument`."""

    document: Document
    score: float
    lexical: float
    dense: float


class SiloStore(Protocol):
    """Keeps whole documents per silo and ranks them. Ids are unique within a silo: writing an id
    again replaces its document. All methods raise :class:`retrieval.errors.SiloUnavailable` when
    the store does not answer."""

    async def upsert(self, silo: str, documents: Sequence[EmbeddedDocument]) -> None:
        """Write the documents, all or none of them."""
        ...

    async def delete(self, silo: str, ids: Sequence[str]) -> int:
        """Remove the documents and say how many there were."""
        ...

    async def wait_until_indexed(self, silo: str) -> None:
        """Wait until all that was written to the silo can be searched."""
        ...

    async def search(self, silo: str, query: StoreQuery) -> tuple[Hit, ...]:
        """Rank the silo's documents, best first; ties by id. Empty when the silo is."""
        ...

    async def document(self, ref: DocumentRef) -> Document:
        """The stored document, or :class:`retrieval.errors.DocumentUnknown`."""
        ...

    async def count(self, silo: str) -> int:
        """How many documents the silo holds."""
        ...

    async def close(self) -> None:
        """Let go of files and connections. Closing twice is fine."""
        ...


class IngestStore(SiloStore, Protocol):
    """A store that says what it holds, so that only what changed is written."""

    async def reset_if_embedder_changed(self, silo: str) -> bool:
        """Empty the silo when it holds another embedder's vectors; True when it did."""
        ...

    async def fingerprints(self, silo: str) -> Mapping[str, str]:
        """Id and fingerprint of every document of the silo; see
        :func:`retrieval.stores.document_json.fingerprint`."""
        ...

    def export(self, silo: str) -> AsyncIterator[EmbeddedDocument]:
        """Every document of the silo with its vectors as they are kept, in no order."""
        ...
