"""What holds for the questions of one channel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from agents.turns import ThreadKey
from retrieval.documents import Document, DocumentRef, Filters
from retrieval.outcomes import Outcome
from retrieval.search.contract import Library, SearchedCard


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRules:
    """How a run may be answered."""

    sealed: bool = False
    """Whether nothing of it may go to models of others."""
    removes: bool = False
    """Whether sentences that are not verified are removed; else they are marked."""
    shows_results: bool = False
    """Whether a model of others may be told what its code printed of a table."""
    without: frozenset[str] = frozenset()
    """Silos that are not searched."""
    steps: int | None = None
    """Thoughts that it may have, if fewer than usual."""


RulesOf = Callable[[ThreadKey], Awaitable[RunRules]]
"""The rules of the channel of a thread, as they are now."""


class FewerSilos:
    """A library in which some silos are not searched. What was cited from them still opens."""

    def __init__(self, library: Library, without: frozenset[str]) -> None:
        self._library = library
        self._without = without

    @property
    def cards(self) -> Sequence[SearchedCard]:
        """Those that are left."""
        return [card for card in self._library.cards if card.name not in self._without]

    @property
    def left_out(self) -> tuple[str, ...]:
        """The titles of those that are not searched."""
        return tuple(card.title for card in self._library.cards if card.name in self._without)

    async def search(
        self,
        silo: str,
        query: str,
        *,
        filters: Filters | None = None,
        seen: frozenset[str] = frozenset(),
    ) -> Outcome:
        """As of the library inside; nobody asks for a silo whose card is not there."""
        return await self._library.search(silo, query, filters=filters, seen=seen)

    async def open(self, ref: DocumentRef) -> Document:
        """As of the library inside."""
        return await self._library.open(ref)
