"""What people see happen, live: a feed of changes with a queue for each subscriber."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection

from workspace.json_types import JsonObject


class Subscription(AsyncIterator[JsonObject]):
    """The changes that one person sees from now on. Close it when nobody reads it any more."""

    def __init__(self, feed: ChangeFeed, user: str) -> None:
        self.user = user
        self._feed = feed
        self._queue: asyncio.Queue[JsonObject | None] = asyncio.Queue()

    def put(self, change: JsonObject | None) -> None:
        """Queue a change; None ends the subscription."""
        self._queue.put_nowait(change)

    async def __anext__(self) -> JsonObject:
        change = await self._queue.get()
        if change is None:
            raise StopAsyncIteration
        return change

    def close(self) -> None:
        self._feed.unsubscribe(self)
        self.put(None)


class ChangeFeed:
    """All subscriptions.

    A change is `{type, channel, ts, thread_ts?, message?}`. Its type is `message`,
    `message_changed`, `message_deleted`, `reaction` (the message as it is now), `ephemeral`,
    `channel`, `status` (`status`: the line that the assistant shows under the thread, empty when
    cleared, and `loading_messages`, which take turns beside it), `session` (`status`: active,
    processing, suspended or closed), `session_title` (`title`), `view` (`view`: the home that was
    published) or `modals` (`views`: those that are open, the lowest first).
    """

    def __init__(self) -> None:
        self._subscriptions: list[Subscription] = []

    def subscribe(self, user: str) -> Subscription:
        """The changes that this person sees, until the subscription is closed."""
        subscription = Subscription(self, user)
        self._subscriptions.append(subscription)
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        if subscription in self._subscriptions:
            self._subscriptions.remove(subscription)

    def publish(self, change: JsonObject, to: Collection[str]) -> None:
        """Queue a change for these users."""
        for subscription in self._subscriptions:
            if subscription.user in to:
                subscription.put(change)

    def close(self) -> None:
        for subscription in list(self._subscriptions):
            subscription.close()


def message_change(change_type: str, channel: str, message: JsonObject) -> JsonObject:
    """The change of this type about a message."""
    change = {"type": change_type, "channel": channel, "ts": message["ts"], "message": message}
    thread_ts = message.get("thread_ts")
    return change | ({"thread_ts": thread_ts} if thread_ts else {})
