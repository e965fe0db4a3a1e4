"""An archive of records in memory, for tests."""

from __future__ import annotations

from collections.abc import Sequence

from retrieval.documents import Document, DocumentRef
from retrieval.errors import SiloUnavailable


class RecordsInMemory:
    """Keeps records; can be taken away."""

    def __init__(self) -> None:
        self.kept: dict[DocumentRef, tuple[Document, str]] = {}
        self.is_away = False

    async def keep_records(self, shown: Sequence[Document], raw: str = "") -> None:
        if self.is_away:
            raise SiloUnavailable
        for record in shown:
            self.kept.setdefault(record.ref, (record, raw))
