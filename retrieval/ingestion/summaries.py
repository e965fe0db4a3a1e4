"""What a document says for the focus of its silo: made once per version, focus and writer."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from retrieval.declaration.cards import SiloCard
from retrieval.documents import Document
from retrieval.text.passages import passages

SENTENCES = 6
"""Of a summary that no model writes. Chosen by hand."""
LONGEST = 1_200
"""Characters of a summary. Chosen by hand: most embedders read that much at once."""


class Summariser(Protocol):
    """Writes summaries."""

    @property
    def name(self) -> str:
        """The method, or the model with what it is told; another name is another summary."""
        ...

    async def summarise(self, document: Document, card: SiloCard) -> str:
        """For the focus of the silo; empty when the document is as short itself. Raises
        :class:`retrieval.errors.SummariserUnavailable`."""
        ...


class ExtractiveSummariser:
    """Takes the sentences that fit the focus, word by word and in their order."""

    @property
    def name(self) -> str:
        return "extractive-1"

    async def summarise(self, document: Document, card: SiloCard) -> str:
        """The sentences that fit the focus best, in the order of the text, in at most
        :data:`LONGEST` characters; empty for a document that is as short itself."""
        if len(document.text) <= LONGEST:
            return ""
        taken, room = [], LONGEST
        for passage in passages(document, card.focus, limit=SENTENCES):
            if len(passage.text) < room:
                taken.append(passage)
                room -= len(passage.text) + 1
        return "\n".join(one.text for one in sorted(taken, key=lambda one: one.start))


def with_summary(document: Document, summary: str) -> Document:
    """The document as it is embedded."""
    return replace(document, summary=summary) if summary else document
