"""Statements of documents that were staged before the rules changed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from retrieval.declaration.cards import SiloCard
from retrieval.derivation.derive import with_statements
from retrieval.documents import Document, DocumentRef
from retrieval.ingestion.staging import CurrentVersion, Staging

BATCH = 100
"""Documents at a time: some seconds of work, which a kill can lose. Chosen by hand."""


async def derive_again(card: SiloCard, staging: Staging) -> int:
    """Derive the statements of the silo's current documents again where they come from other
    rules than the present ones; how many documents there were. What a document states outright
    stays."""
    count = 0
    while batch := await staging.with_other_rules(card.name, BATCH):
        changed = await asyncio.to_thread(_derive, batch, card.role)
        await staging.replace_statements(changed)
        count += len(batch)
    return count


async def settle_unchanged(
    silo: str, current: Sequence[CurrentVersion], missing: frozenset[str], staging: Staging
) -> None:
    """Note that the store holds what was staged anew and came out as it was: other rules may
    derive the same statements."""
    held: dict[str, list[DocumentRef]] = {}
    for each in current:
        if each.is_waiting and each.id not in missing:
            ref = DocumentRef(silo, each.id, each.version)
            held.setdefault(each.embedding_config, []).append(ref)
    for embedding_config, refs in held.items():
        await staging.mark_indexed(refs, embedding_config)


def _derive(documents: Sequence[Document], role: str) -> tuple[Document, ...]:
    return tuple(with_statements(document, role) for document in documents)
