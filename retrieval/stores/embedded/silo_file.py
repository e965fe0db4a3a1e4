"""The SQLite file: its tables, its connections, and what its errors mean."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from retrieval.errors import SiloUnavailable, StoreDamaged

SCHEMA_VERSION = 2
_AGAIN_SECONDS = 0.02
"""Between two tries to change the mode of the file. Chosen by hand: the change takes less."""
BUSY_SECONDS = 30.0
"""How long a process waits for another that writes. Chosen by hand."""

# row is AUTOINCREMENT, so that a row number never means two documents: readers outside the
# writer's transaction hold row numbers.
_SCHEMA = """
CREATE TABLE IF NOT EXISTS silo (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    embedder TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    seq INTEGER NOT NULL,      -- counts the changes
    pruned INTEGER NOT NULL    -- tombstones of changes up to this one are gone
);
CREATE TABLE IF NOT EXISTS document (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    silo INTEGER NOT NULL,
    id TEXT NOT NULL,
    version TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    day INTEGER NOT NULL,
    body TEXT NOT NULL,
    words BLOB NOT NULL,
    vectors BLOB NOT NULL,
    seq INTEGER NOT NULL,
    UNIQUE (silo, id)
);
CREATE INDEX IF NOT EXISTS document_seq ON document (silo, seq);
CREATE TABLE IF NOT EXISTS word (
    word TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tombstone (
    silo INTEGER NOT NULL, seq INTEGER NOT NULL, row INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS tombstone_seq ON tombstone (silo, seq);
"""
_FROM_1 = """
ALTER TABLE tomb RENAME TO tombstone;
DROP INDEX tomb_seq;
CREATE INDEX tombstone_seq ON tombstone (silo, seq);
"""
_STEPS = {0: _SCHEMA, 1: _FROM_1}
"""What brings a file of each version to this one. A program of an older version refuses the file
from then on."""


class SiloFile:
    """One connection per thread to one file, made when first needed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._local = threading.local()
        self._lock = threading.Lock()
        self._open: list[sqlite3.Connection] = []
        self._closed = False

    @contextmanager
    def read_transaction(self) -> Iterator[sqlite3.Connection]:
        """One view of the file: what others commit meanwhile is not seen."""
        with self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """This thread's connection, for statements that need no common view of the file."""
        with _failures_reported():
            yield self._connection()

    def version(self) -> int:
        """A number of this thread's connection: it changes when any other connection of any
        process has written (https://sqlite.org/pragma.html, data_version)."""
        with self.connection() as connection:
            (number,) = connection.execute("PRAGMA data_version").fetchone()
        return int(number)

    @contextmanager
    def write_transaction(self) -> Iterator[sqlite3.Connection]:
        """The only writer until the end; everything or nothing is kept."""
        with self._transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for connection in self._open:
                connection.close()
            self._open.clear()

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        with _failures_reported():
            connection = self._connection()
            connection.execute(begin)
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if self._closed:
            detail = "The embedded store was closed."
            raise SiloUnavailable(detail)
        if connection is None:
            connection = self._connect()
            self._local.connection = connection
        return connection

    def _connect(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(
            self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            _prepare(connection)
        except BaseException:
            connection.close()
            raise
        with self._lock:
            self._open.append(connection)
        return connection


@contextmanager
def _failures_reported() -> Iterator[None]:
    """What SQLite and the system say, as :class:`SiloUnavailable`."""
    try:
        yield
    except sqlite3.Error as error:
        raise _meaning_of_error(error) from error
    except OSError as error:
        detail = "The folder of the embedded store cannot be used."
        raise SiloUnavailable(detail) from error


def _prepare(connection: sqlite3.Connection) -> None:
    _use_write_ahead_log(connection)
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute(f"PRAGMA mmap_size = {2 << 30}")
    connection.execute("PRAGMA cache_size = -16384")
    if _version(connection) == SCHEMA_VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        _bring_up_to_date(connection)
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Within the caller's transaction: another process may have done it while this one waited."""
    version = _version(connection)
    if version == SCHEMA_VERSION:
        return
    if version not in _STEPS:
        detail = "Another version of Curbside wrote the embedded store; delete it and ingest again."
        raise SiloUnavailable(detail)
    for statement in _STEPS[version].split(";"):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


_IN_USE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
"""Primary result codes of SQLite for a file that somebody else has locked."""


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """The change of mode ignores the busy timeout: wait here for others that open the file."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in _IN_USE or time.monotonic() > deadline:
                raise
            time.sleep(_AGAIN_SECONDS)
        else:
            return


def _meaning_of_error(error: sqlite3.Error) -> SiloUnavailable:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    match code:
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return StoreDamaged()
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            detail = "The embedded store could not write or read its file; is the disk full?"
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            detail = "Another process kept the embedded store busy for too long; try again."
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            detail = "The file of the embedded store cannot be opened for writing."
        case _:
            detail = "The embedded store failed."
    return SiloUnavailable(detail)
