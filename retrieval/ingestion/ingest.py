"""A folder of documents into the staging table, and from there into the store.

Safe to stop anywhere and to start again: a file is staged in one transaction, a batch of
documents is written to the store in one, and what is left to do is found by comparing digests.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from retrieval.declaration.cards import SiloCard
from retrieval.ingestion.batches import Batch, RunBatches, Stage, run_in_turn
from retrieval.ingestion.components import Ingestion
from retrieval.ingestion.folders.folder import collection, list_files
from retrieval.ingestion.folders.removed_files import (
    KEEP,
    NOTHING,
    RemovalChoice,
    RemovedFiles,
    prune_removed_files,
    refuse_another,
)
from retrieval.ingestion.folders.staged_files import stage_files
from retrieval.ingestion.originals import step_back
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.rederivation import derive_again, settle_unchanged
from retrieval.ingestion.staging.staging import CurrentVersion

BATCH_BYTES = 40_000
"""Text embedded and written at a time: a second or two of work, which a kill can lose. Chosen by
hand."""
BATCH_DOCUMENTS = 40
"""Where they are short. Chosen by hand: as many as fit of abstracts, so that others find some to
take, and a process that is killed loses little."""
SUMMARIES_AT_A_TIME = 20
"""Documents summarised at a time. Chosen by hand: a minute of a model that takes 3 seconds each."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one stage is. Rate and time left are for the caller to work out."""

    stage: Literal["read", "summarise", "embed"]
    done: int
    total: int
    """Files when reading, documents otherwise; over all silos."""
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
    gone: RemovedFiles = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexReport:
    """What bringing the store up to date did, in documents."""

    written: int
    removed: int
    held: int
    problems: tuple[Problem, ...] = ()
    """Summaries that could not be written, and documents that could not be embedded."""


@dataclass(frozen=True, slots=True)
class _Task:
    """What the store lacks of one silo. Ids are sorted."""

    card: SiloCard
    to_write: tuple[CurrentVersion, ...]
    to_remove: tuple[str, ...]
    held: int


async def ingest(
    folder: Path,
    ingestion: Ingestion,
    progress: Callable[[Progress], None],
    *,
    name: str = "",
    pruning: RemovalChoice = KEEP,
    run_batches: RunBatches = run_in_turn,
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
    gone = await prune_removed_files(listing, ours, ingestion.staging, pruning)
    done = await index_staged(listing.silos, ingestion, progress, run_batches)
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
    silos: Collection[str],
    ingestion: Ingestion,
    progress: Callable[[Progress], None],
    run_batches: RunBatches = run_in_turn,
) -> IndexReport:
    """Bring the store to what is staged for these silos: derive the statements again where the
    rules have changed, let digests step back behind originals of their records (in any silo),
    write the summaries that are missing, embed what is new, changed or embedded with another
    configuration, and remove what is gone. ``run_batches`` says who summarises and embeds."""

    async def run(stage: Stage, batches: Sequence[Batch]) -> tuple[Problem, ...]:
        total = sum(len(batch.ids) for batch in batches)
        problems = await run_batches(
            batches, ingestion, lambda done, silo: progress(Progress(stage, done, total, silo))
        )
        progress(Progress(stage, total, total, ""))
        return problems

    cards = [card for card in ingestion.cards if card.name in silos]
    problems: tuple[Problem, ...] = ()
    if unwritten := [one for card in cards for one in await _batches_to_summarise(card, ingestion)]:
        problems = await run("summarise", unwritten)
    for card in cards:
        await derive_again(card, ingestion.staging)
    stepped = await step_back(ingestion.staging)
    cards = [card for card in ingestion.cards if card.name in stepped.union(silos)]
    tasks = [await _task(card, ingestion) for card in cards]
    for task in tasks:
        await ingestion.store.delete(task.card.name, task.to_remove)
    set_aside = await run("embed", [batch for task in tasks for batch in _batches_to_embed(task)])
    for task in tasks:
        if task.to_write:
            await ingestion.store.wait_until_indexed(task.card.name)
    return IndexReport(
        written=sum(len(task.to_write) for task in tasks) - len(set_aside),
        removed=sum(len(task.to_remove) for task in tasks),
        held=sum(task.held for task in tasks),
        problems=problems + set_aside,
    )


async def _batches_to_summarise(card: SiloCard, ingestion: Ingestion) -> list[Batch]:
    """What of a silo has no summary yet, cut into batches."""
    if not ingestion.writer:
        return []
    kept = await ingestion.staging.summaries(card.name, card.focus, ingestion.writer)
    missing = [
        version.id
        for version in await ingestion.staging.current(card.name)
        if (version.id, version.version) not in kept
    ]
    size = SUMMARIES_AT_A_TIME
    return [
        Batch("summarise", card.name, tuple(missing[begin : begin + size]))
        for begin in range(0, len(missing), size)
    ]


async def _task(card: SiloCard, ingestion: Ingestion) -> _Task:
    staging, store = ingestion.staging, ingestion.store
    await store.reset_if_embedder_changed(card.name)
    stored = await store.fingerprints(card.name)
    current = await staging.current(card.name)
    summaries: Mapping[tuple[str, str], str] = {}
    if ingestion.writer:
        summaries = await staging.summaries(card.name, card.focus, ingestion.writer)
    missing = [
        version
        for version in current
        if stored.get(version.id) != version.fingerprint
        or version.embedding_config
        != ingestion.embedding_config(card, summaries.get((version.id, version.version), ""))
    ]
    ids = frozenset(version.id for version in missing)
    await settle_unchanged(card.name, current, ids, staging)
    surplus = stored.keys() - {version.id for version in current}
    return _Task(card, tuple(missing), tuple(sorted(surplus)), len(current))


def _batches_to_embed(task: _Task) -> Iterator[Batch]:
    """What is to be embedded, about as much text in each batch, and of short ones not too many."""
    ids: list[str] = []
    size = 0
    for version in task.to_write:
        if ids and (size + version.bytes > BATCH_BYTES or len(ids) >= BATCH_DOCUMENTS):
            yield Batch("embed", task.card.name, tuple(ids))
            ids, size = [], 0
        ids.append(version.id)
        size += version.bytes
    if ids:
        yield Batch("embed", task.card.name, tuple(ids))
