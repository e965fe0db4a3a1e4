"""What the app says it is doing in a thread, and the Stop button of its agent session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from workspace.model.app_events import AppEvents
from workspace.model.change_feed import ChangeFeed
from workspace.model.conversations import Conversations
from workspace.slack_objects.events import agent_session_stopped
from workspace.storage.notes import Notes, Timestamps

_TITLES = "agent_session_titles"


@dataclass(frozen=True, slots=True)
class AgentStatus:
    """Shows thread statuses and agent sessions; of them only the titles of sessions are stored."""

    timestamps: Timestamps
    notes: Notes
    conversations: Conversations
    changes: ChangeFeed
    app_events: AppEvents

    def show(
        self,
        kind: Literal["status", "session"],
        channel: str,
        thread_ts: str,
        status: str,
        loading_messages: Sequence[str] = (),
    ) -> None:
        """Show the thread's status line (empty clears it) with the messages that take turns beside
        it, or the state of its agent session."""
        change = {"type": kind, "channel": channel, "thread_ts": thread_ts, "status": status}
        more = {"ts": thread_ts, "loading_messages": list(loading_messages)}
        self.changes.publish(change | more, self.conversations.members(channel))

    def create_session(self, channel: str, thread_ts: str, title: str) -> None:
        """The agent session of the thread, with its title, unless there is one already."""
        if self._titles().get(f"{channel}/{thread_ts}") is None:
            self.rename_session(channel, thread_ts, title)

    def rename_session(self, channel: str, thread_ts: str, title: str) -> None:
        """Give the thread's agent session this title."""
        self.notes.write(_TITLES, {**self._titles(), f"{channel}/{thread_ts}": title})
        change = {"type": "session_title", "channel": channel, "thread_ts": thread_ts}
        more = {"ts": thread_ts, "title": title}
        self.changes.publish(change | more, self.conversations.members(channel))

    def title(self, channel: str, thread_ts: str) -> str | None:
        """What the agent session of the thread is called, empty if it has no title; None if the
        thread has no session."""
        return self._titles().get(f"{channel}/{thread_ts}")

    def _titles(self) -> dict[str, str]:
        found = self.notes.read(_TITLES)
        return (
            {str(key): str(title) for key, title in found.items()}
            if isinstance(found, dict)
            else {}
        )

    def stop_session(self, user: str, channel: str, thread_ts: str) -> None:
        """Tell the app that a person pressed Stop in a thread whose agent session is processing."""
        self.conversations.readable(channel, user)
        event = agent_session_stopped(channel, user, thread_ts, self.timestamps.new())
        self.app_events.emit_in(channel, event)
