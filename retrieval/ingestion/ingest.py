"""A folder of documents into the staging table, and from there into the store.

Safe to stop anywhere and to start again: a file is staged in one transaction, a batch of
documents is written to the store in one, and what is left to do is found by comparing digests.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from retrieval.declaration.cards import Chunks, SiloCard
from retrieval.documents import Document, DocumentRef
from retrieval.embedding.contract import IngestEmbedder
from retrieval.ingestion.components import Ingestion
from retrieval.ingestion.folders.folder import collection, list_files
from retrieval.ingestion.folders.gone import (
    KEEP,
    NOTHING,
    Gone,
    Pruning,
    refuse_another,
    settle_gone,
)
from retrieval.ingestion.folders.staged_files import stage_files
from retrieval.ingestion.originals import step_back
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.rederivation import derive_again, settle_unchanged
from retrieval.ingestion.summaries import summarise_staged, with_summary
from retrieval.stores.contract import EmbeddedDocument
from retrieval.text.chunks import chunk_spans

BATCH_CHARACTERS = 40_000
"""Text embedded and written at a time: a second or two of work, which a kill can lose. Chosen by
hand."""
SPECIAL_TOKENS = 2
"""Marks of begin and end that embedders set around each text."""
LEAST_CHUNK = 32
"""Tokens. Under a title that fills the window, a chunk is cut off rather than made smaller still.
Chosen by hand: about one sentence."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one stage is. Rate and time left are for the caller to work out."""

    stage: Literal["read", "summarise", "embed"]
    done: int
    total: int | None
    """Files when reading, documents otherwise; over all silos. None when it is not known."""
    silo: str
    """What is worked on; empty at the end of a stage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestReport:
    """What an ingestion did; documents, unless said otherwise."""

    files: int
    unchanged_files: int
    written: int
    removed: int
    held: int
    """How many the silos of the folder hold now."""
    problems: tuple[Problem, ...]
    remarks: tuple[Problem, ...] = ()
    """On files that were taken in now and lack something."""
    gone: Gone = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexReport:
    """What bringing the store up to date did, in documents."""

    written: int
    removed: int
    held: int
    problems: tuple[Problem, ...] = ()
    """Summaries that could not be written."""


@dataclass(frozen=True, slots=True)
class _Task:
    """What the store lacks of one silo. Ids are sorted."""

    card: SiloCard
    to_write: tuple[str, ...]
    to_remove: tuple[str, ...]
    held: int
    summaries: Mapping[tuple[str, str], str]
    """By id and version."""


async def ingest(
    folder: Path,
    ingestion: Ingestion,
    progress: Callable[[Progress], None],
    *,
    name: str = "",
    pruning: Pruning = KEEP,
) -> IngestReport:
    """Take in ``folder/<silo>/**`` beside what other folders brought.

    A bad file is reported and changes nothing: what it held before stays. What happens to the
    documents of files that are gone says ``pruning``; the staging table keeps every version.
    Folders are told apart by ``name``, without one by their own; silos without a sub-folder are
    left alone. Raises :class:`retrieval.errors.RetrievalError` when the folder, the staging table
    or the store does not answer."""
    names = frozenset(card.name for card in ingestion.cards)
    listing = await asyncio.to_thread(list_files, folder, names, name)
    problems, remarks, unchanged = list(listing.problems), list[Problem](), 0
    ours = collection(folder, name)
    if not name:
        await refuse_another(listing, ours, ingestion.staging)
    async for number, outcome in stage_files(listing.files, ours, ingestion):
        progress(Progress("read", number, len(listing.files), listing.files[number - 1].silo))
        unchanged += outcome is None
        if isinstance(outcome, Problem):
            (remarks if outcome.taken else problems).append(outcome)
    gone = await settle_gone(listing, ours, ingestion.staging, pruning)
    done = await index_staged(listing.silos, ingestion, progress)
    return IngestReport(
        files=len(listing.files),
        unchanged_files=unchanged,
        written=done.written,
        removed=done.removed,
        held=done.held,
        problems=(*problems, *done.problems),
        remarks=tuple(remarks),
        gone=gone,
    )


async def index_staged(
    silos: Collection[str], ingestion: Ingestion, progress: Callable[[Progress], None]
) -> IndexReport:
    """Bring the store to what is staged for these silos: derive the statements again where the
    rules have changed, let digests step back behind originals of their records (in any silo),
    write the summaries that are missing, embed what is new, changed or embedded with another
    configuration, and remove what is gone."""
    cards = [card for card in ingestion.cards if card.name in silos]
    problems: tuple[Problem, ...] = ()
    if ingestion.summariser is not None:
        problems = (
            await summarise_staged(
                cards,
                staging=ingestion.staging,
                summariser=ingestion.summariser,
                progress=lambda done, silo: progress(Progress("summarise", done, None, silo)),
            )
        ).problems
    for card in cards:
        await derive_again(card, ingestion.staging)
    stepped = await step_back(ingestion.staging)
    cards = [card for card in ingestion.cards if card.name in stepped.union(silos)]
    tasks = [await _task(card, ingestion) for card in cards]
    await _carry_out(tasks, ingestion, progress)
    return IndexReport(
        written=sum(len(task.to_write) for task in tasks),
        removed=sum(len(task.to_remove) for task in tasks),
        held=sum(task.held for task in tasks),
        problems=problems,
    )


async def _task(card: SiloCard, ingestion: Ingestion) -> _Task:
    staging, store = ingestion.staging, ingestion.store
    await store.reset_if_embedder_changed(card.name)
    stored = await store.fingerprints(card.name)
    current = await staging.current(card.name)
    summaries: Mapping[tuple[str, str], str] = {}
    if ingestion.writer:
        summaries = await staging.summaries(card.name, card.focus, ingestion.writer)
    missing = [
        version.id
        for version in current
        if stored.get(version.id) != version.fingerprint
        or version.embedding_config
        != ingestion.embedding_config(card, summaries.get((version.id, version.version), ""))
    ]
    await settle_unchanged(card.name, current, frozenset(missing), staging)
    surplus = stored.keys() - {version.id for version in current}
    return _Task(card, tuple(missing), tuple(sorted(surplus)), len(current), summaries)


async def _carry_out(
    tasks: Sequence[_Task], ingestion: Ingestion, progress: Callable[[Progress], None]
) -> None:
    staging, store = ingestion.staging, ingestion.store
    done, total = 0, sum(len(task.to_write) for task in tasks)
    for task in tasks:
        silo = task.card.name
        await store.delete(silo, task.to_remove)
        for batch in _batches(await staging.load(silo, task.to_write)):
            progress(Progress("embed", done, total, silo))
            embedded = await asyncio.to_thread(_embed_batch, batch, task, ingestion)
            await store.upsert(silo, embedded)
            for config, refs in _by_embedding_config(batch, task, ingestion).items():
                await staging.mark_indexed(refs, config)
            done += len(batch)
        if task.to_write:
            await store.wait_until_indexed(silo)
    progress(Progress("embed", done, total, ""))


def _embed_batch(
    batch: Sequence[Document], task: _Task, ingestion: Ingestion
) -> tuple[EmbeddedDocument, ...]:
    """With vectors of the summaries, which the documents themselves do not carry: what is kept
    of a document is what its source says. Blocking."""
    summarised = [
        with_summary(each, task.summaries.get((each.id, each.version), "")) for each in batch
    ]
    embedded = embedded_documents(summarised, ingestion.embedder, task.card.chunks)
    return tuple(
        replace(one, document=document) for one, document in zip(embedded, batch, strict=True)
    )


def _by_embedding_config(
    batch: Sequence[Document], task: _Task, ingestion: Ingestion
) -> dict[str, list[DocumentRef]]:
    found: dict[str, list[DocumentRef]] = {}
    for each in batch:
        summary = task.summaries.get((each.id, each.version), "")
        found.setdefault(ingestion.embedding_config(task.card, summary), []).append(each.ref)
    return found


def _batches(documents: Sequence[Document]) -> Iterator[list[Document]]:
    batch: list[Document] = []
    size = 0
    for document in documents:
        if batch and size + len(document.text) > BATCH_CHARACTERS:
            yield batch
            batch, size = [], 0
        batch.append(document)
        size += len(document.text)
    if batch:
        yield batch


def embedded_documents(
    documents: Sequence[Document], embedder: IngestEmbedder, chunks: Chunks
) -> tuple[EmbeddedDocument, ...]:
    """The documents with their vectors: of the whole where it fits the window, else of its
    chunks, each under the title; and of the summary if there is one. Blocking."""
    texts = [embedded_texts(document, embedder, chunks) for document in documents]
    vectors = embedder.embed_documents([text for several in texts for text in several])
    ends = [0]
    for several in texts:
        ends.append(ends[-1] + len(several))
    return tuple(
        EmbeddedDocument(document, vectors[ends[number] : ends[number + 1]])
        for number, document in enumerate(documents)
    )


def embedded_texts(document: Document, embedder: IngestEmbedder, chunks: Chunks) -> list[str]:
    """What is embedded of a document, at least one text."""
    tokens = embedder.token_spans(document.text)
    title = embedder.count_tokens(document.title)
    room = embedder.window - SPECIAL_TOKENS - title
    if len(tokens) <= room:
        texts = [f"{document.title}\n{document.text}"]
    else:
        size = max(min(chunks.tokens, room), LEAST_CHUNK)
        spans = chunk_spans(tokens, size, min(chunks.overlap, size // 2))
        texts = [f"{document.title}\n{document.text[start:end]}" for start, end in spans]
    return [*texts, document.summary] if document.summary else texts
