"""What of a record answers a part: the statements of the fields that its task names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.extractive.question.parsing import ParsedQuestion
from agents.extractive.question.requests.records import lookup_of
from agents.matching.verdicts import Judgement, Verdict
from agents.turns import Insight, Pointer
from retrieval.documents import Document
from retrieval.records.contract import Lookup
from retrieval.records.record_documents import fields_of
from retrieval.records.tasks import belongs_to
from retrieval.statements.model import Statement

OTHER_NAMES = ("aliases", "previous", "identifiers")
"""Fields that show why a record of another symbol is the one asked for."""


def record_insights(
    parsed: ParsedQuestion, documents: Sequence[Document], query: str
) -> tuple[Insight, ...]:
    """The statements of the records that answer the parts which were asked with this query."""
    return tuple(
        _insight(document, statement, part)
        for part, asked in enumerate(parsed.parts)
        if (lookup := lookup_of(asked)) is not None and (step := belongs_to(lookup, query))
        for document in documents
        for statement in answering_statements(document, step)
    )


def answering_statements(document: Document, lookup: Lookup) -> Iterator[Statement]:
    """The statements of a record that answer a lookup. Behind them stands the one that shows that
    the name asked for is a name of the record, where no other does."""
    found = fields_of(document, lookup.task.fields)
    yield from found
    if not any(_has_name(document, each, lookup.name) for each in found):
        names = fields_of(document, OTHER_NAMES)
        yield from [each for each in names if _has_name(document, each, lookup.name)][:1]


def _has_name(document: Document, statement: Statement, name: str) -> bool:
    whole = rf"(?i)(?<![\w-]){re.escape(name)}(?![\w-])"
    return any(re.search(whole, document.text[start:end]) for start, end in statement.spans)


def _insight(document: Document, statement: Statement, part: int) -> Insight:
    start, end = statement.spans[0]
    words = document.text[start:end]
    return Insight(
        text=words,
        pointers=(Pointer(ref=document.ref, text=words, start=start, end=end),),
        judgements=(Judgement(statement, part, (Verdict("subject", "ok"),), 1.0),),
    )
