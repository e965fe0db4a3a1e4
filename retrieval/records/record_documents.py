"""A record as a document: a sentence for each fact, each a statement with the record's address."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from retrieval.documents import Document, Facets
from retrieval.records.contract import RecordFact
from retrieval.statements.model import Result, Span, Statement
from retrieval.text.invisible import readable


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordHead:
    """What stands above the facts of a record."""

    source: str
    """Name of the source."""
    id: str
    title: str
    url: str
    organisation: str
    date: str
    """When the source published or gave it."""
    genes: tuple[str, ...] = ()
    raw: bytes = b""
    """What the source sent; its digest is part of the version."""


def record_document(head: RecordHead, facts: Sequence[RecordFact]) -> Document:
    """The record as a document. The same facts of the same bytes give the same version."""
    text, statements = "", []
    for number, sent in enumerate(facts, start=1):
        fact = replace(sent, sentence=readable(sent.sentence), value=readable(sent.value))
        start = len(text)
        text += f"{fact.sentence}\n\n"
        span: Span = (start, start + len(fact.sentence))
        statements.append(_statement(number, fact, span, head))
    digest = hashlib.sha256(text.encode() + head.raw).hexdigest()[:16]
    return Document(
        silo=head.source,
        id=head.id,
        version=f"{head.date}+{digest}" if head.date else digest,
        title=readable(head.title),
        text=text.rstrip("\n"),
        url=head.url,
        organisation=head.organisation,
        date=head.date,
        facets=Facets(genes=head.genes),
        facts_from=tuple(dict.fromkeys(fact.record for fact in facts)),
        kind="digest",
        statements=tuple(statements),
    )


def _statement(number: int, fact: RecordFact, span: Span, head: RecordHead) -> Statement:
    return Statement(
        id=f"{fact.field}-{number}",
        kind="definition",
        spans=(span,),
        genes=head.genes,
        result=Result(endpoint=fact.field, value=fact.value),
        as_of=head.date,
        record=fact.record,
        publisher=fact.publisher,
    )


def fields_of(document: Document, fields: Sequence[str]) -> tuple[Statement, ...]:
    """The statements of these fields, in the order of the fields."""
    return tuple(
        statement
        for field in fields
        for statement in document.statements
        if statement.id.rpartition("-")[0] == field
    )
