"""Reading messages, without changing anything."""

from __future__ import annotations

from dataclasses import dataclass

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.model.conversations import Conversations
from workspace.model.file_store import FileStore
from workspace.slack_objects.messages import thread_fields
from workspace.storage.message_table import MessageTable


@dataclass(frozen=True, slots=True)
class History:
    """The messages of all channels, as Slack shows them."""

    table: MessageTable
    conversations: Conversations
    files: FileStore

    def message(self, channel: str, ts: str) -> JsonObject:
        """One message with its files and the count of its replies.

        Refuses with `channel_not_found` or `message_not_found`.
        """
        return self.complete(channel, self.get_stored(channel, ts))

    def get_stored(self, channel: str, ts: str) -> JsonObject:
        """A message as it is stored: without files and counted replies."""
        self.conversations.get(channel)
        return self.table.get(channel, ts) or refuse("message_not_found")

    def has_message(self, channel: str, ts: str) -> bool:
        return self.table.get(channel, ts) is not None

    def complete(self, channel: str, body: JsonObject) -> JsonObject:
        """A stored message with its files and the count of its replies; a reply that the channel
        shows, too, has its root."""
        message = {key: value for key, value in body.items() if key != "file_ids"}
        if body.get("file_ids"):
            message["files"] = self.files.describe(body["file_ids"])
        if body.get("thread_ts") in (None, body["ts"]):
            message |= thread_fields(body, self.table.replies(channel, body["ts"]))
        elif body.get("subtype") == "thread_broadcast":
            root = self.table.get(channel, body["thread_ts"])
            message |= {"root": self.complete(channel, root)} if root else {}
        return message

    def roots(self, channel: str) -> list[JsonObject]:
        """The messages of the channel itself and broadcast replies, oldest first."""
        self.conversations.get(channel)
        return [self.complete(channel, body) for body in reversed(self.table.roots(channel))]

    def thread(self, channel: str, ts: str) -> list[JsonObject]:
        """A root and its replies, oldest first; refuses with `thread_not_found`."""
        root = self.table.get(channel, ts) or refuse("thread_not_found")
        return [self.complete(channel, body) for body in (root, *self.table.replies(channel, ts))]

    def transcript(self) -> list[JsonObject]:
        """Every message of every channel, oldest first, each with its channel id."""
        return [
            {"channel": channel, **self.complete(channel, body)}
            for channel, body in self.table.all()
        ]
