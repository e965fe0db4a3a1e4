"""Conversations with an app of the older kind (`assistant_view`): each is a thread of its own.

docs.slack.dev/reference/events/assistant_thread_started
"""

from __future__ import annotations

from dataclasses import dataclass

from workspace.json_types import JsonObject
from workspace.model.app_events import AppEvents
from workspace.model.messages.new_message import NewMessage
from workspace.model.messages.timeline import Timeline
from workspace.slack_objects.events import AssistantThreadEvent, assistant_thread_event
from workspace.slack_objects.messages import ASSISTANT_THREAD
from workspace.storage.notes import Notes

_CONTEXTS = "assistant_thread_contexts"


@dataclass(frozen=True, slots=True)
class AssistantThreads:
    """Begins conversations with the app; where a person looked when they did is stored."""

    timeline: Timeline
    notes: Notes
    app_events: AppEvents

    def enter(self, user: str, seen_channel: str = "") -> str:
        """A person comes to the app, from a channel that they see: the thread in which they write,
        empty if the app has none. The app hears of a new thread and of another channel."""
        if not self.timeline.app.is_assistant:
            return ""
        channel = self.timeline.history.conversations.direct_id(user)
        thread_ts = self._unused_thread(channel)
        context = self._context(user, seen_channel)
        if thread_ts and context == self._contexts().get(thread_ts):
            return thread_ts
        kind: AssistantThreadEvent = "assistant_thread_context_changed"
        if not thread_ts:
            kind, thread_ts = "assistant_thread_started", self._begin(channel)
        self.notes.write(self.timeline.app.key(_CONTEXTS), {**self._contexts(), thread_ts: context})
        ts = self.timeline.timestamps.new()
        event = assistant_thread_event(kind, user, channel, thread_ts, context, ts)
        self.app_events.emit_in(channel, event)
        return thread_ts

    def thread_for(self, user: str, channel: str) -> str:
        """Where something goes that a person writes in this conversation outside its threads;
        empty: where they wrote it."""
        is_own = channel == self.timeline.history.conversations.direct_id(user)
        return self.enter(user) if is_own else ""

    def name(self, channel: str, thread_ts: str, title: str) -> None:
        """Show the title in the list of conversations, if the thread is one of them."""
        root = self.timeline.history.get_stored(channel, thread_ts)
        if root.get("subtype") == ASSISTANT_THREAD:
            named = {**root[ASSISTANT_THREAD], "title": title}
            self.timeline.replace(channel, {**root, ASSISTANT_THREAD: named})

    def _begin(self, channel: str) -> str:
        app = self.timeline.app
        root = NewMessage(channel=channel, user=app.user, begins_assistant_thread=True)
        return str(self.timeline.post(root)["ts"])

    def _unused_thread(self, channel: str) -> str:
        """The newest thread, if nobody but the app has written in it."""
        roots = self.timeline.history.roots(channel)
        newest = roots[-1] if roots else {}
        if newest.get("subtype") != ASSISTANT_THREAD:
            return ""
        is_used = set(newest.get("reply_users", ())) - {self.timeline.app.user}
        return "" if is_used else str(newest["ts"])

    def _context(self, user: str, seen_channel: str) -> JsonObject:
        """The channel at which the person looks, empty where they see none of the team."""
        conversations = self.timeline.history.conversations
        if not seen_channel or seen_channel == conversations.direct_id(user):
            return {}
        team = self.timeline.app.team["id"]
        seen = conversations.readable(seen_channel, user)["id"]
        return {"channel_id": seen, "team_id": team, "enterprise_id": None}

    def _contexts(self) -> JsonObject:
        found = self.notes.read(self.timeline.app.key(_CONTEXTS))
        return found if isinstance(found, dict) else {}
