"""Messages that are posted at a time: chat.scheduleMessage and what belongs to it. They do not
outlive a restart of the workspace."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from workspace.clock import Clock
from workspace.errors import SlackRefusal, refuse
from workspace.model.messages.new_message import NewMessage
from workspace.model.messages.timeline import Timeline
from workspace.storage.notes import Ids

LONGEST_SECONDS = 120 * 24 * 3600
"""How far ahead a message may be scheduled (docs.slack.dev/reference/methods/chat.scheduleMessage).
"""

MOST_SCHEDULED = 30
WINDOW_SECONDS = 300
"""So many messages may be scheduled for a channel within such a time (as above)."""


@dataclass(frozen=True, slots=True)
class ScheduledMessage:
    """A message that waits for its time."""

    id: str
    post_at: int
    created: int
    new: NewMessage


@dataclass(frozen=True, slots=True)
class ScheduledMessages:
    """The messages that wait for their time."""

    clock: Clock
    ids: Ids
    timeline: Timeline
    _waiting: dict[str, tuple[ScheduledMessage, asyncio.Task[None]]] = field(default_factory=dict)

    def schedule(self, new: NewMessage, post_at: int) -> ScheduledMessage:
        """Post it at this time, in seconds since 1970. Refuses with `time_in_past`, `time_too_far`,
        `restricted_too_many`, and what `Conversations.writable` refuses."""
        ahead = post_at - self.clock.now()
        if ahead <= 0:
            refuse("time_in_past")
        if ahead > LONGEST_SECONDS:
            refuse("time_too_far")
        self.timeline.history.conversations.writable(
            new.channel, new.user, thread_ts=new.thread_ts or ""
        )
        near = [
            each
            for each in self.all()
            if each.new.channel == new.channel and abs(each.post_at - post_at) < WINDOW_SECONDS
        ]
        if len(near) >= MOST_SCHEDULED:
            refuse("restricted_too_many")
        message = ScheduledMessage(self.ids.new("Q"), post_at, int(self.clock.now()), new)
        task = asyncio.get_running_loop().create_task(self._post_later(message))
        self._waiting[message.id] = (message, task)
        return message

    def all(self) -> list[ScheduledMessage]:
        """Those that wait, the next one first."""
        found = [message for message, _ in self._waiting.values()]
        return sorted(found, key=lambda message: (message.post_at, message.id))

    def delete(self, channel: str, message_id: str) -> None:
        """Do not post it; refuses with `invalid_scheduled_message_id`."""
        message, task = self._waiting.get(message_id) or refuse("invalid_scheduled_message_id")
        if message.new.channel != channel:
            refuse("invalid_scheduled_message_id")
        task.cancel()
        del self._waiting[message_id]

    def forget_all(self) -> None:
        """Post none of them."""
        for _, task in self._waiting.values():
            task.cancel()
        self._waiting.clear()

    async def _post_later(self, message: ScheduledMessage) -> None:
        await self.clock.sleep_until(message.post_at)
        del self._waiting[message.id]
        try:
            self.timeline.post(message.new)
        except SlackRefusal:
            return  # As in Slack: what cannot be posted any more is not.
