"""The silos and the sources of records behind one object: a source is searched like a silo."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Protocol

from retrieval.documents import Document, DocumentRef, Filters
from retrieval.errors import SiloUnavailable
from retrieval.outcomes import Data, Empty, FoundDocument, Outcome, Unavailable
from retrieval.records.contract import (
    Lookup,
    NoRecord,
    NotAsked,
    RecordsFound,
    RecordSource,
    ServiceAway,
)
from retrieval.records.tasks import queries_to, read_lookup
from retrieval.records.undeclared_forms import unread_document
from retrieval.search.contract import Library, SearchedCard

NO_LOOKUP = "It answers only what it is for, in such words: {queries}."


class RecordArchive(Protocol):
    """Keeps every record that was shown, so that its quotes can be opened and checked later."""

    async def keep_records(self, shown: Sequence[Document], raw: str = "") -> None:
        """Store these versions with what their source sent. Raises
        :class:`retrieval.errors.SiloUnavailable`."""
        ...


@dataclass(frozen=True, slots=True)
class RecordSources:
    """The sources of records that are set up, and where what they answer is kept."""

    sources: tuple[RecordSource, ...]
    archive: RecordArchive
    shows_unread: bool = False
    """Whether an answer that no declared extractor reads is shown as a document, for who has code
    written that reads it."""

    def beside(self, silos: Library) -> RecordLibrary:
        """The silos with these sources beside them."""
        return RecordLibrary(silos, self.sources, self.archive, shows_unread=self.shows_unread)

    def showing_unread(self) -> RecordSources:
        """The same, for who has code written."""
        return replace(self, shows_unread=True)

    def without_services(self) -> RecordSources:
        """Only those that ask no service: for channels of which nothing may leave."""
        return replace(self, sources=tuple(each for each in self.sources if each.is_shipped))

    async def close(self) -> None:
        for source in self.sources:
            await source.close()


class RecordLibrary:
    """Searches silos as they do themselves, and looks records up."""

    def __init__(
        self,
        silos: Library,
        sources: Sequence[RecordSource],
        archive: RecordArchive,
        *,
        shows_unread: bool = False,
    ) -> None:
        self._shows_unread = shows_unread
        self._silos = silos
        self._sources = {source.card.name: source for source in sources}
        self._archive = archive

    @property
    def cards(self) -> tuple[SearchedCard, ...]:
        """Those of the silos, then those of the sources."""
        return (*self._silos.cards, *(source.card for source in self._sources.values()))

    async def search(
        self,
        silo: str,
        query: str,
        *,
        filters: Filters | None = None,
        seen: frozenset[str] = frozenset(),
    ) -> Outcome:
        """As of the silos. A source of records takes no filters: it is asked for one name."""
        source = self._sources.get(silo)
        if source is None and filters is None and not seen:
            return await self._silos.search(silo, query)
        if source is None:
            return await self._silos.search(silo, query, filters=filters, seen=seen)
        lookup = read_lookup(query)
        if lookup is None:
            return Empty(
                NO_LOOKUP.format(queries="; ".join(queries_to(silo)) or source.card.example)
            )
        match await source.look_up(lookup):
            case RecordsFound() as held:
                return await self._keep_and_show(held)
            case NoRecord(reason) | NotAsked(reason):
                return Empty(reason)
            case ServiceAway(reason, unread):
                shown = self._unread(source, lookup, unread)
                return await self._keep_and_show(shown) if shown else Unavailable(reason)

    def _unread(self, source: RecordSource, lookup: Lookup, sent: Any) -> RecordsFound | None:
        """What the source sent in a form that is not declared; None where nobody reads it."""
        if not self._shows_unread or sent is None:
            return None
        document = unread_document(source.card, lookup, sent, f"{datetime.now(UTC):%Y-%m-%d}")
        raw = json.dumps(sent, ensure_ascii=False, sort_keys=True)
        return RecordsFound((document,), raw) if document else None

    async def _keep_and_show(self, held: RecordsFound) -> Outcome:
        """The records, once they are stored: what cannot be opened again is not shown."""
        try:
            await self._archive.keep_records(held.documents, held.raw)
        except SiloUnavailable:
            return Unavailable("What it answered could not be stored, so it is not shown.")
        found = tuple(
            FoundDocument(document=one, score=1.0, lexical=1.0, dense=0.0) for one in held.documents
        )
        return Data(found, held.remark)

    async def open(self, ref: DocumentRef) -> Document:
        """Exactly this version. Raises :class:`DocumentUnknown` or :class:`SiloUnavailable`."""
        return await self._silos.open(ref)
