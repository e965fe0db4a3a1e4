"""Whether a folder was taken in as it is now."""

from __future__ import annotations

import asyncio
from pathlib import Path

from retrieval.ingestion.components import Ingestion
from retrieval.ingestion.folders.folder import Listing, collection, list_files
from retrieval.ingestion.folders.staged_files import digest_of
from retrieval.ingestion.readers import content_of


async def is_outdated(folder: Path, ingestion: Ingestion, name: str = "") -> bool:
    """Whether the silos hold this folder otherwise than it is now: a file is new, changed or gone,
    or its statements were derived by other rules. False where nothing of the folder was taken in:
    somebody may have left it out on purpose. Arguments as of
    :func:`retrieval.ingestion.ingest.ingest`; raises
    :class:`retrieval.errors.FolderInvalid`, :class:`retrieval.errors.DocumentUnreadable` or
    :class:`retrieval.errors.SiloUnavailable`."""
    ours = collection(folder, name)
    known = {each.path: each.sha256 for each in await ingestion.staging.files(ours)}
    if not known:
        return False
    names = frozenset(card.name for card in ingestion.cards)
    listing = await asyncio.to_thread(list_files, folder, names, name)
    return known != await asyncio.to_thread(_digests, listing) or (
        await ingestion.staging.any_with_other_rules(ours)
    )


def _digests(listing: Listing) -> dict[str, str]:
    return {file.shown: digest_of(file, content_of(file.path)) for file in listing.files}
