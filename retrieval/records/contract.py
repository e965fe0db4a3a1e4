"""What a source of records is asked, and how it answers.

A record is what one service or table holds on one thing. It becomes a document whose sentences are
Curbside's words on the record's fields; each sentence is a statement with the record's address, so
that it is quoted and checked like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from retrieval.declaration.record_cards import RecordCard
from retrieval.documents import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One kind of question on records, as ``tasks.toml`` declares it."""

    name: str
    query: str
    record: str
    """The kind of record that tells it: ``a gene's record``."""
    asks_for: str
    fields: tuple[str, ...]
    compared: str
    sources: tuple[str, ...]
    first: str = ""
    """Of a chain: the task that is asked first."""
    then: str = ""
    """The one that is asked of each name that the first one's record gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lookup:
    """What a question asks of records: a task and the name it is asked of."""

    task: Task
    name: str
    """As it is written in the question."""

    @property
    def words(self) -> str:
        """The words that are sent to a source: they read as the same lookup again."""
        return self.task.query.format(name=self.name)


@dataclass(frozen=True, slots=True)
class RecordFact:
    """One field of a record, in a sentence."""

    field: str
    """``symbol``, ``location``: what ``tasks.toml`` asks for."""
    value: str
    """As sources are compared by it: ``8``, ``PSMB10``."""
    sentence: str
    record: str
    """The address of the record that shows it."""
    publisher: str


@dataclass(frozen=True, slots=True)
class RecordsFound:
    """The source holds records, best first; each is a document with a statement for each fact."""

    documents: tuple[Document, ...]
    raw: str = ""
    """What a service sent; empty for a table that is shipped."""
    remark: str = ""
    """What a reader should know: that the name is ambiguous, that the answer was cut short."""


@dataclass(frozen=True, slots=True)
class NoRecord:
    """The source answered: it holds nothing of this name. The reason is a plain sentence."""

    reason: str


@dataclass(frozen=True, slots=True)
class ServiceAway:
    """The source did not answer, or not with what it should. The reason is a plain sentence."""

    reason: str
    unread: Any = None
    """What it sent, where that is JSON in another form than is declared."""


@dataclass(frozen=True, slots=True)
class NotAsked:
    """The source has no such field, so it was not asked. The reason is a plain sentence."""

    reason: str


RecordOutcome = RecordsFound | NoRecord | ServiceAway | NotAsked


class RecordSource(Protocol):
    """One service or table of records. It raises nothing: what fails is an outcome."""

    @property
    def card(self) -> RecordCard: ...

    @property
    def is_shipped(self) -> bool:
        """Whether it asks nobody."""
        ...

    async def look_up(self, lookup: Lookup) -> RecordOutcome: ...

    async def close(self) -> None: ...
