"""The files of a folder into the staging table: what each holds, or why it cannot be taken in."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath

from retrieval.derivation.derive import with_statements
from retrieval.documents import Document
from retrieval.errors import DeclarationInvalid, DocumentUnreadable
from retrieval.ingestion.components import Ingestion
from retrieval.ingestion.folders.duplicate_names import read_under_own_name
from retrieval.ingestion.folders.folder import SourceFile
from retrieval.ingestion.folders.reader_versions import way_of
from retrieval.ingestion.problems import Problem, SoundPart
from retrieval.ingestion.readers import content_of
from retrieval.ingestion.reading_apart import ReaderProcesses
from retrieval.ingestion.staging.files import StagedFile
from retrieval.ingestion.staging.staging import Staging
from retrieval.text.pages import without_text


def digest_of(file: SourceFile, content: bytes) -> str:
    """What tells whether a file must be read again: hexadecimal, of its content and of the way in
    which such files are read."""
    way = way_of(file.path)
    return hashlib.sha256((f"{way}\n".encode() if way else b"") + content).hexdigest()


async def stage_files(
    files: Sequence[SourceFile], ours: str, ingestion: Ingestion
) -> AsyncIterator[tuple[int, Problem | int | None]]:
    """Stage each file: its number from 1, and a problem, its documents, or None if unchanged."""
    staging = ingestion.staging
    roles = {card.name: card.role for card in ingestion.cards}
    present = {file.shown for file in files}
    known = {each.path: each for each in await staging.files(ours) if not each.error}
    silo, owners = "", dict[str, str]()
    for number, file in enumerate(files, start=1):
        if file.silo != silo:
            silo = file.silo
            owners = {
                version.id: version.path
                for version in await staging.current(silo)
                if version.path in present or not version.path.startswith(ours)
            }
        before = known.get(file.shown)
        read = partial(_read_with_statements, ingestion.readers, owners, file, roles[file.silo])
        yield number, await _stage(file, before, owners, staging, read, ingestion.shipped)


async def _stage(
    file: SourceFile,
    before: StagedFile | None,
    owners: dict[str, str],
    staging: Staging,
    read_content: Callable[[bytes], SoundPart],
    shipped: str,
) -> Problem | int | None:
    """Stage a file unless it is as it was (``before``). ``owners`` says which file has which id."""
    sha256 = ""
    try:
        content = await asyncio.to_thread(content_of, file.path)
        sha256 = digest_of(file, content)
        if before is not None and sha256 == before.sha256:
            if before.read_as != way_of(file.path):
                await staging.note_way(replace(before, read_as=way_of(file.path)))
            return None
        read = await asyncio.to_thread(read_content, content)
        found = read.documents
        _refuse_taken(file, found, owners, shipped)
    except (DocumentUnreadable, DeclarationInvalid) as error:
        await staging.file_failed(file.silo, file.shown, sha256, error.detail)
        return Problem(file.shown, error.detail)
    refused = " ".join(read.refused) or None
    way = way_of(file.path)
    await staging.stage(file.silo, file.shown, sha256, found, refused, read_as=way)
    for left in [name for name, path in owners.items() if path == file.shown]:
        del owners[left]
    owners.update({document.id: file.shown for document in found})
    if refused:
        return Problem(file.shown, f"{refused} The other lines, {len(found)}, were taken in.")
    if read.remarks:
        return Problem(file.shown, " ".join(read.remarks), taken=True)
    return _remark(file, found) or len(found)


def _read_with_statements(
    readers: ReaderProcesses,
    owners: Mapping[str, str],
    file: SourceFile,
    role: str,
    content: bytes,
) -> SoundPart:
    """What a file holds, with its statements. Blocking."""

    def read_as(named: SourceFile) -> SoundPart:
        return readers.read_sound_part(named.silo, named.path, content)

    read = read_under_own_name(file, owners, read_as)
    found = tuple(with_statements(document, role) for document in read.documents)
    return replace(read, documents=found)


def _remark(file: SourceFile, found: Sequence[Document]) -> Problem | None:
    """What the documents of a file lack, though they can be searched and quoted."""
    for document in found:
        if empty := without_text(document.text):
            reason = f"{empty} no text: pictures of pages are not read."
            return Problem(file.shown, reason, taken=True)
    unlinked = sum(not document.url for document in found)
    if not unlinked:
        return None
    reason = "citations open the stored document only."
    if len(found) == 1:
        return Problem(file.shown, f"It has no url: {reason}", taken=True)
    return Problem(file.shown, f"{unlinked} of {len(found)} have no url: {reason}", taken=True)


def _refuse_taken(
    file: SourceFile, found: Sequence[Document], owners: Mapping[str, str], shipped: str
) -> None:
    ids = [document.id for document in found]
    for name, times in Counter(ids).items():
        if times > 1:
            detail = f"{file.path.name}: id {name} is given twice."
            raise DeclarationInvalid(detail)
        if owners.get(name, file.shown) != file.shown:
            detail = f"{file.path.name}: id {name} is already taken by {owners[name]}."
            remedy = _remedy_if_same_file(file.shown, owners[name], shipped)
            raise DeclarationInvalid(f"{detail}{remedy}")


def _remedy_if_same_file(shown: str, owner: str, shipped: str) -> str:
    """What to do if the same file came before from a folder of another name: the document that is
    kept from there is still the one that answers."""
    ours, theirs = PurePosixPath(shown), PurePosixPath(owner)
    if ours.parts[1:] != theirs.parts[1:]:
        return ""
    if theirs.parts[0] == shipped:
        return (
            " That one came with the program and still answers: leave this file out, or give it"
            " another id, and both answer."
        )
    return (
        f" If it is that file and its folder was renamed, take it in with --name {theirs.parts[0]}."
    )
