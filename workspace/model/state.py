"""What the workspace remembers, in one SQLite file (or in memory).

Everything is written at once and each write is its own transaction, so a killed workspace comes
back with all it had accepted. Messages are kept as Slack objects without what is counted or
joined (`messages.render` adds replies and files).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from workspace.model.json_types import JsonObject

_TABLES = """
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


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time between two timestamps, both exclusive unless `inclusive`."""

    oldest: str = "0"
    latest: str = "9999999999.999999"
    inclusive: bool = False

    def bounds(self) -> str:
        return "ts >= ? and ts <= ?" if self.inclusive else "ts > ? and ts < ?"


class State:
    """The tables. `path` is a file, for this workspace alone, or `:memory:`.

    Raises `sqlite3.Error` if the file is no such file or another workspace has it open.
    """

    def __init__(self, path: str) -> None:
        self._db = sqlite3.connect(path, isolation_level=None, timeout=1)
        self._db.execute("pragma locking_mode = exclusive")
        self._db.execute("pragma journal_mode = wal")
        self._db.execute("pragma synchronous = normal")
        self._db.executescript(_TABLES)
        row = self._db.execute("select max(ts) from message").fetchone()
        self._last_ts = _micros(row[0]) if row[0] else 0

    def close(self) -> None:
        self._db.close()

    def clear(self) -> None:
        """Forget everything. Timestamps and ids go on from where they were."""
        for table in ("user", "channel", "member", "message", "file", "delivery"):
            self._db.execute(f"delete from {table}")  # noqa: S608 (names from this line)
        self._db.execute("delete from note where key != 'ident'")

    # Timestamps, ids and notes

    def next_ts(self, now: float) -> str:
        """A timestamp later than all before it: seconds, a dot, six digits."""
        self._last_ts = max(self._last_ts + 1, int(now * 1_000_000))
        return f"{self._last_ts // 1_000_000}.{self._last_ts % 1_000_000:06d}"

    def ident(self, prefix: str) -> str:
        """A new id such as `F0000000007`; the same in every run that does the same things."""
        number = int(str(self.note("ident") or 0)) + 1
        self.put_note("ident", number)
        return f"{prefix}{number:010d}"

    def note(self, key: str) -> object:
        row = self._db.execute("select value from note where key = ?", (key,)).fetchone()
        return json.loads(row[0]) if row else None

    def put_note(self, key: str, value: object) -> None:
        self._db.execute("insert or replace into note values (?, ?)", (key, json.dumps(value)))

    # Users, channels, members

    def users(self) -> list[JsonObject]:
        return self._bodies("select body from user order by rowid")

    def user(self, ident: str) -> JsonObject | None:
        return self._body("select body from user where id = ?", ident)

    def put_user(self, user: JsonObject) -> None:
        self._put("user", user)

    def channels(self) -> list[JsonObject]:
        return self._bodies("select body from channel order by rowid")

    def channel(self, ident: str) -> JsonObject | None:
        return self._body("select body from channel where id = ?", ident)

    def put_channel(self, channel: JsonObject) -> None:
        self._put("channel", channel)

    def members(self, channel: str) -> list[str]:
        rows = self._db.execute(
            "select user from member where channel = ? order by position", (channel,)
        )
        return [row[0] for row in rows]

    def is_member(self, channel: str, user: str) -> bool:
        query = "select 1 from member where channel = ? and user = ?"
        return self._db.execute(query, (channel, user)).fetchone() is not None

    def join(self, channel: str, user: str) -> None:
        self._db.execute(
            "insert or ignore into member (channel, user) values (?, ?)", (channel, user)
        )

    # Messages

    def put_message(self, channel: str, body: JsonObject) -> None:
        root = body.get("thread_ts") or body["ts"]
        self._db.execute(
            "insert or replace into message values (?, ?, ?, ?)",
            (channel, body["ts"], root, json.dumps(body)),
        )

    def message(self, channel: str, ts: str) -> JsonObject | None:
        return self._body("select body from message where channel = ? and ts = ?", channel, ts)

    def remove_message(self, channel: str, ts: str) -> None:
        self._db.execute("delete from message where channel = ? and ts = ?", (channel, ts))

    def roots(self, channel: str, span: Span, limit: int) -> list[JsonObject]:
        """Messages of the channel itself, newest first; broadcast replies are among them."""
        query = f"""
            select body from message where channel = ? and {span.bounds()}
            and (root = ts or json_extract(body, '$.subtype') = 'thread_broadcast')
            order by ts desc limit ?"""  # noqa: S608 (no outside text)
        return self._bodies(query, channel, span.oldest, span.latest, limit)

    def replies(self, channel: str, root: str, span: Span, limit: int) -> list[JsonObject]:
        """Replies of a thread, oldest first, without the root."""
        query = f"""
            select body from message where channel = ? and root = ? and ts != root
            and {span.bounds()} order by ts limit ?"""  # noqa: S608
        return self._bodies(query, channel, root, span.oldest, span.latest, limit)

    def all_messages(self) -> list[tuple[str, JsonObject]]:
        rows = self._db.execute("select channel, body from message order by ts")
        return [(channel, json.loads(body)) for channel, body in rows]

    # Files

    def put_file(self, body: JsonObject, content: bytes | None = None) -> None:
        """Store a file's description; `content` None keeps the bytes stored before."""
        self._db.execute(
            "insert into file (id, body, content) values (?, ?, ?) on conflict (id) do update"
            " set body = excluded.body, content = coalesce(excluded.content, content)",
            (body["id"], json.dumps(body), content),
        )

    def file(self, ident: str) -> JsonObject | None:
        return self._body("select body from file where id = ? and not deleted", ident)

    def files(self) -> list[JsonObject]:
        return self._bodies("select body from file where not deleted order by rowid desc")

    def file_content(self, ident: str) -> bytes | None:
        row = self._db.execute(
            "select content from file where id = ? and not deleted", (ident,)
        ).fetchone()
        return None if row is None or row[0] is None else bytes(row[0])

    def remove_file(self, ident: str) -> None:
        self._db.execute("update file set deleted = 1, content = null where id = ?", (ident,))

    # Events that the app has not acknowledged yet

    def put_delivery(self, ident: str, body: JsonObject) -> None:
        self._db.execute(
            "insert into delivery (id, body) values (?, ?)"
            " on conflict (id) do update set body = excluded.body",
            (ident, json.dumps(body)),
        )

    def deliveries(self) -> list[JsonObject]:
        return self._bodies("select body from delivery order by position")

    def remove_delivery(self, ident: str) -> None:
        self._db.execute("delete from delivery where id = ?", (ident,))

    def _put(self, table: str, body: JsonObject) -> None:
        self._db.execute(
            f"insert into {table} values (?, ?)"  # noqa: S608 (table named by this class)
            " on conflict (id) do update set body = excluded.body",
            (body["id"], json.dumps(body)),
        )

    def _body(self, query: str, *values: str) -> JsonObject | None:
        row = self._db.execute(query, values).fetchone()
        return dict(json.loads(row[0])) if row else None

    def _bodies(self, query: str, *values: str | int) -> list[JsonObject]:
        rows: Iterable[tuple[str]] = self._db.execute(query, values)
        return [json.loads(row[0]) for row in rows]


def _micros(ts: str) -> int:
    seconds, _, fraction = ts.partition(".")
    return int(seconds) * 1_000_000 + int(fraction)
