"""What the app says it is doing in a thread, and the Stop button of its agent session."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from workspace.clock import Clock
from workspace.json_types import JsonObject
from workspace.model.app_events import AppEvents
from workspace.model.change_feed import ChangeFeed
from workspace.model.conversations import Conversations
from workspace.slack_objects.app import App
from workspace.slack_objects.events import agent_session_stopped
from workspace.storage.notes import Notes, Timestamps

STATUS_SECONDS = 120.0
"""After which a status goes if the app posted nothing ("a two minute timeout applies",
docs.slack.dev/reference/methods/assistant.threads.setStatus)."""
_TITLES, _PROMPTS = "agent_session_titles", "suggested_prompts"


@dataclass(frozen=True, slots=True)
class AgentStatus:
    """Shows thread statuses, agent sessions and what may be asked; of them the titles of sessions
    and the suggested prompts are stored."""

    clock: Clock

    timestamps: Timestamps
    notes: Notes
    conversations: Conversations
    changes: ChangeFeed
    app_events: AppEvents
    app: App
    _waiting: dict[tuple[str, str], asyncio.Task[None]] = field(default_factory=dict)
    """For the end of a status, by its thread."""

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
        change["bot"] = self.app.user
        more = {"ts": thread_ts, "loading_messages": list(loading_messages)}
        self.changes.publish(change | more, self.conversations.members(channel))
        if kind == "status":
            self._let_expire(channel, thread_ts, is_shown=bool(status))

    def _let_expire(self, channel: str, thread_ts: str, *, is_shown: bool) -> None:
        place = (channel, thread_ts)
        if before := self._waiting.pop(place, None):
            before.cancel()
        if is_shown:
            waiting = asyncio.get_running_loop().create_task(self._clear_later(*place))
            self._waiting[place] = waiting

    async def _clear_later(self, channel: str, thread_ts: str) -> None:
        await self.clock.sleep(STATUS_SECONDS)
        del self._waiting[channel, thread_ts]
        self.show("status", channel, thread_ts, "")

    def close(self) -> None:
        """Wait for the end of no status any more."""
        for each in self._waiting.values():
            each.cancel()
        self._waiting.clear()

    def suggest(
        self,
        channel: str,
        latest: str,
        title: str,
        prompts: Sequence[JsonObject],
        thread_ts: str = "",
    ) -> None:
        """Offer people in this conversation, or a thread of it, what to ask, as long as its message
        *latest* is the newest one; empty where nothing was said."""
        offered: JsonObject = {"after": latest, "title": title, "prompts": list(prompts)}
        place = f"{channel}/{thread_ts}" if thread_ts else channel
        known = self.notes.read(self.app.key(_PROMPTS))
        self.notes.write(
            self.app.key(_PROMPTS), {**(known if isinstance(known, dict) else {}), place: offered}
        )
        change: JsonObject = {"type": "prompts", "channel": channel, "thread_ts": thread_ts}
        self.changes.publish({**change, "offered": offered}, self.conversations.members(channel))

    def prompts(self, channel: str, thread_ts: str = "") -> JsonObject | None:
        """What the app suggested last in this conversation, or a thread of it, after which message;
        None if it has suggested nothing."""
        known = self.notes.read(self.app.key(_PROMPTS))
        place = f"{channel}/{thread_ts}" if thread_ts else channel
        found = known.get(place) if isinstance(known, dict) else None
        return found if isinstance(found, dict) else None

    def create_session(self, channel: str, thread_ts: str, title: str) -> None:
        """The agent session of the thread, with its title, unless there is one already."""
        if self._titles().get(f"{channel}/{thread_ts}") is None:
            self.rename_session(channel, thread_ts, title)

    def rename_session(self, channel: str, thread_ts: str, title: str) -> None:
        """Give the thread's agent session this title."""
        self.notes.write(self.app.key(_TITLES), {**self._titles(), f"{channel}/{thread_ts}": title})
        change = {"type": "session_title", "channel": channel, "thread_ts": thread_ts}
        more = {"ts": thread_ts, "title": title}
        self.changes.publish(change | more, self.conversations.members(channel))

    def title(self, channel: str, thread_ts: str) -> str | None:
        """What the agent session of the thread is called, empty if it has no title; None if the
        thread has no session."""
        return self._titles().get(f"{channel}/{thread_ts}")

    def _titles(self) -> dict[str, str]:
        found = self.notes.read(self.app.key(_TITLES))
        return (
            {str(key): str(title) for key, title in found.items()}
            if isinstance(found, dict)
            else {}
        )

    def stop_session(self, user: str, channel: str, thread_ts: str, streamed: list[str]) -> None:
        """Tell the app that a person pressed Stop in a thread whose agent session is processing,
        and in which these messages were streamed."""
        self.conversations.readable(channel, user)
        ts = self.timestamps.new()
        event = agent_session_stopped(channel, user, thread_ts, ts, streamed)
        self.app_events.emit_in(channel, event)
