"""A look at a folder of documents before it is taken in: what would be refused, and why."""

from __future__ import annotations

from pathlib import Path

from retrieval.errors import DeclarationInvalid, DocumentUnreadable
from retrieval.ingestion.folder import list_files
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.readers import content_of, read_documents


def validate_folder(folder: Path, silos: frozenset[str]) -> tuple[int, tuple[Problem, ...]]:
    """How many documents the folder holds, and a problem for each file that would be refused or
    whose documents citations could not link to. ``silos`` are the names of the declared ones.
    Nothing is stored. Blocking. Raises :class:`DocumentUnreadable` when the folder has no
    sub-folder named after a silo."""
    listing = list_files(folder, silos)
    problems, count = list(listing.problems), 0
    owners: dict[tuple[str, str], str] = {}
    for file in listing.files:
        try:
            found = read_documents(file.silo, file.path, content_of(file.path))
        except (DocumentUnreadable, DeclarationInvalid) as error:
            problems.append(Problem(file.shown, error.detail))
            continue
        count += len(found)
        for document in found:
            owner = owners.setdefault((file.silo, document.id), file.shown)
            if owner != file.shown:
                taken = f"id {document.id} is already taken by {owner}."
                problems.append(Problem(file.shown, taken))
        if not all(document.url for document in found):
            problems.append(Problem(file.shown, "has no url: citations cannot link to it."))
    return count, tuple(problems)
