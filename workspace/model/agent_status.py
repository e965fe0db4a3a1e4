"""What the app says it is doing in a thread, and the Stop button of its agent session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from workspace.model.app_events import AppEvents
from workspace.model.change_feed import ChangeFeed
from workspace.model.conversations import Conversations
from workspace.slack_objects.events import agent_session_stopped
from workspace.storage.notes import Timestamps


@dataclass(frozen=True, slots=True)
class AgentStatus:
    """Shows thread statuses and agent sessions. Neither is stored."""

    timestamps: Timestamps
    conversations: Conversations
    changes: ChangeFeed
    app_events: AppEvents

    def show(
        self, kind: Literal["status", "session"], channel: str, thread_ts: str, status: str
    ) -> None:
        """Show the thread's status line (empty clears it), or the state of its agent session."""
        change = {"type": kind, "channel": channel, "thread_ts": thread_ts, "status": status}
        self.changes.publish(change | {"ts": thread_ts}, self.conversations.members(channel))

    def stop_session(self, user: str, channel: str, thread_ts: str) -> None:
        """Tell the app that a person pressed Stop in a thread whose agent session is processing."""
        self.conversations.readable(channel, user)
        event = agent_session_stopped(channel, user, thread_ts, self.timestamps.new())
        self.app_events.emit_in(channel, event)
