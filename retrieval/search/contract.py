"""What is searched: silos and sources of records, as whoever searches them sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from retrieval.documents import Document, DocumentRef, Filters
from retrieval.outcomes import Outcome


class SearchedCard(Protocol):
    """What is told of a silo or a source of records."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def use_when(self) -> str: ...
    @property
    def not_when(self) -> str: ...
    @property
    def example(self) -> str: ...
    @property
    def role(self) -> str: ...
    @property
    def publishers(self) -> tuple[str, ...]: ...
    @property
    def is_own(self) -> bool: ...


class Library(Protocol):
    """The silos and sources of records that are set up."""

    @property
    def cards(self) -> Sequence[SearchedCard]: ...

    async def search(
        self,
        silo: str,
        query: str,
        *,
        filters: Filters | None = None,
        seen: frozenset[str] = frozenset(),
    ) -> Outcome:
        """The documents that fit, without those whose id was seen."""
        ...

    async def open(self, ref: DocumentRef) -> Document: ...
