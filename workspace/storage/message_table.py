"""The stored messages. A stored message has no counted replies and no joined files."""

from __future__ import annotations

import json
from dataclasses import dataclass

from workspace.json_types import JsonObject
from workspace.storage.database import WorkspaceDatabase

NO_LIMIT = -1
"""As a `limit`: all rows (SQLite's own meaning, sqlite.org/lang_select.html#limitoffset)."""


@dataclass(frozen=True, slots=True)
class TimeRange:
    """The time between two timestamps, both exclusive unless `inclusive`."""

    oldest: str = "0"
    latest: str = "9999999999.999999"
    inclusive: bool = False

    def condition(self) -> str:
        """The SQL condition; `oldest` and `latest` are its two values."""
        return "ts >= ? and ts <= ?" if self.inclusive else "ts > ? and ts < ?"


class MessageTable:
    """The table `message`. The root of a thread has its own `ts` in the column `root`."""

    def __init__(self, database: WorkspaceDatabase) -> None:
        self._database = database

    def put(self, channel: str, body: JsonObject) -> None:
        """Store a message, in place of one with the same timestamp."""
        root = body.get("thread_ts") or body["ts"]
        self._database.execute(
            "insert or replace into message values (?, ?, ?, ?)",
            channel,
            body["ts"],
            root,
            json.dumps(body),
        )

    def get(self, channel: str, ts: str) -> JsonObject | None:
        query = "select body from message where channel = ? and ts = ?"
        return self._database.body(query, channel, ts)

    def remove(self, channel: str, ts: str) -> None:
        self._database.execute("delete from message where channel = ? and ts = ?", channel, ts)

    def roots(
        self, channel: str, within: TimeRange = TimeRange(), limit: int = NO_LIMIT
    ) -> list[JsonObject]:
        """Messages of the channel itself, newest first; broadcast replies are among them."""
        query = f"""
            select body from message where channel = ? and {within.condition()}
            and (root = ts or json_extract(body, '$.subtype') = 'thread_broadcast')
            order by ts desc limit ?"""  # noqa: S608 (no outside text)
        return self._database.bodies(query, channel, within.oldest, within.latest, limit)

    def replies(
        self, channel: str, root: str, within: TimeRange = TimeRange(), limit: int = NO_LIMIT
    ) -> list[JsonObject]:
        """Replies of a thread, oldest first, without the root."""
        query = f"""
            select body from message where channel = ? and root = ? and ts != root
            and {within.condition()} order by ts limit ?"""  # noqa: S608 (no outside text)
        return self._database.bodies(query, channel, root, within.oldest, within.latest, limit)

    def find_word(self, word: str) -> list[tuple[str, JsonObject]]:
        """The messages whose description holds a word anywhere, each with its channel id."""
        query = "select channel, body from message where instr(body, ?) > 0"
        rows = self._database.execute(query, word)
        return [(channel, json.loads(body)) for channel, body in rows]

    def all(self) -> list[tuple[str, JsonObject]]:
        """Every message with its channel id, oldest first."""
        rows = self._database.execute("select channel, body from message order by ts")
        return [(channel, json.loads(body)) for channel, body in rows]
