"""What there is in the workspace and what was said: reading, without changing anything."""

from __future__ import annotations

from workspace.errors import refuse
from workspace.model import messages, seed
from workspace.model.clock import Clock
from workspace.model.file_store import Shelf
from workspace.model.json_types import JsonObject
from workspace.model.seed import App
from workspace.model.state import Span, State

_WHOLE = 1_000_000
"""More messages than a channel will hold."""


class Records:
    """People, channels and messages as Slack shows them."""

    def __init__(self, state: State, clock: Clock, app: App) -> None:
        self.state = state
        self.clock = clock
        self.app = app
        self.shelf = Shelf(state, clock)

    def new_ts(self) -> str:
        """A timestamp later than all before it."""
        return self.state.next_ts(self.clock.now())

    def team(self) -> JsonObject:
        return dict(seed.TEAM)

    def users(self) -> list[JsonObject]:
        return self.state.users()

    def bots(self) -> list[JsonObject]:
        return [messages.bot_profile(self.app) | {"user_id": self.app.user}]

    def channels(self, user: str | None = None) -> list[JsonObject]:
        """All channels, or those of which `user` is a member (direct conversations included)."""
        return [
            channel
            for channel in self.state.channels()
            if user is None or self.state.is_member(channel["id"], user)
        ]

    def channel(self, ident: str) -> JsonObject:
        return self.state.channel(ident) or refuse("channel_not_found")

    def user(self, ident: str) -> JsonObject:
        return self.state.user(ident) or refuse("user_not_found")

    def message(self, channel: str, ts: str) -> JsonObject:
        """One message with its files and what it shows of its replies."""
        return self.complete(channel, self.stored(channel, ts))

    def complete(self, channel: str, body: JsonObject) -> JsonObject:
        """A stored message as it is shown: with its files and its replies counted."""
        shown = {key: value for key, value in body.items() if key != "file_ids"}
        if body.get("file_ids"):
            shown["files"] = self.shelf.shown(body["file_ids"])
        if body.get("thread_ts") in (None, body["ts"]):
            replies = self.state.replies(channel, body["ts"], Span(), _WHOLE)
            shown |= messages.thread_fields(body, replies)
        return shown

    async def messages(self, channel: str) -> list[JsonObject]:
        """The roots (and broadcast replies) of a channel, oldest first."""
        self.channel(channel)
        bodies = self.state.roots(channel, Span(), _WHOLE)
        return [self.complete(channel, body) for body in reversed(bodies)]

    async def thread(self, channel: str, ts: str) -> list[JsonObject]:
        """A root and its replies, oldest first."""
        root = self.state.message(channel, ts) or refuse("thread_not_found")
        bodies = [root, *self.state.replies(channel, ts, Span(), _WHOLE)]
        return [self.complete(channel, body) for body in bodies]

    def stored(self, channel: str, ts: str) -> JsonObject:
        """A message as it is kept, without what is joined or counted."""
        self.channel(channel)
        return self.state.message(channel, ts) or refuse("message_not_found")
