"""The parts that ingestion is put together from. Beside them stands no code that reads files:
a process that only searches hands them on without loading it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from retrieval.declaration.cards import SiloCard
from retrieval.embedding.contract import IngestEmbedder
from retrieval.errors import SiloUnavailable, StoreDamaged
from retrieval.ingestion.reading_apart import ReaderProcesses
from retrieval.ingestion.staging import Staging
from retrieval.ingestion.summaries import Summariser
from retrieval.stores.contract import IngestStore


@dataclass(frozen=True, slots=True, kw_only=True)
class Ingestion:
    """What ingestion works with: the declared silos, where documents go, who reads files
    and who embeds them."""

    cards: Sequence[SiloCard]
    staging: Staging
    store: IngestStore
    embedder: IngestEmbedder
    readers: ReaderProcesses
    summariser: Summariser | None = None
    shipped: str = ""
    """The name of the folder that comes with the program: no other folder may take it."""

    @property
    def writer(self) -> str:
        """Who writes the summaries; empty without."""
        return self.summariser.name if self.summariser else ""

    async def is_empty(self) -> bool:
        """Whether no silo holds anything yet. A store that does not answer counts as filled: the
        searches report it. Raises :class:`retrieval.errors.StoreDamaged`: what is damaged does not
        come back by itself."""
        try:
            return not any([await self.store.count(card.name) for card in self.cards])
        except StoreDamaged:
            raise
        except SiloUnavailable:
            return False

    def embedding_config(self, card: SiloCard, summary: str = "") -> str:
        """What decides a document's vectors besides its text."""
        config = f"{self.embedder.name}|{card.chunks.tokens}/{card.chunks.overlap}"
        return f"{config}|{self.writer}|{card.focus}" if summary else config
