"""Summaries and vectors in batches: whoever has the same parts can carry one out.

A batch may be carried out twice, by two processes at once, too: each writes the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from retrieval.declaration.cards import SiloCard
from retrieval.documents import Document, DocumentRef
from retrieval.errors import SummariserUnavailable
from retrieval.ingestion.components import Ingestion
from retrieval.ingestion.embedding_texts import embedded_documents
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.summaries import with_summary
from retrieval.stores.contract import EmbeddedDocument

Stage = Literal["summarise", "embed"]
Summaries = Mapping[tuple[str, str], str]
"""By id and version."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Documents of one silo that are to be summarised, or embedded and written to the store."""

    stage: Stage
    silo: str
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchResult:
    """What went wrong in a batch."""

    problems: tuple[Problem, ...] = ()
    ends_stage: bool = False
    """Whether no other batch of its stage can go better."""


RunBatches = Callable[
    [Sequence[Batch], Ingestion, Callable[[int, str], None]], Awaitable[tuple[Problem, ...]]
]
"""Has batches of one stage carried out and says what went wrong in them. It tells how many
documents are done, and the silo that is worked on if that is known. Raises what ends an
ingestion."""


async def run_in_turn(
    batches: Sequence[Batch], ingestion: Ingestion, progress: Callable[[int, str], None]
) -> tuple[Problem, ...]:
    """Carry out one after the other, here."""
    done, problems = 0, list[Problem]()
    for batch in batches:
        progress(done, batch.silo)
        result = await carry_out(batch, ingestion)
        problems += result.problems
        if result.ends_stage:
            break
        done += len(batch.ids)
    return tuple(problems)


async def carry_out(batch: Batch, ingestion: Ingestion) -> BatchResult:
    """Summarise or embed the current versions of these documents. Raises
    :class:`retrieval.errors.RetrievalError` when staging, store or embedder does not answer."""
    card = next(card for card in ingestion.cards if card.name == batch.silo)
    documents = await ingestion.staging.load(batch.silo, batch.ids)
    if batch.stage == "summarise":
        return await _summarise(documents, card, ingestion)
    await _embed(documents, card, ingestion)
    return BatchResult()


async def _summarise(
    documents: Sequence[Document], card: SiloCard, ingestion: Ingestion
) -> BatchResult:
    """A summary that cannot be written is told and tried again the next time; the document goes in
    without it."""
    summariser, problems = ingestion.summariser, list[Problem]()
    assert summariser is not None, "nothing is to be summarised without a summariser"
    for document in documents:
        try:
            # A summary that came with the document was written by somebody who knows it.
            text = document.summary or await summariser.summarise(document, card)
        except SummariserUnavailable as failure:
            problems.append(Problem(f"{card.name}/{document.id}", str(failure)))
            if failure.for_all:
                return BatchResult(problems=tuple(problems), ends_stage=True)
            continue
        await ingestion.staging.keep_summary(document.ref, card.focus, summariser.name, text)
    return BatchResult(problems=tuple(problems))


async def _embed(documents: Sequence[Document], card: SiloCard, ingestion: Ingestion) -> None:
    staging, summaries = ingestion.staging, dict[tuple[str, str], str]()
    if ingestion.writer:
        ids = [document.id for document in documents]
        summaries = await staging.summaries(card.name, card.focus, ingestion.writer, ids)
    embedded = await asyncio.to_thread(_with_vectors, documents, card, summaries, ingestion)
    await ingestion.store.upsert(card.name, embedded)
    by_config: dict[str, list[DocumentRef]] = {}
    for each in documents:
        config = ingestion.embedding_config(card, summaries.get((each.id, each.version), ""))
        by_config.setdefault(config, []).append(each.ref)
    for config, refs in by_config.items():
        await staging.mark_indexed(refs, config)


def _with_vectors(
    documents: Sequence[Document], card: SiloCard, summaries: Summaries, ingestion: Ingestion
) -> tuple[EmbeddedDocument, ...]:
    """With vectors of the summaries, which the documents themselves do not carry: what is kept
    of a document is what its source says. Blocking."""
    summarised = [
        with_summary(each, summaries.get((each.id, each.version), "")) for each in documents
    ]
    embedded = embedded_documents(summarised, ingestion.embedder, card.chunks)
    return tuple(
        replace(one, document=document) for one, document in zip(embedded, documents, strict=True)
    )
