"""Statements that write the staging tables, inside somebody's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from retrieval.documents import Document, DocumentRef
from retrieval.ingestion.staging.files import StagedFile
from retrieval.ingestion.staging.rows import row_of
from retrieval.ingestion.staging.tables import CURRENT, documents, staged_files
from retrieval.text.storable import storable


@dataclass(frozen=True, slots=True, kw_only=True)
class StagedOrigin:
    """Where a document was staged from."""

    path: str
    source: str = ""
    raw: str = ""
    notice: str = ""
    replaces: tuple[str, ...] = ()


async def stage(connection: AsyncConnection, document: Document, origin: StagedOrigin) -> bool:
    """Make the document the current version; whether that changed anything."""
    text, known, state = await _digests(connection, document.ref)
    if text not in (None, document.sha256):
        document = replace(document, version=f"{document.version}+{document.sha256[:8]}")
        _, known, state = await _digests(connection, document.ref)
    row = {
        **row_of(document, origin.path),
        "source": origin.source,
        "raw": storable(origin.raw),
        "notice": storable(origin.notice),
        "replaces": " ".join(origin.replaces),
    }
    if known == row["fingerprint"] and state in CURRENT:
        same = {"path": origin.path, "source": origin.source, "error": None}
        await connection.execute(documents.update().where(*version_is(document.ref)).values(same))
        return False
    await connection.execute(
        documents.update()
        .where(
            documents.c.silo == document.silo,
            documents.c.id == document.id,
            documents.c.version != document.version,
            documents.c.state.in_(CURRENT),
        )
        .values(state="superseded", superseded_by=document.version, changed_at=sa.func.now())
    )
    await connection.execute(
        insert(documents)
        .values(row)
        .on_conflict_do_update(
            index_elements=["silo", "id", "version"], set_={**row, "changed_at": sa.func.now()}
        )
    )
    await _replace(connection, document, origin.replaces)
    return True


async def _replace(connection: AsyncConnection, document: Document, ids: Sequence[str]) -> None:
    """Other documents that this one stands in for are not searched any more."""
    replaced = [name for name in ids if name != document.id]
    if replaced:
        await connection.execute(
            documents.update()
            .where(
                documents.c.silo == document.silo,
                documents.c.id.in_(replaced),
                documents.c.state.in_(CURRENT),
            )
            .values(state="superseded", superseded_by=document.id, changed_at=sa.func.now())
        )


async def _digests(
    connection: AsyncConnection, ref: DocumentRef
) -> tuple[str | None, str | None, str]:
    """Digest of the text, fingerprint and state of the version; None, None and "" if new."""
    wanted = sa.select(documents.c.sha256, documents.c.fingerprint, documents.c.state)
    row = (await connection.execute(wanted.where(*version_is(ref)))).first()
    return (row[0], row[1], row[2]) if row is not None else (None, None, "")


async def vanish(connection: AsyncConnection, silo: str, *which: sa.ColumnElement[bool]) -> None:
    await connection.execute(
        documents.update()
        .where(documents.c.silo == silo, documents.c.state.in_(CURRENT), *which)
        .values(state="vanished", changed_at=sa.func.now())
    )


async def keep_first_search(connection: AsyncConnection, ref: DocumentRef) -> None:
    """Note in all versions of the document when the first of them was searched."""
    of = documents.alias()
    first = sa.select(sa.func.min(of.c.indexed_at)).where(of.c.silo == ref.silo, of.c.id == ref.id)
    await connection.execute(
        documents.update()
        .where(documents.c.silo == ref.silo, documents.c.id == ref.id)
        .values(indexed_at=first.scalar_subquery())
    )


async def remember_file(
    connection: AsyncConnection, file: StagedFile, *, is_read: bool = True
) -> None:
    """Note the digest of a file that was read, and what was wrong with it: a file with the same
    digest is not read again. What is held of one that was not read (``is_read``) was read as
    before."""
    row: dict[str, Any] = {
        "silo": file.silo, "path": file.path, "sha256": file.sha256, "error": file.error,
    }  # fmt: skip
    if is_read:
        row["read_as"] = file.read_as
    await connection.execute(
        insert(staged_files)
        .values(row)
        .on_conflict_do_update(
            index_elements=["silo", "path"], set_={**row, "read_at": sa.func.now()}
        )
    )


def version_is(ref: DocumentRef) -> tuple[sa.ColumnElement[bool], ...]:
    """The conditions that pick one version of a document."""
    return (
        documents.c.silo == ref.silo,
        documents.c.id == ref.id,
        documents.c.version == ref.version,
    )
