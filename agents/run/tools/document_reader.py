"""Documents as an observation: given whole, or read by the core, each quote checked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from agents.checking.citations import findings_of
from agents.checking.documents.shown_documents import offer_document
from agents.checking.documents.unsuited_documents import fit_of
from agents.checking.model_quotes import (
    with_checked_words,
    with_judgements,
    with_stored_statements,
)
from agents.cores import NO_HIGHLIGHTS, Core, Highlights, ToolCard
from agents.run.shown_documents import ShownDocuments
from agents.run.tools.searching import mark_of
from agents.turns import Action, Finding, Observation, Reading, View
from agents.wording.counts import count_of
from retrieval.documents import Document, DocumentRef

_SAY_MORE = "say more than their quotes, which are"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judged:
    """What the program makes of a reading."""

    whole: tuple[Document, ...]
    """The documents that are given whole, with their statements."""
    quoted: tuple[Finding, ...]
    """The findings with the quotes that stand in the documents."""
    findings: tuple[Finding, ...]
    """The same checked and judged for the patient."""
    replaced: int
    """How many were replaced by their quotes."""
    marks: tuple[str, ...]
    """What limits each document."""


class DocumentReader:
    """Reads for one run."""

    def __init__(self, core: Core, shown: ShownDocuments) -> None:
        self._core = core
        self._shown = shown
        self._reading: set[str] = set()

    def is_reading(self, action: Action) -> bool:
        """Whether the core reads what this action found, or was broken off while it did."""
        return action.call_id in self._reading

    async def observe(
        self,
        action: Action,
        documents: Sequence[Document],
        card: ToolCard,
        view: View,
        highlights: Highlights = NO_HIGHLIGHTS,
    ) -> Observation:
        """What the core makes of the documents. Citations have no keys yet. Raises
        :class:`agents.errors.ModelError`."""
        query = str(action.arguments["query"])
        self._reading.add(action.call_id)
        reading = await self._core.read(query, documents, card, highlights, view=view)
        self._reading.discard(action.call_id)
        if reading.problem:
            return _unreadable(action, documents, reading)
        # In a thread: each quote is looked up in the whole document, and the facts are read.
        found = await asyncio.to_thread(_judge, reading, documents, view, card.role)
        self._shown.remember(found.whole)
        whole, quoted, findings = found.whole, found.quoted, found.findings
        read = len(documents) - len(whole) - len(reading.unread)
        removed = sum(len(insight.pointers) for insight in reading.insights) - sum(
            len(finding.citations) for finding in quoted
        )
        status = status_line(read, quoted, removed, found.replaced)
        return Observation(
            call_id=action.call_id,
            tool=action.tool,
            outcome="data" if findings or whole else "empty",
            findings=findings,
            offered=tuple(map(offer_document, whole)),
            unread=reading.unread,
            documents=tuple(document.ref for document in documents),
            titles=tuple(document.title for document in documents),
            marks=found.marks,
            detail=_detail(documents, reading, status),
            extracting=reading.extracting,
            usage=reading.usage,
            prompt_sha=reading.prompt_sha,
        )


def _unreadable(action: Action, documents: Sequence[Document], reading: Reading) -> Observation:
    return Observation(
        call_id=action.call_id,
        tool=action.tool,
        outcome="error",
        documents=tuple(document.ref for document in documents),
        titles=tuple(document.title for document in documents),
        detail=reading.problem,
        extracting=reading.extracting,
        usage=reading.usage,
        prompt_sha=reading.prompt_sha,
    )


def _whole(
    documents: Sequence[Document], refs: Sequence[DocumentRef], role: str
) -> tuple[Document, ...]:
    """These of the documents, with their statements."""
    return tuple(with_stored_statements(each, role) for each in documents if each.ref in refs)


def _marks(
    documents: Sequence[Document], unread: Sequence[DocumentRef], view: View, role: str
) -> tuple[str, ...]:
    """What limits each document; of one that was not read, also why it is none for this
    patient."""

    def mark(document: Document) -> str:
        against = fit_of(document, view.sheet, role).mark if document.ref in unread else ""
        told = (mark_of(document), against)
        return "; ".join(filter(None, told))

    return tuple(map(mark, documents))


def _detail(documents: Sequence[Document], reading: Reading, read: str) -> str:
    """What was done with the documents: given whole, read, left alone."""
    titles = {document.ref: document.title for document in documents}
    whole = "; ".join(titles[ref] for ref in reading.whole)
    unread = "; ".join(titles[ref] for ref in reading.unread)
    told = [f"Taken whole: {whole}."] if whole else []
    told += [read] if len(documents) > len(reading.whole) + len(reading.unread) else []
    told += [reading.remark] if reading.remark else []
    return " ".join([*told, *([f"Found and not read: {unread}."] if unread else [])])


def _judge(reading: Reading, documents: Sequence[Document], view: View, role: str) -> _Judged:
    quoted = findings_of(reading.insights, documents)
    checked, replaced = with_checked_words(quoted, view)
    return _Judged(
        whole=_whole(documents, reading.whole, role),
        quoted=quoted,
        findings=with_judgements(checked, documents, view.sheet, role),
        replaced=replaced,
        marks=_marks(documents, reading.unread, view, role),
    )


def status_line(
    documents: int, findings: Sequence[Finding], removed: int, replaced: int = 0
) -> str:
    """What an observation amounts to, in a sentence or three."""
    quotes = sum(len(finding.citations) for finding in findings)
    read = f"Read {count_of(documents, 'document')}"
    if not findings:
        line = f"{read}; nothing to quote on this."
    else:
        line = f"{read}: {count_of(len(findings), 'finding')}, {count_of(quotes, 'quote')}."
    if removed:
        line += f" {count_of(removed, 'quote')} did not stand in the text and were left out."
    if replaced:
        said = "says more than its quotes, which are" if replaced == 1 else _SAY_MORE
        line += f" {count_of(replaced, 'finding')} {said} shown instead."
    return line
