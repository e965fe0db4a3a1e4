"""The SQLite database behind all tables, in one file or in memory.

Each write is its own transaction, so a killed workspace comes back with everything it had
accepted. Slack's objects are stored as JSON in a column `body`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from workspace.json_types import JsonObject

_SCHEMA = """
create table if not exists user (id text primary key, body text not null);
create table if not exists channel (id text primary key, body text not null);
create table if not exists member (
    position integer primary key, channel text not null, user text not null,
    unique (channel, user));
create table if not exists message (
    channel text not null, ts text not null, root text not null, body text not null,
    primary key (channel, ts));
create index if not exists message_by_root on message (channel, root, ts);
create table if not exists file (
    id text primary key, body text not null, content blob, deleted integer not null default 0);
create table if not exists delivery (position integer primary key, id text unique, body text);
create table if not exists note (key text primary key, value text not null);
"""


class WorkspaceDatabase:
    """One connection. `path` is a file, for this workspace alone, or `:memory:`.

    Raises `sqlite3.Error` if the file is no database or another workspace has it open.
    """

    def __init__(self, path: str) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None, timeout=1)
        self._connection.execute("pragma locking_mode = exclusive")
        self._connection.execute("pragma journal_mode = wal")
        self._connection.execute("pragma synchronous = normal")
        self._connection.executescript(_SCHEMA)

    def close(self) -> None:
        self._connection.close()

    def execute(self, query: str, *values: str | int | bytes | None) -> sqlite3.Cursor:
        return self._connection.execute(query, values)

    def body(self, query: str, *values: str | int) -> JsonObject | None:
        """The JSON object in the first column of the first row, or None."""
        row = self.execute(query, *values).fetchone()
        return dict(json.loads(row[0])) if row else None

    def bodies(self, query: str, *values: str | int) -> list[JsonObject]:
        """The JSON objects in the first column of all rows."""
        rows: Iterable[tuple[str]] = self.execute(query, *values)
        return [json.loads(row[0]) for row in rows]

    def clear(self) -> None:
        """Delete all rows. Only the counter of ids stays, so that no id is given twice."""
        for table in ("user", "channel", "member", "message", "file", "delivery"):
            self.execute(f"delete from {table}")  # noqa: S608 (names from this line)
        self.execute("delete from note where key != 'ident'")
