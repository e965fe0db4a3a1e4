"""The staging table: raw text and metadata of every version, and how far each has come.

A version's text never changes. Staging other text under a version that exists makes the version
``<version>+<first digits of the digest>``, so that a quote of a finished answer stays true.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from retrieval.derivation.version import RULES
from retrieval.documents import Document, DocumentRef
from retrieval.errors import DatabaseUnavailable, DocumentUnknown, SiloUnavailable
from retrieval.ingestion.sources.contract import HarvestRequest, Page
from retrieval.ingestion.staging import harvests, records, stepping_back
from retrieval.ingestion.staging.files import ReadAs, StagedFile, ways_of_reading
from retrieval.ingestion.staging.harvests import Harvest, StagedPage
from retrieval.ingestion.staging.rows import RULES_KEY, document_of, row_of
from retrieval.ingestion.staging.status import Tally, tallies
from retrieval.ingestion.staging.summaries import keep_summary, kept_summaries
from retrieval.ingestion.staging.tables import CURRENT, documents, staged_files
from retrieval.ingestion.staging.writing import (
    StagedOrigin,
    keep_first_search,
    remember_file,
    stage,
    vanish,
    version_is,
)
from retrieval.sql import Database

_HAS_OTHER_RULES = documents.c.metadata[RULES_KEY].astext.is_distinct_from(str(RULES))


@dataclass(frozen=True, slots=True)
class CurrentVersion:
    """The version of a document that is or should be searched."""

    id: str
    version: str
    fingerprint: str
    path: str
    embedding_config: str
    """How it was embedded when it was indexed; empty when it was not."""
    is_waiting: bool
    """Staged since it was indexed last, if ever."""
    bytes: int
    """Of its text."""


class Staging:
    """The staging table of one database. All methods raise :class:`SiloUnavailable` when
    PostgreSQL does not answer."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def database(self) -> Database:
        """Where it is, for what else stands there: a process has one pool of connections."""
        return self._database

    async def files(self, collection: str) -> tuple[StagedFile, ...]:
        """Every file of a folder that was read or tried, in the order of the paths; what all of
        these begin with is ``collection``."""
        file = staged_files.c
        wanted = sa.select(file.silo, file.path, file.sha256, file.error, file.read_as).where(
            file.path.startswith(collection, autoescape=True)
        )
        async with self._transaction() as connection:
            found = [StagedFile(*row) for row in await connection.execute(wanted)]
        return tuple(sorted(found, key=lambda each: each.path))

    async def ways_of_reading(self) -> tuple[ReadAs, ...]:
        """How many files of each silo and suffix were read in which way."""
        async with self._transaction() as connection:
            return await ways_of_reading(connection)

    async def note_way(self, file: StagedFile) -> None:
        """Note that what is held of a file comes from this way of reading."""
        async with self._transaction() as connection:
            await remember_file(connection, file)

    async def stage(
        self, silo: str, path: str, sha256: str, found: Sequence[Document],
        error: str | None = None, *, read_as: str = "",
    ) -> None:  # fmt: skip
        """Store what a file holds now, in one transaction. Documents it held before and does not
        any more vanish. ``error``: what of it was refused; the file is then read again next time,
        so that it is told again. ``read_as``: in which way such files are read."""
        async with self._transaction() as connection:
            for document in found:
                await stage(connection, document, StagedOrigin(path=path))
            kept = [document.id for document in found]
            await vanish(connection, silo, documents.c.path == path, documents.c.id.not_in(kept))
            await remember_file(connection, StagedFile(silo, path, sha256, error, read_as))

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
            failed = StagedFile(silo, path, sha256, error)
            await remember_file(connection, failed, is_read=False)

    async def forget_files(self, silo: str, paths: Sequence[str]) -> None:
        """The files are gone: their documents vanish from search, but can still be opened."""
        async with self._transaction() as connection:
            await vanish(connection, silo, documents.c.path.in_(paths))
            await connection.execute(
                staged_files.delete().where(
                    staged_files.c.silo == silo, staged_files.c.path.in_(paths)
                )
            )

    async def current(self, silo: str) -> tuple[CurrentVersion, ...]:
        """The current version of every document, by id."""
        wanted = (
            sa.select(
                documents.c.id,
                documents.c.version,
                documents.c.fingerprint,
                documents.c.path,
                documents.c.recipe,
                documents.c.state == "staged",
                # Known without reading the text, unlike its characters.
                sa.func.octet_length(documents.c.text),
            )
            .where(documents.c.silo == silo, documents.c.state.in_(CURRENT))
            .order_by(documents.c.id)
        )
        async with self._transaction() as connection:
            return tuple(CurrentVersion(*row) for row in await connection.execute(wanted))

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

    async def with_other_rules(self, silo: str, limit: int) -> tuple[Document, ...]:
        """Current documents whose statements were derived by other rules than the present ones,
        or by none; at most so many, by id."""
        wanted = (
            sa.select(documents)
            .where(documents.c.silo == silo, documents.c.state.in_(CURRENT), _HAS_OTHER_RULES)
            .order_by(documents.c.id)
            .limit(limit)
        )
        async with self._transaction() as connection:
            rows = (await connection.execute(wanted)).mappings().all()
        return tuple(document_of(dict(row)) for row in rows)

    async def any_with_other_rules(self, collection: str) -> bool:
        """Whether there are such documents in any silo among those of a folder's files."""
        wanted = sa.select(
            sa.exists().where(
                documents.c.path.startswith(collection, autoescape=True),
                documents.c.state.in_(CURRENT),
                _HAS_OTHER_RULES,
            )
        )
        async with self._transaction() as connection:
            return bool(await connection.scalar(wanted))

    async def fetched_originals(self) -> tuple[Document, ...]:
        """The current documents of public sources, without text and statements."""
        async with self._transaction() as connection:
            return await stepping_back.fetched_originals(connection)

    async def digests(self) -> tuple[tuple[Document, bool], ...]:
        """Every digest that is searched or has stepped back, and whether it is searched."""
        async with self._transaction() as connection:
            return await stepping_back.digests(connection)

    async def set_digest_state(self, changed: Sequence[Document], behind: Sequence[str]) -> None:
        """Store digests; ``behind`` names the original that stands in for each, if one does."""
        async with self._transaction() as connection:
            await stepping_back.set_digest_state(connection, changed, behind)

    async def replace_statements(self, changed: Sequence[Document]) -> None:
        """Store the statements of documents that are staged; their versions stay."""
        async with self._transaction() as connection:
            for document in changed:
                row = row_of(document, "")
                await connection.execute(
                    documents.update()
                    .where(*version_is(document.ref), documents.c.state.in_(CURRENT))
                    .values(
                        metadata=row["metadata"],
                        fingerprint=row["fingerprint"],
                        state="staged",
                        changed_at=sa.func.now(),
                    )
                )

    async def document(self, ref: DocumentRef) -> Document:
        """This version, current or not, or :class:`DocumentUnknown`."""
        async with self._transaction() as connection:
            found = await connection.execute(sa.select(documents).where(*version_is(ref)))
            row = found.mappings().first()
        if row is None:
            detail = f"{ref.silo}: {ref.id}, version {ref.version}."
            raise DocumentUnknown(detail)
        return document_of(dict(row))

    async def is_as_staged(self, document: Document) -> bool:
        """Whether title and text have the digest that was written when this version was taken in;
        true of a version that is not staged."""
        async with self._transaction() as connection:
            found = await connection.execute(
                sa.select(documents.c.sha256).where(*version_is(document.ref))
            )
            digest = found.scalar()
        return digest is None or digest == document.sha256

    async def keep_records(self, shown: Sequence[Document], raw: str = "") -> None:
        """Store records that are shown and never searched. ``raw``: what their source sent."""
        async with self._transaction() as connection:
            await records.keep(connection, shown, raw)

    async def mark_indexed(self, refs: Sequence[DocumentRef], embedding_config: str) -> None:
        """The store holds these versions now, with this embedding configuration."""
        async with self._transaction() as connection:
            for ref in refs:
                await connection.execute(
                    documents.update()
                    .where(*version_is(ref), documents.c.state.in_(CURRENT))
                    .values(
                        state="indexed",
                        recipe=embedding_config,
                        error=None,
                        # The first time: since then it could be found.
                        indexed_at=sa.func.coalesce(documents.c.indexed_at, sa.func.now()),
                    )
                )

    async def begin_harvest(self, source: str, request: HarvestRequest) -> Harvest:
        """Where a run of a source stands: on its way since an earlier try, or at its start."""
        async with self._transaction() as connection:
            return await harvests.begin(connection, source, request)

    async def stage_page(self, harvest: Harvest, page: Page) -> StagedPage:
        """Store what a source handed out together with where to go on, in one transaction."""
        async with self._transaction() as connection:
            return await harvests.stage_page(connection, harvest, page)

    async def end_harvest(self, harvest: Harvest, error: str = "") -> None:
        """The run is over: finished, or failed for the reason of one sentence."""
        async with self._transaction() as connection:
            await harvests.end(connection, harvest, error)

    async def harvests(self) -> tuple[Harvest, ...]:
        """Every run of a source, newest first."""
        async with self._transaction() as connection:
            return await harvests.all_of(connection)

    async def last_harvest_day(self, source: str, silo: str) -> str:
        """ISO date on which the last finished run of the source began; empty if none did."""
        async with self._transaction() as connection:
            return await harvests.last_finished(connection, source, silo)

    async def tallies(self) -> tuple[Tally, ...]:
        """What the staging table holds, by silo and source."""
        async with self._transaction() as connection:
            return await tallies(connection)

    async def summaries(
        self, silo: str, focus: str, writer: str, ids: Sequence[str] | None = None
    ) -> dict[tuple[str, str], str]:
        """Summaries of the silo's documents, or of those with these ids, by id and version."""
        async with self._transaction() as connection:
            return await kept_summaries(connection, silo, focus, writer, ids)

    async def keep_summary(self, ref: DocumentRef, focus: str, writer: str, text: str) -> None:
        """Store the summary; one that is there already is replaced."""
        async with self._transaction() as connection:
            await keep_summary(connection, ref, focus, writer, text)

    async def superseded_versions(self) -> tuple[DocumentRef, ...]:
        """Every version that is not searched any more."""
        wanted = sa.select(documents.c.silo, documents.c.id, documents.c.version).where(
            documents.c.state.not_in(CURRENT)
        )
        async with self._transaction() as connection:
            return tuple(DocumentRef(*row) for row in await connection.execute(wanted))

    async def purge(self, refs: Sequence[DocumentRef]) -> int:
        """Remove versions that are not searched any more, for good; how many there were. What is
        left of a document says since when it was searched."""
        removed = 0
        async with self._transaction() as connection:
            for ref in refs:
                await keep_first_search(connection, ref)
                done = await connection.execute(
                    documents.delete().where(*version_is(ref), documents.c.state.not_in(CURRENT))
                )
                removed += done.rowcount
        return removed

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._database.transaction() as connection:
                yield connection
        except DatabaseUnavailable as error:
            detail = "The staging table in PostgreSQL did not answer."
            raise SiloUnavailable(detail) from error
