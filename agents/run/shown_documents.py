"""The documents that a run shows whole to its core: loaded once, and again after a crash."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Protocol

from agents.checking.documents.shown_documents import offered_findings, offered_refs, with_offered
from agents.checking.model_quotes import with_stored_statements
from agents.facts.sheet import Fact
from agents.turns import Finding, OfferedDocument, View
from retrieval.documents import Document, DocumentRef
from retrieval.errors import RetrievalError

log = logging.getLogger(__name__)


class Opener(Protocol):
    """What opens a stored document again."""

    async def open(self, ref: DocumentRef) -> Document: ...


class ShownDocuments:
    """The journal holds where the statements stand; their words come from the store."""

    def __init__(self, library: Opener, roles: Mapping[str, str]) -> None:
        self._library = library
        self._roles = roles
        self._documents: dict[DocumentRef, Document] = {}
        self._found: dict[tuple[OfferedDocument, tuple[Fact, ...]], tuple[Finding, ...]] = {}

    def remember(self, documents: Sequence[Document]) -> None:
        """Keep these, so that they are not loaded again."""
        self._documents |= {document.ref: document for document in documents}

    @property
    def roles(self) -> Mapping[str, str]:
        """The role of each silo."""
        return self._roles

    async def fill(self, view: View) -> View:
        """The view with the statements of the documents that it shows whole. Those of a document
        that cannot be opened any more are not in it, so that nothing can be cited of them."""
        refs = offered_refs(view)
        if not refs:
            return view
        for ref in refs:
            await self._load(ref)
        return await asyncio.to_thread(self._fill_view, view)

    async def _load(self, ref: DocumentRef) -> None:
        if ref in self._documents:
            return
        try:
            stored = await self._library.open(ref)
        except RetrievalError as error:
            log.warning("document not shown", extra={"error": type(error).__name__})
            return
        role = self._roles.get(ref.silo, "")
        self._documents[ref] = await asyncio.to_thread(with_stored_statements, stored, role)

    def _fill_view(self, view: View) -> View:
        sheet = view.sheet
        findings: dict[OfferedDocument, tuple[Finding, ...]] = {}
        for step in view.all_steps:
            for shown in (each for seen in step.observations for each in seen.offered):
                document = self._documents.get(shown.ref)
                if document is not None:
                    at = shown, sheet.facts
                    if at not in self._found:
                        self._found[at] = offered_findings(shown, document, sheet)
                    findings[shown] = self._found[at]
        return with_offered(view, self._documents, findings)
