"""What a store remembers of how much its silos hold, so that it need not be asked each time."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from retrieval.stores.weaviate import schema
from retrieval.stores.weaviate.candidate_features import SiloSize, WordStatistics, sample_shares

if TYPE_CHECKING:
    from weaviate.collections import CollectionAsync

SECONDS = 60.0
"""For which the size of a silo is taken to be what it was. Chosen by hand: it weighs words only."""
GROWN = 0.1
"""Share of documents more or fewer by which words are counted anew. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class _Remembered:
    looked: float
    size: SiloSize
    sampled: int
    """How many documents there were when words were counted."""


class SiloSizes:
    """The sizes of silos whose documents have several vectors, and the average length of the
    documents of all."""

    def __init__(self) -> None:
        self._sizes: dict[str, _Remembered] = {}
        self._averages: dict[str, float] = {}

    def average(self, silo: str) -> float:
        """Words of a document, as the last search found it; 0 for none."""
        return self._averages.get(silo, 0.0)

    def learn(self, silo: str, found: WordStatistics) -> None:
        """What a search found out."""
        self._averages[silo] = found.average
        if silo in self._sizes and found.held:
            last = self._sizes[silo]
            held = {**last.size.held, **found.held}
            self._sizes[silo] = replace(last, size=replace(last.size, held=held))

    def forget(self, silo: str) -> None:
        """After a write."""
        if silo in self._sizes:
            self._sizes[silo] = replace(self._sizes[silo], looked=-SECONDS)

    async def size(
        self, collection: CollectionAsync[Any, Any], silo: str, packed: bool
    ) -> SiloSize:
        """What the silo holds, as it was a moment ago. ``packed``: whether documents have packed
        figures, which tell the frequencies of words."""
        last = self._sizes.get(silo)
        if last is not None and time.monotonic() - last.looked < SECONDS:
            return last.size
        objects = await collection.aggregate.over_all(total_count=True)
        documents = await collection.aggregate.over_all(
            filters=schema.first_parts(), total_count=True
        )
        count, sampled = int(documents.total_count or 0), last.sampled if last else 0
        held: Mapping[int, float] = last.size.held if last else {}
        if packed and abs(count - sampled) > GROWN * sampled:
            held, sampled = await sample_shares(collection), count
        size = SiloSize(count, int(objects.total_count or 0), held)
        self._sizes[silo] = _Remembered(time.monotonic(), size, sampled)
        return size
