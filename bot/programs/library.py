"""Searches, documents and look-ups as JSON objects, each quote with its citation."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from agents.checking.citations import citation_of
from agents.endings.json_result import citation_object
from agents.lookups.holdings import Holdings, look_up
from agents.lookups.subjects import LookUpKind, NotKnown, read_subject
from agents.run.rules import FewerSilos
from agents.turns import Citation, Pointer
from bot.db.channels.rules import RulesOfChannels
from bot.failures.errors import NameNotKnown, NoQuestion, SiloNotSearched
from bot.programs.questions import PROGRAMS, UNREADABLE
from bot.programs.result_order import across_silos
from bot.programs.searched_silos import LibraryBy
from retrieval.documents import Document, DocumentRef
from retrieval.errors import DocumentUnknown
from retrieval.outcomes import Data, FoundDocument, Outcome, Unavailable
from retrieval.privacy.hiding import HiddenWords
from retrieval.search.contract import Library, SearchedCard
from retrieval.text.invisible import readable
from retrieval.text.passages import passages

Json = dict[str, Any]
QUOTES = 3
"""Sentences of a document that a search shows. Chosen by hand."""
MOST_CHARACTERS = 20_000
"""Of a document that are given at once. Chosen by hand: about 5,000 tokens."""
LONGEST_SEARCH = 1_000
"""Characters of a search. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class ProgramLibrary:
    """What clients may search, by the rules of each."""

    library_by: LibraryBy
    rules: RulesOfChannels

    async def silos(self, client: str) -> list[Json]:
        """What may be searched, and what it is for."""
        library = await self._library(client)
        return [
            {"silo": card.name, "title": card.title, "use_when": card.use_when}
            for card in library.cards
        ]

    async def search(self, client: str, query: str, silo: str) -> Json:
        """The documents that fit, with the sentences that fit best, each as a citation; of all
        silos if none is named, those first that have most of the words. Raises
        :class:`bot.failures.errors.NoQuestion`, :class:`bot.failures.errors.SiloNotSearched`."""
        words = UNREADABLE.sub("", readable(query)).strip()[:LONGEST_SEARCH]
        if not words:
            raise NoQuestion
        library = await self._library(client)
        cards = [card for card in library.cards if silo in ("", card.name)]
        if not cards:
            names = ", ".join(card.name for card in library.cards)
            raise SiloNotSearched(f"There are: {names}.")
        # In a thread: who the patient is finds no document, and a service need not know it.
        asked = await asyncio.to_thread(lambda: HiddenWords([words]).blank(words))
        outcomes = await asyncio.gather(*(library.search(card.name, asked) for card in cards))
        return await asyncio.to_thread(_results_object, words, cards, outcomes)

    async def open(self, client: str, ref: DocumentRef, offset: int) -> Json:
        """A document, from a place on. Raises :class:`retrieval.errors.DocumentUnknown`,
        :class:`bot.failures.errors.SiloNotSearched`."""
        library = await self._library(client)
        if ref.silo not in {card.name for card in library.cards}:
            raise SiloNotSearched
        if UNREADABLE.search(f"{ref.id}{ref.version}"):
            raise DocumentUnknown
        document = await library.open(ref)
        end = offset + MOST_CHARACTERS
        return {
            **_document_object(document),
            "text": document.text[offset:end],
            "offset": offset,
            "characters": len(document.text),
            "next_offset": end if end < len(document.text) else None,
        }

    async def look_up(self, client: str, kind: LookUpKind, name: str) -> Json:
        """What is held on exactly one thing, as the slash commands show it. Raises
        :class:`bot.failures.errors.NameNotKnown`."""
        subject = await asyncio.to_thread(read_subject, kind, name)
        if isinstance(subject, NotKnown):
            raise NameNotKnown(subject.sentence)
        return _holdings_object(await look_up(subject, await self._library(client)))

    async def _library(self, client: str) -> Library:
        rules = (await self.rules.rules(PROGRAMS, client)).run
        library = self.library_by(rules.sealed)
        return FewerSilos(library, rules.without) if rules.without else library


def _results_object(query: str, cards: Sequence[SearchedCard], outcomes: Sequence[Outcome]) -> Json:
    both = list(zip(cards, outcomes, strict=True))
    found = [outcome.found for outcome in outcomes if isinstance(outcome, Data)]
    return {
        "query": query,
        "results": [_result_object(query, each) for each in across_silos(query, found)],
        "silent": [
            {
                "silo": card.name,
                "outcome": "unavailable" if isinstance(outcome, Unavailable) else "empty",
                "reason": outcome.reason,
            }
            for card, outcome in both
            if not isinstance(outcome, Data)
        ],
    }


def _result_object(query: str, found: FoundDocument) -> Json:
    document = found.document
    best = passages(document, query, limit=QUOTES, stretches=found.spans)
    pointers = (
        Pointer(ref=each.ref, text=each.text, start=each.start, end=each.end) for each in best
    )
    cited = [citation_of(pointer, [document]) for pointer in pointers]
    return {
        **_document_object(document),
        "score": round(found.score, 4),
        "citations": _citation_objects([each for each in cited if each is not None]),
    }


def _citation_objects(citations: Sequence[Citation]) -> list[Json]:
    keyed = (replace(each, key=f"c{number}") for number, each in enumerate(citations, 1))
    return [citation_object(each) for each in keyed]


def _document_object(document: Document) -> Json:
    return {
        "silo": document.silo,
        "document_id": document.id,
        "version": document.version,
        "title": document.title,
        "organisation": document.organisation,
        "date": document.date,
        "url": document.url,
        "kind": document.kind,
        "status": document.status,
    }


def _holdings_object(holdings: Holdings) -> Json:
    subject = holdings.subject
    return {
        "kind": subject.kind,
        "name": subject.name,
        "asked_as": subject.asked,
        "silos": [
            {
                "title": silo.title,
                "left": silo.left,
                "statements": [
                    {
                        "text": finding.text,
                        "citations": [citation_object(each) for each in finding.citations],
                    }
                    for finding in silo.findings
                ],
            }
            for silo in holdings.silos
        ],
        "searched": list(holdings.searched),
        "unavailable": list(holdings.unavailable),
        "not_asked": list(holdings.not_set_up),
    }
