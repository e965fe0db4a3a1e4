"""Silos as a run is told of them, with nothing to find: what a model does is asked there, not what
a search finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from retrieval.documents import Document, DocumentRef, Filters
from retrieval.errors import DocumentUnknown
from retrieval.outcomes import Empty, Outcome
from retrieval.search.contract import SearchedCard


class EmptySilos:
    """Silos that are declared and in which every search finds nothing; given documents open."""

    def __init__(
        self, cards: Sequence[SearchedCard] = (), documents: Sequence[Document] = ()
    ) -> None:
        self.cards = cards
        self._documents: Mapping[str, Document] = {each.id: each for each in documents}

    async def search(
        self,
        silo: str,
        query: str,
        *,
        filters: Filters | None = None,
        seen: frozenset[str] = frozenset(),
    ) -> Outcome:
        """Nothing."""
        return Empty("This silo is empty.")

    async def open(self, ref: DocumentRef) -> Document:
        """One of the given documents."""
        if ref.id not in self._documents:
            raise DocumentUnknown(ref.id)
        return self._documents[ref.id]
