"""Silos from one store to another, vectors and all, without embedding again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from retrieval.stores import document_json
from retrieval.stores.contract import EmbeddedDocument, IngestStore

BATCH = 200
"""Documents written together. Chosen by hand: it bounds the memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CopiedSilo:
    """What copying one silo did, in documents."""

    silo: str
    written: int
    removed: int
    unchanged: int


async def copy_silo(
    silo: str,
    source: IngestStore,
    target: IngestStore,
    progress: Callable[[int, int], None],
) -> CopiedSilo:
    """Make the target's silo hold what the source's does. Both stores must be opened for the same
    embedder. Documents that are the same on both sides are passed over, so a copy that was
    interrupted goes on; ``progress`` is told how many of how many are looked at."""
    await target.reset_if_embedder_changed(silo)
    wanted, held = await source.fingerprints(silo), await target.fingerprints(silo)
    surplus = sorted(held.keys() - wanted.keys())
    seen, written = 0, 0
    batch: list[EmbeddedDocument] = []
    async for embedded in source.export(silo):
        seen += 1
        if held.get(embedded.document.id) != document_json.fingerprint(embedded.document):
            batch.append(embedded)
        if len(batch) == BATCH:
            written += await _write(silo, batch, target)
            batch = []
            progress(seen, len(wanted))
    written += await _write(silo, batch, target)
    removed = await target.delete(silo, surplus)
    await target.wait_until_indexed(silo)
    progress(seen, len(wanted))
    return CopiedSilo(silo=silo, written=written, removed=removed, unchanged=seen - written)


async def _write(silo: str, batch: Sequence[EmbeddedDocument], target: IngestStore) -> int:
    await target.upsert(silo, batch)
    return len(batch)
