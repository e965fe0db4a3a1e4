"""The embedded store: documents in one SQLite file, searched by indexes kept in memory."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, TypeVar

from retrieval.documents import Document, DocumentRef
from retrieval.errors import DocumentUnknown, SiloUnavailable, StoreDamaged
from retrieval.stores import document_json
from retrieval.stores.contract import EmbeddedDocument, Hit, StoreQuery
from retrieval.stores.embedded import writing
from retrieval.stores.embedded.dense import PREFILTER_ABOVE
from retrieval.stores.embedded.document_cache import DocumentCache
from retrieval.stores.embedded.ranking import RankedSlot, rank
from retrieval.stores.embedded.silo_file import SiloFile
from retrieval.stores.embedded.snapshot import SiloRow, Snapshot, refresh, silo_row
from retrieval.stores.embedded.stored_values import unpack_vectors
from retrieval.stores.vector_checks import index_mismatch, vector_length

THREADS = 4
"""Calls at a time. Chosen by hand: they share the cores of the machine."""
EXPORTED_AT_ONCE = 500
"""Documents. Chosen by hand: it bounds the memory."""
Result = TypeVar("Result")
_Version = tuple[int, int]


class EmbeddedStore:
    """All silos of one machine in one file. Any number of processes may read and write it.

    ``embedder`` is the name of what makes the vectors; a silo remembers whose it holds and
    raises :class:`retrieval.errors.IndexMismatch` for another's."""

    def __init__(
        self, path: Path, *, embedder: str, prefilter_above: int = PREFILTER_ABOVE
    ) -> None:
        self._file = SiloFile(path)
        self._embedder = embedder
        self._prefilter_above = prefilter_above
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="embedded-store")
        self._vocabulary = _Vocabulary()
        self._decoded = DocumentCache()
        self._snapshots: dict[str, Snapshot] = {}
        self._refreshing = threading.Lock()
        self._seen = threading.local()
        self._writes = 0
        self._closed = False

    async def upsert(self, silo: str, documents: Sequence[EmbeddedDocument]) -> None:
        """Write the documents, all or none of them; of equal ids the last counts."""
        if documents:
            latest = {embedded.document.id: embedded for embedded in documents}
            await self._run(lambda: self._upsert(silo, tuple(latest.values())))

    async def delete(self, silo: str, ids: Sequence[str]) -> int:
        """Remove the documents and say how many there were."""
        return await self._run(lambda: self._delete(silo, ids))

    async def reset_if_embedder_changed(self, silo: str) -> bool:
        """Empty the silo when it holds another embedder's vectors; True when it did."""
        return await self._run(lambda: self._prepare(silo))

    async def wait_until_indexed(self, silo: str) -> None:
        """What was written can be searched at once."""

    async def search(self, silo: str, query: StoreQuery) -> tuple[Hit, ...]:
        """Rank the silo's documents, best first; ties by id. Empty when the silo is."""
        return await self._run(lambda: self._search(silo, query))

    async def document(self, ref: DocumentRef) -> Document:
        """The stored document, or :class:`retrieval.errors.DocumentUnknown`."""
        return await self._run(lambda: self._document(ref))

    async def count(self, silo: str) -> int:
        """How many documents the silo holds."""
        return len(await self.fingerprints(silo))

    async def fingerprints(self, silo: str) -> dict[str, str]:
        """Id and content digest of every document of the silo."""
        return await self._run(lambda: self._fingerprints(silo))

    async def export(self, silo: str) -> AsyncIterator[EmbeddedDocument]:
        """Every document with its vectors, by row. What is written meanwhile may be missing."""
        page = await self._run(lambda: self._page(silo, 0))
        while page:
            for _, embedded in page:
                yield embedded
            after = page[-1][0]
            page = await self._run(lambda: self._page(silo, after))  # noqa: B023 - run at once

    async def close(self) -> None:
        """Let go of the file. Closing twice is fine."""
        if not self._closed:
            self._closed = True
            await asyncio.to_thread(self._pool.shutdown)
            self._file.close()
            self._snapshots.clear()
            self._decoded.clear()

    async def _run(self, work: Callable[[], Result]) -> Result:
        if self._closed:
            detail = "The embedded store was closed."
            raise SiloUnavailable(detail)
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def _upsert(self, silo: str, documents: Sequence[EmbeddedDocument]) -> None:
        dimensions = vector_length(silo, documents)
        prepared = [writing.EncodedDocument(embedded) for embedded in documents]
        with self._file.write_transaction() as connection:
            row = writing.open_silo(connection, silo, self._embedder, dimensions)
            writing.write(connection, row, prepared, self._vocabulary.numbers)
            self._writes += 1

    def _delete(self, silo: str, ids: Sequence[str]) -> int:
        with self._file.write_transaction() as connection:
            found = silo_row(connection, silo)
            if found is None or not found.embedder:
                return 0
            row = writing.open_silo(connection, silo, found.embedder, found.dimensions)
            self._writes += 1
            return writing.tombstone(connection, row, ids)

    def _prepare(self, silo: str) -> bool:
        with self._file.write_transaction() as connection:
            found = silo_row(connection, silo)
            if found is None or found.embedder in ("", self._embedder):
                return False
            writing.clear(connection, silo)
            self._writes += 1
            return True

    def _document(self, ref: DocumentRef) -> Document:
        with self._file.read_transaction() as connection:
            found = connection.execute(
                "SELECT body FROM document JOIN silo ON silo.number = document.silo"
                " WHERE name = ? AND id = ? AND version = ?",
                (ref.silo, ref.id, ref.version),
            ).fetchone()
        if found is None:
            detail = f"{ref.silo}: {ref.id}, version {ref.version}."
            raise DocumentUnknown(detail)
        with _damage_reported():
            return document_json.from_json(found[0])

    def _fingerprints(self, silo: str) -> dict[str, str]:
        with self._file.read_transaction() as connection:
            rows = connection.execute(
                "SELECT id, fingerprint FROM document JOIN silo ON silo.number = document.silo"
                " WHERE name = ?",
                (silo,),
            ).fetchall()
        return dict(rows)

    def _page(self, silo: str, after: int) -> list[tuple[int, EmbeddedDocument]]:
        with self._file.read_transaction() as connection:
            found = silo_row(connection, silo)
            if found is not None and found.embedder not in ("", self._embedder):
                raise index_mismatch(silo, found.embedder, self._embedder)
            rows = connection.execute(
                "SELECT row, body, vectors, dimensions FROM document"
                " JOIN silo ON silo.number = document.silo"
                " WHERE name = ? AND row > ? ORDER BY row LIMIT ?",
                (silo, after, EXPORTED_AT_ONCE),
            ).fetchall()
        with _damage_reported():
            return [
                (
                    row,
                    EmbeddedDocument(
                        document_json.from_json(body), unpack_vectors(vectors, dimensions)
                    ),
                )
                for row, body, vectors, dimensions in rows
            ]

    def _search(self, silo: str, query: StoreQuery) -> tuple[Hit, ...]:
        version = (self._file.version(), self._writes)
        snapshot = self._snapshots.get(silo)
        if snapshot and self._current().get(silo) == (version, snapshot.silo.seq):
            self._check(silo, snapshot.silo, query)
            ranked = rank(snapshot, query, self._vocabulary.numbers.get)
            with self._file.connection() as connection:
                hits = _hits(connection, ranked, self._decoded)
            if len(hits) == len(ranked):
                return hits
        return self._search_anew(silo, query, version)

    def _search_anew(self, silo: str, query: StoreQuery, version: _Version) -> tuple[Hit, ...]:
        """With a look at how the file is now; ``version`` is the one before that look."""
        while True:
            with self._file.read_transaction() as connection:
                row = silo_row(connection, silo)
                if row is None or not row.embedder:
                    return ()
                self._check(silo, row, query)
                snapshot = self._snapshot(connection, silo, row)
                if snapshot.silo.seq == row.seq:
                    self._current()[silo] = (version, row.seq)
                    ranked = rank(snapshot, query, self._vocabulary.numbers.get)
                    hits = _hits(connection, ranked, self._decoded)
                    if len(hits) < len(ranked):
                        raise StoreDamaged
                    return hits
            # Another thread published a newer index than this transaction sees: look again.

    def _current(self) -> dict[str, tuple[_Version, int]]:
        """By silo, at which version of the file this thread saw which change as the newest. The
        file counts the writes of all but the thread's own connection, the store those of its own.
        """
        seen: dict[str, tuple[_Version, int]] = self._seen.__dict__.setdefault("by_silo", {})
        return seen

    def _check(self, silo: str, row: SiloRow, query: StoreQuery) -> None:
        if row.embedder != self._embedder or query.vector.shape != (row.dimensions,):
            raise index_mismatch(silo, row.embedder, self._embedder)

    def _snapshot(self, connection: sqlite3.Connection, silo: str, row: SiloRow) -> Snapshot:
        """The published index when it is as new as the row, else a refresh one, published."""
        current = self._snapshots.get(silo)
        if current is not None and current.silo.seq >= row.seq:
            return current
        with self._refreshing:
            current = self._snapshots.get(silo)
            if current is not None and current.silo.seq >= row.seq:
                return current
            self._vocabulary.load(connection)
            with _damage_reported():
                made = refresh(connection, row, current, self._prefilter_above)
            self._snapshots[silo] = made
            return made


class _Vocabulary:
    """Numbers of the stored words. Words are never taken back, so what is known stays true."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def load(self, connection: sqlite3.Connection) -> None:
        """Learn the words that were stored since. One caller at a time."""
        new = connection.execute(
            "SELECT word, number FROM word WHERE number >= ?", (len(self.numbers),)
        )
        self.numbers.update(new.fetchall())


def _hits(
    connection: sqlite3.Connection, ranked: Sequence[RankedSlot], decoded: DocumentCache
) -> tuple[Hit, ...]:
    rows = [hit.row for hit in ranked]
    marks = dict(_of_rows(connection, "fingerprint", rows))
    documents = {row: decoded.find(mark) for row, mark in marks.items()}
    missing = [row for row in rows if documents.get(row) is None]
    with _damage_reported():
        for row, body in _of_rows(connection, "body", missing):
            documents[row] = decoded.decode(marks[row], body)
        return tuple(
            Hit(
                document=document,
                score=hit.score,
                lexical=hit.lexical,
                dense=hit.dense,
            )
            for hit in ranked
            if (document := documents.get(hit.row)) is not None
        )


def _of_rows(
    connection: sqlite3.Connection, column: Literal["fingerprint", "body"], rows: Sequence[int]
) -> list[tuple[int, str]]:
    if not rows:
        return []
    return connection.execute(
        f"SELECT row, {column} FROM document WHERE row IN ({','.join('?' * len(rows))})",  # noqa: S608 – a column of ours and question marks
        rows,
    ).fetchall()


@contextmanager
def _damage_reported() -> Iterator[None]:
    """What is decoded in the block was written whole; else the silo cannot be used."""
    try:
        yield
    except (ValueError, TypeError, KeyError) as error:
        raise StoreDamaged from error
