"""Writes of the embedded store. Each function works within one write transaction."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from retrieval.documents import Document
from retrieval.embedding.contract import Vectors
from retrieval.search.index_fields import day
from retrieval.stores import document_json
from retrieval.stores.contract import EmbeddedDocument
from retrieval.stores.embedded import stored_values
from retrieval.stores.embedded.snapshot import SiloRow, silo_row
from retrieval.stores.vector_checks import index_mismatch

TOMBSTONES_KEPT = 10_000
"""Tombstones of one silo before the older half is pruned; readers that old reload everything.
Chosen by hand."""


class EncodedDocument:
    """A document made ready outside the transaction: all that needs no database."""

    __slots__ = ("body", "counts", "day", "document", "fingerprint", "vectors")

    def __init__(self, embedded: EmbeddedDocument) -> None:
        self.document: Document = embedded.document
        self.body = document_json.to_json(embedded.document)
        self.fingerprint = document_json.fingerprint(embedded.document)
        self.counts: Counter[str] = stored_values.counted_words(embedded.document)
        self.day = day(embedded.document.date, last=True)
        self.vectors: Vectors = embedded.vectors


def open_silo(connection: sqlite3.Connection, name: str, embedder: str, dimensions: int) -> SiloRow:
    """The silo with its change counter moved on; made when it is new."""
    found = silo_row(connection, name)
    if found is None:
        connection.execute(
            "INSERT INTO silo (name, embedder, dimensions, seq, pruned) VALUES (?, ?, ?, 0, 0)",
            (name, embedder, dimensions),
        )
    elif not found.embedder:
        connection.execute(
            "UPDATE silo SET embedder = ?, dimensions = ? WHERE name = ?",
            (embedder, dimensions, name),
        )
    elif (found.embedder, found.dimensions) != (embedder, dimensions):
        raise index_mismatch(name, found.embedder, embedder)
    connection.execute("UPDATE silo SET seq = seq + 1 WHERE name = ?", (name,))
    moved = silo_row(connection, name)
    assert moved is not None
    return moved


def write(
    connection: sqlite3.Connection,
    silo: SiloRow,
    prepared: Sequence[EncodedDocument],
    known: Mapping[str, int],
) -> None:
    """Put the documents in, in place of those of the same ids. ``known`` are stored words."""
    tombstone(connection, silo, (item.document.id for item in prepared))
    numbers = _word_numbers(connection, {word for item in prepared for word in item.counts}, known)
    connection.executemany(
        "INSERT INTO document (silo, id, version, fingerprint, day, body, words, vectors, seq)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                silo.number,
                item.document.id,
                item.document.version,
                item.fingerprint,
                item.day,
                item.body,
                stored_values.pack_words(
                    [numbers[word] for word in item.counts], list(item.counts.values())
                ),
                stored_values.pack_vectors(item.vectors),
                silo.seq,
            )
            for item in prepared
        ),
    )


def tombstone(connection: sqlite3.Connection, silo: SiloRow, ids: Iterable[str]) -> int:
    """Delete the documents and leave tombstones for the indexes in memory. Returns how many
    documents there were."""
    rows = [
        (silo.number, silo.seq, row)
        for name in ids
        for (row,) in connection.execute(
            "DELETE FROM document WHERE silo = ? AND id = ? RETURNING row", (silo.number, name)
        ).fetchall()
    ]
    connection.executemany("INSERT INTO tombstone (silo, seq, row) VALUES (?, ?, ?)", rows)
    _prune(connection, silo)
    return len(rows)


def clear(connection: sqlite3.Connection, name: str) -> None:
    """Empty the silo and forget which embedder it was for. Every reader starts anew."""
    found = silo_row(connection, name)
    if found is None:
        return
    connection.execute("DELETE FROM document WHERE silo = ?", (found.number,))
    connection.execute("DELETE FROM tombstone WHERE silo = ?", (found.number,))
    connection.execute(
        "UPDATE silo SET seq = seq + 1, pruned = seq + 1, embedder = '', dimensions = 0"
        " WHERE number = ?",
        (found.number,),
    )


def _prune(connection: sqlite3.Connection, silo: SiloRow) -> None:
    (tombstones,) = connection.execute(
        "SELECT count(*) FROM tombstone WHERE silo = ?", (silo.number,)
    ).fetchone()
    if tombstones <= TOMBSTONES_KEPT:
        return
    (upto,) = connection.execute(
        "SELECT seq FROM tombstone WHERE silo = ? ORDER BY seq LIMIT 1 OFFSET ?",
        (silo.number, tombstones // 2),
    ).fetchone()
    connection.execute("DELETE FROM tombstone WHERE silo = ? AND seq <= ?", (silo.number, upto))
    connection.execute("UPDATE silo SET pruned = ? WHERE number = ?", (upto, silo.number))


def _word_numbers(
    connection: sqlite3.Connection, wanted: set[str], known: Mapping[str, int]
) -> dict[str, int]:
    """The numbers of the words; new ones get the next, without gaps."""
    (free,) = connection.execute("SELECT ifnull(max(number), -1) + 1 FROM word").fetchone()
    numbers = {word: known[word] for word in wanted if word in known}
    for word in sorted(wanted - numbers.keys()):
        found = connection.execute("SELECT number FROM word WHERE word = ?", (word,)).fetchone()
        numbers[word] = found[0] if found else free
        if not found:
            connection.execute("INSERT INTO word (word, number) VALUES (?, ?)", (word, free))
            free += 1
    return numbers
