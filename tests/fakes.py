"""Small working stand-ins: a core that follows a script, and silos that are held in memory."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from agents.cores import (
    NO_HIGHLIGHTS,
    DraftListener,
    Highlights,
    StepSummary,
    ToolCard,
    ignore_draft,
)
from agents.errors import JournalConflict
from agents.journal.codec import entry_of
from agents.journal.entry import ENDINGS, Entry, Event
from agents.journal.hash_chain import row_hash
from agents.turns import (
    Action,
    Draft,
    DraftSentence,
    Insight,
    Pointer,
    Question,
    Reading,
    Thought,
    View,
)
from retrieval.documents import Document, DocumentRef
from retrieval.errors import DocumentUnknown
from retrieval.outcomes import Data, Empty, FoundDocument, Outcome, Unavailable

READY = Thought(text="I have what I need.")


def search(silo: str, query: str) -> Action:
    """An action that searches a silo; the run gives it its call id."""
    return Action(call_id="", tool=f"search_{silo}", arguments={"query": query})


@dataclass(slots=True)
class ScriptedCore:
    """Thinks what the script says, by the number of the step; then it is ready to answer.

    It reads the first sentence of each document and answers with every finding, so it needs no
    memory of its own: a core in another process continues where this one was killed. ``pause``
    is how long every call takes, ``hang`` names a method that never returns."""

    script: Sequence[Thought] = ()
    pause: float = 0.0
    hang: str = ""
    fail: dict[str, Exception] = field(default_factory=dict)
    """Per method, what it raises."""
    draft: Callable[[View], Draft] | None = None
    aloud: bool = False
    """Whether it tells of its draft sentence by sentence."""
    calls: list[str] = field(default_factory=list)
    """The methods called, in order."""

    @property
    def name(self) -> str:
        return "scripted"

    async def think(self, view: View, cards: Sequence[ToolCard]) -> Thought:
        await self._called("think")
        number = len(view.steps)
        return self.script[number] if number < len(self.script) else READY

    async def read(
        self,
        query: str,
        documents: Sequence[Document],
        card: ToolCard,
        highlights: Highlights = NO_HIGHLIGHTS,
        *,
        view: View,
    ) -> Reading:
        await self._called("read")
        return Reading(insights=tuple(_first_sentence(document) for document in documents))

    async def answer(
        self, view: View, cards: Sequence[ToolCard], on_draft: DraftListener = ignore_draft
    ) -> Draft:
        await self._called("answer")
        draft = self.draft(view) if self.draft else every_finding(view)
        for written in range(1, len(draft.sentences) + 1 if self.aloud else 1):
            await on_draft(replace(draft, sentences=draft.sentences[:written]))
        return draft

    async def compress(self, view: View) -> StepSummary:
        await self._called("compress")
        return StepSummary(text=f"{len(view.steps)} steps: {' '.join(view.citations)}")

    async def _called(self, method: str) -> None:
        self.calls.append(method)
        if method == self.hang:
            await asyncio.Event().wait()
        if self.pause:
            await asyncio.sleep(self.pause)
        if method in self.fail:
            raise self.fail[method]


def every_finding(view: View) -> Draft:
    """A draft that says each observed quote, citing it."""
    return Draft(
        sentences=tuple(
            DraftSentence(text=citation.quote, keys=(key,))
            for key, citation in view.citations.items()
        ),
        note="Quoted by a script.",
    )


def _first_sentence(document: Document) -> Insight:
    end = re.search(r"\.(?=\s|$)", document.text)
    span = (0, end.end() if end else len(document.text))
    words = document.text[slice(*span)]
    pointer = Pointer(ref=document.ref, text=words, start=span[0], end=span[1])
    return Insight(text=words, pointers=(pointer,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """The declaration of a silo in memory."""

    name: str
    title: str
    use_when: str = "Always."
    not_when: str = ""
    example: str = ""
    role: str = ""
    publishers: tuple[str, ...] = ()
    is_own: bool = False


@dataclass(slots=True)
class MemorySilos:
    """Silos in memory. A document is found when it shares a word of four letters with the query."""

    documents: Sequence[Document] = ()
    down: frozenset[str] = frozenset()
    """Silos that do not answer."""
    pause: float = 0.0
    hang: frozenset[str] = frozenset()
    """Silos that never return."""
    searches: list[tuple[str, str]] = field(default_factory=list)
    """Every search that came to an end, with its query."""

    @property
    def cards(self) -> tuple[Card, ...]:
        names = dict.fromkeys(document.silo for document in self.documents)
        return tuple(
            Card(name=name, title=name.replace("_", " ").capitalize())
            for name in (*names, *sorted(self.down | self.hang - set(names)))
        )

    async def search(self, silo: str, query: str) -> Outcome:
        if silo in self.hang:
            await asyncio.Event().wait()
        if self.pause:
            await asyncio.sleep(self.pause)
        self.searches.append((silo, query))
        if silo in self.down:
            return Unavailable("The silo did not answer.")
        found = tuple(
            FoundDocument(document=document, score=1.0, lexical=1.0, dense=0.0)
            for document in self.documents
            if document.silo == silo and _words(query) & _words(f"{document.title} {document.text}")
        )
        return Data(found) if found else Empty("Nothing in it fits these words.")

    async def open(self, ref: DocumentRef) -> Document:
        for document in self.documents:
            if document.ref == ref:
                return document
        raise DocumentUnknown

    async def close(self) -> None:
        """Nothing to let go of."""


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w{4,}", text.casefold()))


class MemoryJournal:
    """A journal in memory, with the rules of the real one."""

    def __init__(self, run_id: str, question: Question) -> None:
        self.run_id = run_id
        self.events: list[Event] = []
        self._write(entry_of(question, call_id="question"))

    @property
    def last_seq(self) -> int:
        return len(self.events)

    async def load_after(self, seq: int) -> tuple[Event, ...]:
        return tuple(self.events[seq:])

    async def append(self, entry: Entry) -> Event:
        return self._write(entry)

    def _write(self, entry: Entry) -> Event:
        for event in self.events:
            if entry.call_id and (event.entry.kind, event.entry.call_id) == (
                entry.kind,
                entry.call_id,
            ):
                return event
        ended = any(event.entry.kind in ENDINGS for event in self.events)
        if ended and entry.kind != "review":
            raise JournalConflict("the run has ended")
        # Through JSON, as a database does it.
        entry = replace(entry, payload=json.loads(json.dumps(entry.payload)))
        seq, at = len(self.events) + 1, datetime.now(UTC)
        prev_hash = self.events[-1].hash if self.events else ""
        event = Event(
            run_id=self.run_id,
            seq=seq,
            entry=entry,
            at=at,
            prev_hash=prev_hash,
            hash=row_hash(self.run_id, seq, entry, at, prev_hash),
        )
        self.events.append(event)
        return event


class Narrator:
    """Keeps every view that it was told."""

    def __init__(self) -> None:
        self.views: list[View] = []

    async def __call__(self, view: View) -> None:
        self.views.append(view)
