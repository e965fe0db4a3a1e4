"""Changing messages: post, edit, replace, delete.

Every change is stored, published to the members of the channel and sent to the apps as an event.
"""

from __future__ import annotations

from dataclasses import dataclass

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.model.app_events import TeamEvents
from workspace.model.change_feed import ChangeFeed, message_change
from workspace.model.messages.history import History
from workspace.model.messages.new_message import NewMessage, compose_message
from workspace.slack_objects.app import App
from workspace.slack_objects.events import message_changed, message_deleted
from workspace.slack_objects.messages import team_of_stranger, tombstone, typed_text_fields
from workspace.storage.message_table import MessageTable
from workspace.storage.notes import Timestamps


@dataclass(frozen=True, slots=True)
class Timeline:
    """The messages of all channels, for one app and for people."""

    app: App
    table: MessageTable
    timestamps: Timestamps
    history: History
    changes: ChangeFeed
    team_events: TeamEvents

    def post(self, new: NewMessage) -> JsonObject:
        """Post and return the message.

        Refuses what `Conversations.writable` refuses, and files that the author may not see.
        """
        channel = self.history.conversations.writable(
            new.channel, new.user, as_answer=new.is_answer, thread_ts=new.thread_ts or ""
        )
        author = self.history.conversations.people.user(new.user)
        for file_id in new.file_ids:
            self.history.files.get_for(new.user, file_id)
        body = compose_message(new, self.app, self.timestamps.new()) | team_of_stranger(author)
        if new.thread_ts:
            body |= self._reply_fields(new.channel, new.thread_ts, new.broadcast)
        self.table.put(new.channel, body)
        for file_id in new.file_ids:
            self.history.files.share(file_id, channel, body["ts"], body.get("thread_ts"))
        message = self.history.message(new.channel, body["ts"])
        self.publish("message", new.channel, message)
        self.team_events.emit_posted(message, channel)
        return message

    def edit(self, channel: str, ts: str, *, user: str, text: str) -> JsonObject:
        """A person changes the text of their own message; else `cant_update_message`."""
        body = self.history.get_stored(channel, ts)
        if body["user"] != user:
            refuse("cant_update_message")
        mark = self.edit_mark(user)
        fields = typed_text_fields(text, mark["ts"])
        return self.replace(channel, {**body, **fields, "edited": mark})

    def edit_mark(self, user: str) -> JsonObject:
        """The field `edited` of a message that this user edits now."""
        return {"user": user, "ts": self.timestamps.new()}

    def replace(self, channel: str, body: JsonObject) -> JsonObject:
        """Put `body` in place of the stored message with its timestamp."""
        conversation = self.history.conversations.get(channel)
        old = self.history.message(channel, body["ts"])
        ts = self.timestamps.new()
        self.table.put(channel, body)
        new = self.history.message(channel, body["ts"])
        self.publish("message_changed", channel, new)
        self.team_events.emit_in(channel, message_changed(new, old, conversation, ts))
        return new

    def with_files(self, channel: str, body: JsonObject, files: list[str]) -> JsonObject:
        """A stored message with these files beside those that it has; they count as shared."""
        conversation = self.history.conversations.get(channel)
        for file_id in files:
            self.history.files.share(file_id, conversation, body["ts"], body.get("thread_ts"))
        return {**body, "file_ids": [*body.get("file_ids", []), *files]}

    def delete(self, channel: str, ts: str, *, user: str) -> None:
        """The author deletes a message; a root with replies leaves a tombstone.

        Refuses with `message_not_found` or `cant_delete_message`.
        """
        message = self.history.message(channel, ts)
        if message["user"] != user:
            refuse("cant_delete_message")
        if message.get("reply_count"):
            self.replace(channel, tombstone(message))
            return
        now = self.timestamps.new()
        self.table.remove(channel, ts)
        self.publish("message_deleted", channel, message)
        conversation = self.history.conversations.get(channel)
        self.team_events.emit_in(channel, message_deleted(message, conversation, now))

    def publish(self, change_type: str, channel: str, message: JsonObject) -> None:
        """Publish a change to the members; a changed reply changes its root's counts, too."""
        members = self.history.conversations.members(channel)
        self.changes.publish(message_change(change_type, channel, message), members)
        root = message.get("thread_ts")
        if change_type != "message_changed" and root and root != message["ts"]:
            parent = self.history.message(channel, root)
            self.changes.publish(message_change("message_changed", channel, parent), members)

    def _reply_fields(self, channel: str, thread_ts: str, broadcast: bool) -> JsonObject:
        parent = self.table.get(channel, thread_ts) or refuse("thread_not_found")
        root = parent.get("thread_ts") or thread_ts
        first = self.history.get_stored(channel, root)
        fields = {"thread_ts": root, "parent_user_id": first["user"]}
        return fields | ({"subtype": "thread_broadcast"} if broadcast else {})
