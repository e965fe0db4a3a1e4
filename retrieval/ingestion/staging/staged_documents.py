"""Documents for a process that shows them and does not search."""

from __future__ import annotations

from dataclasses import dataclass

from retrieval.declaration.cards import SiloCard
from retrieval.declaration.record_cards import RecordCard
from retrieval.documents import Document, DocumentRef
from retrieval.ingestion.staging.staging import Staging


@dataclass(frozen=True, slots=True)
class StagedDocuments:
    """The declared silos, the sources of records, and every version of what they hold, without an
    index."""

    cards: tuple[SiloCard | RecordCard, ...]
    staging: Staging

    async def open(self, ref: DocumentRef) -> Document:
        """Raises :class:`retrieval.errors.DocumentUnknown`."""
        return await self.staging.document(ref)
