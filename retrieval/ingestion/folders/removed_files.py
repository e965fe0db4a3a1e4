"""What a folder held once and does not hold any more. It stays searched unless it is said to go:
a folder that is not mounted, or another one of the same name, looks just like that."""

from __future__ import annotations

from dataclasses import dataclass

from retrieval.errors import FolderInvalid
from retrieval.ingestion.folders.folder import Listing
from retrieval.ingestion.staging.files import StagedFile
from retrieval.ingestion.staging.staging import Staging

MOST_PRUNED = 0.2
"""Share of a folder's documents that may go without being confirmed. Chosen by hand: a few files of
many are deleted now and then, a fifth of them at once seldom."""


@dataclass(frozen=True, slots=True)
class RemovalChoice:
    """Whether documents go whose files are gone."""

    wanted: bool = False
    confirmed: bool = False
    """Also if they are more than ``MOST_PRUNED`` of the folder's."""


KEEP = RemovalChoice()


@dataclass(frozen=True, slots=True)
class RemovedFiles:
    """Files that are not there any more, under the names that reports give them."""

    kept: tuple[str, ...] = ()
    """Their documents are searched on."""
    removed: tuple[str, ...] = ()
    too_many: bool = False
    """They stayed only because nobody confirmed that so many may go."""


NOTHING = RemovedFiles()


async def prune_removed_files(
    listing: Listing, ours: str, staging: Staging, pruning: RemovalChoice
) -> RemovedFiles:
    """Only of this folder: what was taken in from another one stays, and so does what an earlier
    run took in under a name that is refused now. A file whose documents stand elsewhere now, or
    that never had any, is forgotten in any case."""
    kept, removed, held = list[str](), dict[str, list[str]](), 0
    files = await _gone_files(listing, ours, staging)
    for silo in listing.silos:
        gone = [each.path for each in files if each.silo == silo]
        filled = [version.path for version in await staging.current(silo)]
        held += sum(path.startswith(ours) for path in filled)
        await staging.forget_files(silo, [path for path in gone if path not in filled])
        removed[silo] = [path for path in gone if path in filled]
        kept += [path for path in filled if path in set(gone)]
    behind = tuple(path for paths in removed.values() for path in paths)
    too_many = pruning.wanted and not pruning.confirmed and len(kept) > MOST_PRUNED * held
    if not pruning.wanted or too_many:
        return RemovedFiles(kept=behind, too_many=too_many)
    for silo, paths in removed.items():
        await staging.forget_files(silo, paths)
    return RemovedFiles(removed=behind)


async def refuse_another(listing: Listing, ours: str, staging: Staging) -> None:
    """Raises :class:`FolderInvalid` if documents were taken in under the name of this folder and
    the file of none of them is here: it is another folder, or it is not mounted."""
    present = {file.shown for file in listing.files}
    known = {
        version.path
        for silo in listing.silos
        for version in await staging.current(silo)
        if version.path.startswith(ours)
    }
    if known and present.isdisjoint(known):
        name = ours.rstrip("/")
        detail = (
            f"Nothing that was taken in as {name} ({len(known)}) is here, so nothing was"
            f" done. If this is another folder, give it a name of its own with --name; if it is"
            f" the same one with other files, say --name {name}."
        )
        raise FolderInvalid(detail)


async def _gone_files(listing: Listing, ours: str, staging: Staging) -> list[StagedFile]:
    present = {file.shown for file in listing.files}
    present |= {problem.path for problem in listing.problems}
    return [each for each in await staging.files(ours) if each.path not in present]
