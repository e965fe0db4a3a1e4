"""What a file is known by that has the name of another one of its folder: both are kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from retrieval.ingestion.folders.folder import SourceFile
from retrieval.ingestion.problems import SoundPart


def read_under_own_name(
    file: SourceFile, owners: Mapping[str, str], read: Callable[[SourceFile], SoundPart]
) -> SoundPart:
    """What a file holds. Where the ids that it has by its name are taken by a file of the same
    folder of documents, they are formed with the name of its sub-folder, or with its ending; ids
    that it states stay as they are. ``owners`` says which file has which id."""
    found = read(file)
    taken = (owners.get(document.id, file.shown) for document in found.documents)
    owner = next((path for path in taken if path != file.shown), None)
    if owner is None or PurePosixPath(owner).parts[0] != PurePosixPath(file.shown).parts[0]:
        return found
    return read(replace(file, path=file.path.with_name(_other_name(file, PurePosixPath(owner)))))


def _other_name(file: SourceFile, owner: PurePosixPath) -> str:
    shown = PurePosixPath(file.shown)
    if shown.parent == owner.parent:
        return f"{file.path.stem}{file.path.suffix.replace('.', '-')}{file.path.suffix}"
    # The first part is the name of the folder, the second the silo.
    below = shown.parent.parts[2:] or shown.parent.parts[1:]
    return "-".join((*below, file.path.name))
