"""Ephemeral messages: shown to one person, not stored, gone after a restart."""

from __future__ import annotations

from dataclasses import dataclass, field

from workspace.errors import SlackRefusal, refuse
from workspace.json_types import JsonObject
from workspace.model.change_feed import ChangeFeed, message_change
from workspace.model.conversations import Conversations
from workspace.model.messages.new_message import NewMessage, compose_message
from workspace.slack_objects.app import App
from workspace.slack_objects.messages import slackbot_message
from workspace.storage.notes import Timestamps


@dataclass(frozen=True, slots=True)
class EphemeralMessages:
    """The ephemeral messages of this run of the workspace."""

    app: App
    timestamps: Timestamps
    conversations: Conversations
    changes: ChangeFeed
    _shown: dict[tuple[str, str], tuple[str, JsonObject]] = field(default_factory=dict)
    """By channel and timestamp: to whom the message is shown, and the message."""

    def post(self, new: NewMessage, to: str) -> str:
        """Show a message to one member of the channel; returns its timestamp.

        Refuses what `Conversations.writable` refuses, and `user_not_in_channel`.
        """
        try:
            self.conversations.writable(
                new.channel, new.user, as_answer=new.is_answer, thread_ts=new.thread_ts or ""
            )
        except SlackRefusal as refusal:
            # Of such messages Slack names the permission no closer.
            refuse("restricted_action" if _is_of_permissions(refusal) else refusal.error)
        if not self.conversations.is_member(new.channel, to):
            refuse("user_not_in_channel")
        body = compose_message(new, self.app, self.timestamps.new()) | {"is_ephemeral": True}
        body |= {"thread_ts": new.thread_ts} if new.thread_ts else {}
        self.put(new.channel, body, to)
        return str(body["ts"])

    def post_notice(self, channel: str, to: str, text: str, thread_ts: str = "") -> None:
        """Slackbot tells one person something."""
        ts, team = self.timestamps.new(), str(self.app.team["id"])
        body = slackbot_message(text, ts, team) | {"is_ephemeral": True}
        self.put(channel, body | ({"thread_ts": thread_ts} if thread_ts else {}), to)

    def get(self, channel: str, ts: str, viewer: str) -> JsonObject | None:
        """The message with this timestamp, if it is shown to this user."""
        to, body = self._shown.get((channel, ts), ("", None))
        return body if to == viewer else None

    def put(self, channel: str, body: JsonObject, to: str) -> None:
        """Show this message to `to`, in place of an earlier one with the same timestamp."""
        self._shown[channel, body["ts"]] = (to, body)
        self.changes.publish(message_change("ephemeral", channel, body), [to])

    def remove(self, channel: str, ts: str) -> None:
        """Take the message away; nothing happens if it is not shown."""
        to, body = self._shown.pop((channel, ts), ("", {}))
        if to:
            self.changes.publish(message_change("message_deleted", channel, body), [to])


def _is_of_permissions(refusal: SlackRefusal) -> bool:
    return refusal.error.startswith("restricted_action_")
