"""The context of each statement: its document's title and drugs, its heading, and the names in its
words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from agents.extractive.question.requests.aspects import aspects_said, only_when_asked
from agents.extractive.question.topics import stems
from agents.matching.sub_question import StatementContext
from names.entities import EntityKind
from names.recognise import recognise_passage
from retrieval.documents import Document
from retrieval.statements.model import Statement, StatementNames
from retrieval.statements.naming import names_in, words_above, words_of

_TITLE_PARTS = re.compile(r"\s[—–-]\s|:\s")


def with_contexts(document: Document, role: str) -> Iterator[tuple[Statement, StatementContext]]:
    """The document's statements, each with its context. If a document was stored without statements
    or without their names, these are made now."""
    around = _Around(document, role)
    told = _statements_of(document, role)
    # Names are those of the stored statements, in their order.
    stored = document.names if len(document.names) == len(document.statements) else ()
    for place, statement in enumerate(told):
        yield statement, _Context(around, statement, stored[place] if stored else None)


def context_of(document: Document, statement: Statement, role: str) -> StatementContext:
    """The context of one statement."""
    return _Context(_Around(document, role), statement, None)


def head_of(title: str) -> str:
    """The first part of a title, before a colon or dash. It says what the document is on."""
    return _TITLE_PARTS.split(title)[0]


def _statements_of(document: Document, role: str) -> tuple[Statement, ...]:
    """The statements made at ingestion; a document stored before there were any has them made."""
    if document.statements:
        return document.statements
    # Imported here: deriving needs modules that nothing else in an answer needs.
    from retrieval.derivation.derive import derive_statements

    return derive_statements(document, role)


class _Around:
    """The context that all statements of a document share."""

    def __init__(self, document: Document, role: str) -> None:
        facets = document.facets
        self.text, self.title, self.role = document.text, document.title, role
        self.drugs = _on(self.title, "drug", facets.drugs)
        self.genes = _on(self.title, "gene", facets.genes)
        self.identifiers = frozenset((document.id, *(each.value for each in facets.identifiers)))


class _Context:
    """Implements :class:`agents.matching.sub_question.StatementContext`. What was read of a text is
    cached, by the functions that read it and here."""

    def __init__(
        self, around: _Around, statement: Statement, stored: StatementNames | None
    ) -> None:
        """``stored``: the names that were read at ingestion; None if they have to be read now."""
        self._around, self._statement, self._stored = around, statement, stored
        self.title, self.role = around.title, around.role
        self.drugs, self.genes = around.drugs, around.genes
        self.identifiers = around.identifiers

    @cached_property
    def text(self) -> str:
        return words_of(self._around.text, self._statement)

    @cached_property
    def names(self) -> frozenset[str]:
        above = self._stored.above if self._stored else names_in(self._above)
        return self.names_inside.union(above)

    @cached_property
    def names_inside(self) -> frozenset[str]:
        return frozenset(self._stored.inside if self._stored else names_in(self.text))

    @cached_property
    def stems(self) -> frozenset[str]:
        return stems(self.text)

    @cached_property
    def stems_above(self) -> frozenset[str]:
        return stems(self._above)

    @cached_property
    def aspects(self) -> frozenset[str]:
        return aspects_said(self.text)

    @cached_property
    def only_asked(self) -> frozenset[str]:
        return only_when_asked(self.aspects)

    @property
    def _above(self) -> str:
        return words_above(self.title, self._statement)


def _on(title: str, kind: EntityKind, told: Sequence[str]) -> frozenset[str]:
    """What a document is on: the names in its title, or else the only name in its facets."""
    return _named_in_title(title, kind) or frozenset(told if len(told) == 1 else ())


@lru_cache(maxsize=10_000)
def _named_in_title(title: str, kind: EntityKind) -> frozenset[str]:
    """The drugs or genes in the first part of a title. If it names no drug, the drugs of the whole
    title."""
    head = recognise_passage(head_of(title)).names(kind)
    return head or (recognise_passage(title).names(kind) if kind == "drug" else head)
