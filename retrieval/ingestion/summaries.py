"""What a document says for the focus of its silo: made once per version, focus and writer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from retrieval.declaration.cards import SiloCard
from retrieval.documents import Document
from retrieval.errors import SummariserUnavailable
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.staging import Staging
from retrieval.text.passages import passages

SENTENCES = 6
"""Of a summary that no model writes. Chosen by hand."""
LONGEST = 1_200
"""Characters of a summary. Chosen by hand: most embedders read that much at once."""
_AT_A_TIME = 20
"""Documents loaded from staging together. Chosen by hand: it bounds the memory."""


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


@dataclass(frozen=True, slots=True)
class SummaryReport:
    """What was written, and why something was not."""

    written: int
    problems: tuple[Problem, ...]


async def summarise_staged(
    cards: Sequence[SiloCard],
    *,
    staging: Staging,
    summariser: Summariser,
    progress: Callable[[int, str], None],
) -> SummaryReport:
    """Write the summaries that are missing. One that cannot be written is told and tried again
    the next time; the document goes in without it."""
    written, problems = 0, list[Problem]()
    for card in cards:
        kept = await staging.summaries(card.name, card.focus, summariser.name)
        missing = [
            version.id
            for version in await staging.current(card.name)
            if (version.id, version.version) not in kept
        ]
        for begin in range(0, len(missing), _AT_A_TIME):
            for document in await staging.load(card.name, missing[begin : begin + _AT_A_TIME]):
                try:
                    # A summary that came with the document was written by somebody who knows it.
                    text = document.summary or await summariser.summarise(document, card)
                except SummariserUnavailable as failure:
                    problems.append(Problem(f"{card.name}/{document.id}", str(failure)))
                    if failure.for_all:
                        return SummaryReport(written, tuple(problems))
                    continue
                await staging.keep_summary(document.ref, card.focus, summariser.name, text)
                written += 1
                progress(written, card.name)
    return SummaryReport(written, tuple(problems))


def with_summary(document: Document, summary: str) -> Document:
    """The document as it is embedded."""
    return replace(document, summary=summary) if summary else document
