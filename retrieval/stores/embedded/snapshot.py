"""The index of one silo as of one change of its rows, and how a newer one is derived."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from retrieval.embedding.contract import Vectors
from retrieval.stores.embedded import dense as dense_index
from retrieval.stores.embedded import lexical as lexical_index
from retrieval.stores.embedded.dense import Dense
from retrieval.stores.embedded.lexical import Lexical
from retrieval.stores.embedded.stored_values import unpack_vectors, unpack_words

COMPACT_ABOVE = 256
"""Dead slots that are never worth a rebuild. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class SiloRow:
    """A silo as the file knows it."""

    number: int
    embedder: str
    dimensions: int
    seq: int
    pruned: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything a search reads. Never changed once made: a refresh makes another.

    A slot is the place of a document in all arrays. Slots are only appended; a document that was
    replaced or deleted keeps a dead one until the index is rebuilt."""

    silo: SiloRow
    rows: NDArray[np.int64]
    """Row number of each slot in the file, ascending."""
    ids: NDArray[np.object_]
    lengths: NDArray[np.int32]
    """Words of each slot's document."""
    days: NDArray[np.int32]
    live: NDArray[np.bool_]
    lexical: Lexical
    dense: Dense

    @property
    def documents(self) -> int:
        return int(np.count_nonzero(self.live))


@dataclass(frozen=True, slots=True)
class _NewRows:
    rows: list[int]
    ids: list[str]
    days: list[int]
    words: list[tuple[NDArray[np.int32], NDArray[np.uint8]]]
    vectors: list[Vectors]


def silo_row(connection: sqlite3.Connection, name: str) -> SiloRow | None:
    found = connection.execute(
        "SELECT number, embedder, dimensions, seq, pruned FROM silo WHERE name = ?", (name,)
    ).fetchone()
    return SiloRow(*found) if found else None


def refresh(
    connection: sqlite3.Connection, silo: SiloRow, old: Snapshot | None, prefilter_above: int
) -> Snapshot:
    """The index as of ``silo.seq``, which the connection's transaction sees.

    Builds on the old one where possible; from nothing when there is none, when its tombstones are
    gone, when the silo was cleared, or when too many of its slots are dead."""
    if old is None or not _continues(old.silo, silo):
        return _with_new_rows(_empty(silo, prefilter_above), _new_rows(connection, silo, 0), silo)
    remaining = _without_tombstones(connection, silo, old)
    dead = len(remaining.live) - remaining.documents
    if dead > max(COMPACT_ABOVE, remaining.documents // 2):
        return refresh(connection, silo, None, prefilter_above)
    return _with_new_rows(remaining, _new_rows(connection, silo, old.silo.seq), silo)


def _continues(old: SiloRow, new: SiloRow) -> bool:
    same = (old.number, old.embedder, old.dimensions) == (new.number, new.embedder, new.dimensions)
    return same and new.pruned <= old.seq


def _empty(silo: SiloRow, prefilter_above: int) -> Snapshot:
    return Snapshot(
        silo=silo,
        rows=np.zeros(0, np.int64),
        ids=np.zeros(0, np.object_),
        lengths=np.zeros(0, np.int32),
        days=np.zeros(0, np.int32),
        live=np.zeros(0, np.bool_),
        lexical=lexical_index.EMPTY,
        dense=dense_index.empty(silo.dimensions, prefilter_above),
    )


def _without_tombstones(connection: sqlite3.Connection, silo: SiloRow, old: Snapshot) -> Snapshot:
    tombstones = connection.execute(
        "SELECT row FROM tombstone WHERE silo = ? AND seq > ?", (silo.number, old.silo.seq)
    ).fetchall()
    if not tombstones or not len(old.rows):
        return old
    remaining = np.array([row for (row,) in tombstones], np.int64)
    places = np.searchsorted(old.rows, remaining)
    places = places[places < len(old.rows)]
    places = places[np.isin(old.rows[places], remaining)]
    live = old.live.copy()
    live[places] = False
    return replace(old, live=live)


def _new_rows(connection: sqlite3.Connection, silo: SiloRow, after: int) -> _NewRows:
    new = _NewRows([], [], [], [], [])
    found = connection.execute(
        "SELECT row, id, day, words, vectors FROM document WHERE silo = ? AND seq > ? ORDER BY row",
        (silo.number, after),
    )
    for row, name, day, words, vectors in found:
        new.rows.append(row)
        new.ids.append(name)
        new.days.append(day)
        new.words.append(unpack_words(words))
        new.vectors.append(unpack_vectors(vectors, silo.dimensions))
    return new


def _with_new_rows(old: Snapshot, new: _NewRows, silo: SiloRow) -> Snapshot:
    added = len(new.rows)
    lengths = np.array([int(counts.sum()) for _, counts in new.words], np.int32)
    lengths = np.concatenate([old.lengths, lengths])
    live = np.concatenate([old.live, np.ones(added, np.bool_)])
    average = float(lengths[live].mean()) if live.any() else 1.0
    segment = lexical_index.segment(new.words, len(old.rows), lengths, average)
    ids = np.empty(added, np.object_)
    ids[:] = new.ids
    return Snapshot(
        silo=silo,
        rows=np.concatenate([old.rows, np.array(new.rows, np.int64)]),
        ids=np.concatenate([old.ids, ids]),
        lengths=lengths,
        days=np.concatenate([old.days, np.array(new.days, np.int32)]),
        live=live,
        lexical=old.lexical.with_new_slots(segment, lengths, live, average),
        dense=old.dense.with_new_slots(new.vectors),
    )
