"""Ids, timestamps and small values by key."""

from __future__ import annotations

import json

from workspace.clock import Clock
from workspace.storage.database import WorkspaceDatabase


class Notes:
    """Small JSON values by key."""

    def __init__(self, database: WorkspaceDatabase) -> None:
        self._database = database

    def read(self, key: str) -> object:
        row = self._database.execute("select value from note where key = ?", key).fetchone()
        return json.loads(row[0]) if row else None

    def write(self, key: str, value: object) -> None:
        self._database.execute("insert or replace into note values (?, ?)", key, json.dumps(value))


class Ids:
    """New ids, numbered; the same in every run that does the same things."""

    def __init__(self, notes: Notes, first: int = 0) -> None:
        self._notes = notes
        self._first = first

    def new(self, prefix: str) -> str:
        """A new id such as `F0000000007`."""
        number = int(str(self._notes.read("ident") or self._first)) + 1
        self._notes.write("ident", number)
        return f"{prefix}{number:010d}"


class Timestamps:
    """Slack timestamps (`ts`) that only grow, over restarts too."""

    def __init__(self, database: WorkspaceDatabase, clock: Clock) -> None:
        self._clock = clock
        row = database.execute("select max(ts) from message").fetchone()
        self._last = _microseconds(row[0]) if row[0] else 0

    def new(self) -> str:
        """A timestamp later than all before it: seconds, a dot, six digits."""
        self._last = max(self._last + 1, int(self._clock.now() * 1_000_000))
        return f"{self._last // 1_000_000}.{self._last % 1_000_000:06d}"


def _microseconds(ts: str) -> int:
    seconds, _, fraction = ts.partition(".")
    return int(seconds) * 1_000_000 + int(fraction)
