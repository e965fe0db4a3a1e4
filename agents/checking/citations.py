"""Citations: made by the program from quotes that it has found in the stored text. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from agents.checking.quotes import QuoteCheck, VerifiedQuote, check_quote
from agents.turns import Citation, Finding, Insight, Pointer
from retrieval.documents import Document
from retrieval.statements.lookup import statement_at
from retrieval.statements.model import Statement
from retrieval.text.pages import pages_at

_PRONOUN = re.compile(r"(?:it|its|they|their|this|these|both|he|she)\b", re.IGNORECASE)
_NO_STATEMENT = Statement(id="", kind="other", spans=())


def findings_of(insights: Sequence[Insight], documents: Sequence[Document]) -> tuple[Finding, ...]:
    """The insights with the quotes that stand in the documents. An insight without any is
    dropped. Keys are given when the observation is journalled."""
    findings = (finding_of(insight, documents) for insight in insights)
    return tuple(finding for finding in findings if finding is not None)


def finding_of(insight: Insight, documents: Sequence[Document]) -> Finding | None:
    """The insight with its verified quotes, or None when there are none."""
    citations: dict[tuple[object, ...], Citation] = {}
    removed = 0
    for pointer in insight.pointers:
        citation = citation_of(pointer, documents)
        if citation is None:
            removed += 1
        else:
            citations.setdefault((citation.ref, citation.start, citation.end), citation)
    if not citations or not insight.text.strip():
        return None
    return Finding(
        text=insight.text,
        citations=tuple(citations.values()),
        removed=removed,
        judgements=insight.judgements,
        criterion=insight.criterion,
    )


def citation_of(pointer: Pointer, documents: Sequence[Document]) -> Citation | None:
    """The pointer as a citation without a key, or None when its words do not stand there. A digest
    is linked to the record of the statement that holds the quote, not to that of the document."""
    document = next((each for each in documents if each.ref == pointer.ref), None)
    if document is None:
        return None
    check: QuoteCheck = check_quote(document.text, pointer.text, pointer.start, pointer.end)
    if not isinstance(check, VerifiedQuote):
        return None
    statement = statement_at(document.statements, check.start, check.end) or _NO_STATEMENT
    record = statement.record
    own_record = document.kind == "digest" and record.startswith(("https://", "http://"))
    return Citation(
        key="",
        ref=document.ref,
        title=document.title,
        organisation=statement.publisher or document.organisation,
        url=record if own_record else document.url,
        date=document.date if document.is_on_record(record) else "",
        quote=document.text[check.start : check.end],
        start=check.start,
        end=check.end,
        match=check.match,
        status=document.status,
        evidence_level=document.facets.evidence_level,
        kind=document.kind,
        statement=statement.id,
        record=record,
        jurisdiction=statement.jurisdiction,
        as_of=statement.as_of,
        currency=statement.currency,
        evidence=statement.evidence,
        page=pages_at(document.text, check.start, check.end),
    )


def with_antecedents(
    citations: Sequence[Citation], known: Iterable[Citation]
) -> tuple[Citation, ...]:
    """The citations, and before each quote that begins with a pronoun those of its statement that
    stand before it: "It is not indicated for colorectal cancer" does not name what is not."""
    others = list(known)
    found: list[Citation] = []
    for each in citations:
        if _PRONOUN.match(each.quote):
            found += [
                other
                for other in others
                if each.statement
                and (other.ref, other.statement) == (each.ref, each.statement)
                and other.end <= each.start
            ]
        found.append(each)
    return tuple(dict.fromkeys(found))
