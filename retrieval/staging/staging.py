"""The staging table: raw text and metadata of every version, and how far each has come.

A version's text never changes. Staging other text under a version that exists makes the version
``<version>+<first digits of the digest>``, so that a quote of a finished answer stays true.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from retrieval.documents import Document, DocumentRef
from retrieval.errors import DocumentUnknown, SiloUnavailable
from retrieval.staging.rows import document_of, row_of
from retrieval.staging.tables import CURRENT, documents, staged_files


@dataclass(frozen=True, slots=True)
class Current:
    """The version of a document that is or should be searched."""

    id: str
    version: str
    fingerprint: str
    path: str
    recipe: str
    """How it was embedded when it was indexed; empty when it was not."""


class Staging:
    """Owns the engine; close it when done. All methods raise :class:`SiloUnavailable` when
    PostgreSQL does not answer."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @classmethod
    async def connect(cls, url: str, *, connections: int = 4) -> Staging:
        """Connect to the migrated database."""
        address = sa.make_url(url).set(drivername="postgresql+psycopg")
        engine = create_async_engine(
            address, pool_size=connections, pool_pre_ping=True, hide_parameters=True
        )
        staging = cls(engine)
        try:
            async with staging._transaction() as connection:
                await connection.execute(sa.select(sa.literal(1)))
        except BaseException:
            await engine.dispose()
            raise
        return staging

    async def close(self) -> None:
        """Let go of the connections. Closing twice is fine."""
        await self._engine.dispose()

    async def files(self, silo: str) -> dict[str, str]:
        """Digest of each file of the silo that was read without error, by path."""
        wanted = sa.select(staged_files.c.path, staged_files.c.sha256).where(
            staged_files.c.silo == silo, staged_files.c.error.is_(None)
        )
        async with self._transaction() as connection:
            rows = (await connection.execute(wanted)).all()
        return {path: sha256 for path, sha256 in rows}  # noqa: C416 – dict() does not take Row

    async def stage(self, silo: str, path: str, sha256: str, found: Sequence[Document]) -> None:
        """Store what a file holds now, in one transaction. Documents it held before and does not
        any more vanish."""
        async with self._transaction() as connection:
            for document in found:
                await _stage(connection, document, path)
            kept = [document.id for document in found]
            await _vanish(connection, silo, documents.c.path == path, documents.c.id.not_in(kept))
            await _remember_file(connection, silo, path, sha256, None)

    async def file_failed(self, silo: str, path: str, sha256: str, error: str) -> None:
        """Note why a file could not be read. What was staged from it before stays."""
        async with self._transaction() as connection:
            await connection.execute(
                documents.update()
                .where(
                    documents.c.silo == silo,
                    documents.c.path == path,
                    documents.c.state.in_(CURRENT),
                )
                .values(error=error)
            )
            await _remember_file(connection, silo, path, sha256, error)

    async def forget_files(self, silo: str, paths: Sequence[str]) -> None:
        """The files are gone: their documents vanish from search, but can still be opened."""
        async with self._transaction() as connection:
            await _vanish(connection, silo, documents.c.path.in_(paths))
            await connection.execute(
                staged_files.delete().where(
                    staged_files.c.silo == silo, staged_files.c.path.in_(paths)
                )
            )

    async def known_paths(self, silo: str) -> tuple[str, ...]:
        """Every file that was read or tried, sorted."""
        wanted = sa.select(staged_files.c.path).where(staged_files.c.silo == silo)
        async with self._transaction() as connection:
            return tuple(sorted((await connection.scalars(wanted)).all()))

    async def current(self, silo: str) -> tuple[Current, ...]:
        """The current version of every document, by id."""
        wanted = (
            sa.select(
                documents.c.id,
                documents.c.version,
                documents.c.fingerprint,
                documents.c.path,
                documents.c.recipe,
            )
            .where(documents.c.silo == silo, documents.c.state.in_(CURRENT))
            .order_by(documents.c.id)
        )
        async with self._transaction() as connection:
            return tuple(Current(*row) for row in await connection.execute(wanted))

    async def load(self, silo: str, ids: Sequence[str]) -> tuple[Document, ...]:
        """The current versions of these documents, by id."""
        wanted = (
            sa.select(documents)
            .where(
                documents.c.silo == silo, documents.c.state.in_(CURRENT), documents.c.id.in_(ids)
            )
            .order_by(documents.c.id)
        )
        async with self._transaction() as connection:
            rows = (await connection.execute(wanted)).mappings().all()
        return tuple(document_of(dict(row)) for row in rows)

    async def document(self, ref: DocumentRef) -> Document:
        """This version, current or not, or :class:`DocumentUnknown`."""
        async with self._transaction() as connection:
            found = await connection.execute(sa.select(documents).where(*_is(ref)))
            row = found.mappings().first()
        if row is None:
            detail = f"{ref.silo}: {ref.id}, version {ref.version}."
            raise DocumentUnknown(detail)
        return document_of(dict(row))

    async def indexed(self, refs: Sequence[DocumentRef], recipe: str) -> None:
        """The store holds these versions now, embedded by this recipe."""
        async with self._transaction() as connection:
            for ref in refs:
                await connection.execute(
                    documents.update()
                    .where(*_is(ref), documents.c.state.in_(CURRENT))
                    .values(state="indexed", recipe=recipe, error=None, indexed_at=sa.func.now())
                )

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.begin() as connection:
                yield connection
        except (SQLAlchemyError, OSError) as error:
            detail = "The staging table in PostgreSQL did not answer."
            raise SiloUnavailable(detail) from error


async def _stage(connection: AsyncConnection, document: Document, path: str) -> None:
    if (await _digests(connection, document.ref))[0] not in (None, document.sha256):
        document = replace(document, version=f"{document.version}+{document.sha256[:8]}")
    row = row_of(document, path)
    _, known, state = await _digests(connection, document.ref)
    if known == row["fingerprint"] and state in CURRENT:
        row = {"path": path, "error": None}
        await connection.execute(documents.update().where(*_is(document.ref)).values(row))
        return
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


async def _digests(
    connection: AsyncConnection, ref: DocumentRef
) -> tuple[str | None, str | None, str]:
    """Digest of the text, fingerprint and state of the version; None, None and "" if new."""
    wanted = sa.select(documents.c.sha256, documents.c.fingerprint, documents.c.state)
    row = (await connection.execute(wanted.where(*_is(ref)))).first()
    return (row[0], row[1], row[2]) if row is not None else (None, None, "")


async def _vanish(connection: AsyncConnection, silo: str, *which: sa.ColumnElement[bool]) -> None:
    await connection.execute(
        documents.update()
        .where(documents.c.silo == silo, documents.c.state.in_(CURRENT), *which)
        .values(state="vanished", changed_at=sa.func.now())
    )


async def _remember_file(
    connection: AsyncConnection, silo: str, path: str, sha256: str, error: str | None
) -> None:
    row: dict[str, Any] = {"silo": silo, "path": path, "sha256": sha256, "error": error}
    await connection.execute(
        insert(staged_files)
        .values(row)
        .on_conflict_do_update(
            index_elements=["silo", "path"], set_={**row, "read_at": sa.func.now()}
        )
    )


def _is(ref: DocumentRef) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        documents.c.silo == ref.silo,
        documents.c.id == ref.id,
        documents.c.version == ref.version,
    )
