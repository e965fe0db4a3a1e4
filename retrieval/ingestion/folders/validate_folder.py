"""A look at a folder of documents before it is taken in: what would be refused, and why."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from retrieval.errors import DeclarationInvalid, DocumentUnreadable
from retrieval.ingestion.folders.duplicate_names import read_under_own_name
from retrieval.ingestion.folders.folder import SourceFile, list_files
from retrieval.ingestion.problems import Problem, SoundPart
from retrieval.ingestion.readers import content_of
from retrieval.ingestion.reading_apart import ReaderProcesses
from retrieval.text.pages import without_text


def validate_folder(
    folder: Path, silos: frozenset[str], readers: ReaderProcesses
) -> tuple[int, tuple[Problem, ...]]:
    """How many documents the folder holds, and a problem for each file that would be refused, or
    taken in although citations could not link to it. ``silos`` are the names of the declared ones.
    Nothing is stored. Blocking. Raises :class:`FolderInvalid` when the folder has no
    sub-folder named after a silo."""
    listing = list_files(folder, silos)
    problems, count = list(listing.problems), 0
    owners: dict[tuple[str, str], str] = {}
    for file in listing.files:
        taken = {name: path for (silo, name), path in owners.items() if silo == file.silo}
        try:
            content = content_of(file.path)
            read = read_under_own_name(file, taken, partial(_read, readers, content))
        except (DocumentUnreadable, DeclarationInvalid) as error:
            problems.append(Problem(file.shown, error.detail))
            continue
        found = read.documents
        count += len(found)
        problems += [Problem(file.shown, each) for each in read.refused]
        problems += [Problem(file.shown, each, taken=True) for each in read.remarks]
        for document in found:
            owner = owners.setdefault((file.silo, document.id), file.shown)
            if owner != file.shown:
                told = f"id {document.id} is already taken by {owner}."
                problems.append(Problem(file.shown, told))
        for document in found:
            if empty := without_text(document.text):
                reason = f"{empty} no text: pictures of pages are not read."
                problems.append(Problem(file.shown, reason, taken=True))
        if not all(document.url for document in found):
            reason = "has no url: citations open the stored document only."
            problems.append(Problem(file.shown, reason, taken=True))
    return count, tuple(problems)


def _read(readers: ReaderProcesses, content: bytes, file: SourceFile) -> SoundPart:
    return readers.read_sound_part(file.silo, file.path, content)
