"""Users, channels and who is a member of which channel."""

from __future__ import annotations

import json
from typing import Literal

from workspace.json_types import JsonObject
from workspace.storage.database import WorkspaceDatabase


class Directory:
    """The tables `user`, `channel` and `member`."""

    def __init__(self, database: WorkspaceDatabase) -> None:
        self._database = database

    def users(self) -> list[JsonObject]:
        return self._database.bodies("select body from user order by rowid")

    def user(self, user_id: str) -> JsonObject | None:
        return self._database.body("select body from user where id = ?", user_id)

    def put_user(self, user: JsonObject) -> None:
        self._put("user", user)

    def channels(self) -> list[JsonObject]:
        return self._database.bodies("select body from channel order by rowid")

    def channel(self, channel_id: str) -> JsonObject | None:
        return self._database.body("select body from channel where id = ?", channel_id)

    def put_channel(self, channel: JsonObject) -> None:
        self._put("channel", channel)

    def members(self, channel: str) -> list[str]:
        """User ids, in the order in which they joined."""
        rows = self._database.execute(
            "select user from member where channel = ? order by position", channel
        )
        return [row[0] for row in rows]

    def is_member(self, channel: str, user: str) -> bool:
        query = "select 1 from member where channel = ? and user = ?"
        return self._database.execute(query, channel, user).fetchone() is not None

    def add_member(self, channel: str, user: str) -> None:
        self._database.execute(
            "insert or ignore into member (channel, user) values (?, ?)", channel, user
        )
        self._note_sharing(channel)

    def remove_member(self, channel: str, user: str) -> None:
        self._database.execute("delete from member where channel = ? and user = ?", channel, user)
        self._note_sharing(channel)

    def _note_sharing(self, channel_id: str) -> None:
        """A channel is shared for as long as somebody of another organisation is in it."""
        channel = self.channel(channel_id)
        if channel is None or channel.get("is_im"):
            return
        people = filter(None, map(self.user, self.members(channel_id)))
        is_shared = any(each.get("is_stranger") for each in people)
        if is_shared != bool(channel.get("is_ext_shared")):
            self.put_channel(channel | {"is_shared": is_shared, "is_ext_shared": is_shared})

    def _put(self, table: Literal["user", "channel"], body: JsonObject) -> None:
        self._database.execute(
            f"insert into {table} values (?, ?)"  # noqa: S608 (table named by this class)
            " on conflict (id) do update set body = excluded.body",
            body["id"],
            json.dumps(body),
        )
