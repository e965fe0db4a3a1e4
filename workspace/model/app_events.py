"""Events for an app where it is installed: only those that it subscribed to, from channels of
which it is a member; and for all apps of a team, to each what is its own."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Protocol

from workspace.json_types import JsonObject
from workspace.model.installation import Installation
from workspace.slack_objects.app import App
from workspace.slack_objects.events import (
    app_mention,
    app_uninstalled,
    bot_left_channel,
    is_wanted,
    message_posted,
    tokens_revoked,
)
from workspace.storage.directory import Directory


@dataclass(frozen=True, slots=True)
class AppAnswer:
    """What came of one attempt to bring something to the app."""

    problem: str = ""
    """Slack's reason why it failed, such as `timeout`; empty: the app acknowledged it in time."""
    may_retry: bool = True
    body: JsonObject = field(default_factory=dict)
    """What the app sent along with its acknowledgement."""


def _channel_of(event: JsonObject) -> str:
    """The channel in which an event happened; empty for one of none."""
    found = event.get("channel") or (event.get("item") or {}).get("channel") or ""
    return found if isinstance(found, str) else str(found.get("id", ""))


class EventTransport(Protocol):
    """The way to the app, by Socket Mode or HTTP (`workspace.delivery` has it)."""

    def send_event(self, event: JsonObject, *, is_ext_shared: bool = False) -> None:
        """Deliver an event, again and again until the app acknowledges it; returns at once."""

    async def send_interaction(self, payload: JsonObject) -> AppAnswer:
        """Deliver an interaction once."""


class AppEvents:
    """Hands events of one app to the transport."""

    def __init__(
        self,
        app: App,
        directory: Directory,
        transport: EventTransport,
        installation: Installation,
    ) -> None:
        self.app = app
        self.installation = installation
        self._directory = directory
        self._transport = transport

    def emit(self, event: JsonObject) -> None:
        """Send an event, if the app subscribed to it and has the scope."""
        if self.installation.is_installed and is_wanted(self.app, event):
            channel = self._directory.channel(_channel_of(event)) or {}
            is_ext_shared = bool(channel.get("is_ext_shared"))
            self._transport.send_event(event, is_ext_shared=is_ext_shared)

    def revoke(self, token: str) -> None:
        """A token counts no more; without one left the bot leaves its channels."""
        self.emit(tokens_revoked([self.app.user]))
        self.installation.end("token_revoked", token)
        self._leave_if_without_tokens()

    def uninstall(self) -> None:
        """The app leaves the team: its tokens count no more, and its bot is in no channel."""
        self.emit(app_uninstalled())
        self.emit(tokens_revoked([self.app.user]))
        self.installation.end("account_inactive")
        self._leave_if_without_tokens()

    def _leave_if_without_tokens(self) -> None:
        if self.installation.is_installed:
            return
        for channel in self._directory.channels():
            if not channel.get("is_im"):
                self._directory.remove_member(channel["id"], self.app.user)

    def emit_in(self, channel: str, event: JsonObject) -> None:
        """Send an event of a channel, if the app is a member of it."""
        if self._directory.is_member(channel, self.app.user):
            self.emit(event)


@dataclass(frozen=True, slots=True)
class TeamEvents:
    """Hands events of the team to its apps."""

    apps: tuple[AppEvents, ...]

    def emit(self, event: JsonObject) -> None:
        for each in self.apps:
            each.emit(event)

    def emit_to(self, bots: Collection[str], event: JsonObject) -> None:
        """Send an event to the apps with these bot users."""
        for each in self.apps:
            if each.app.user in bots:
                each.emit(event)

    def emit_in(self, channel: str, event: JsonObject) -> None:
        """Send an event of a channel to the apps that are members of it."""
        for each in self.apps:
            each.emit_in(channel, event)

    def emit_posted(self, message: JsonObject, channel: JsonObject) -> None:
        """Send a new message to the members, and to each that it mentions a second event."""
        for each in self.apps:
            each.emit_in(channel["id"], message_posted(message, channel))
            if mention := app_mention(message, channel, each.app):
                each.emit_in(channel["id"], mention)

    def emit_left(self, channel: JsonObject, user: str, by: str, ts: str) -> None:
        """Tell an app that its bot is no member any more, if this user is one."""
        self.emit_to([user], bot_left_channel(channel, by, ts))
