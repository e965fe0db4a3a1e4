"""What orders the first documents of a search anew, whoever does it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from retrieval.documents import Document


@dataclass(frozen=True, slots=True)
class RerankedDocument:
    """What a re-ranker says of one document."""

    score: float
    """Comparable only within one call; higher is better."""
    spans: tuple[tuple[int, int], ...] = ()
    """Stretches of the document's text that it found relevant, in code points, best first:
    candidates for quotes."""


class Reranker(Protocol):
    """Scores documents for a query. Raises :class:`retrieval.errors.RerankerUnavailable`."""

    @property
    def name(self) -> str: ...

    @property
    def depth(self) -> int:
        """How many of the first documents it wants to see."""
        ...

    async def rerank(
        self, query: str, documents: Sequence[Document]
    ) -> tuple[RerankedDocument, ...]:
        """One per document, in the order in which they were given."""
        ...

    async def close(self) -> None: ...
