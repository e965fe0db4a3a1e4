"""Events for the app: only those that it subscribed to, from channels of which it is a member."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from workspace.json_types import JsonObject
from workspace.slack_objects.app import App
from workspace.slack_objects.events import is_wanted
from workspace.storage.directory import Directory


@dataclass(frozen=True, slots=True)
class AppAnswer:
    """What came of one attempt to bring something to the app."""

    problem: str = ""
    """Slack's reason why it failed, such as `timeout`; empty: the app acknowledged it in time."""
    may_retry: bool = True
    body: JsonObject = field(default_factory=dict)
    """What the app sent along with its acknowledgement."""


class EventTransport(Protocol):
    """The way to the app, by Socket Mode or HTTP (`workspace.delivery` has it)."""

    def send_event(self, event: JsonObject) -> None:
        """Deliver an event, again and again until the app acknowledges it; returns at once."""

    async def send_interaction(self, payload: JsonObject) -> AppAnswer:
        """Deliver an interaction once."""


class AppEvents:
    """Hands events to the transport."""

    def __init__(self, app: App, directory: Directory, transport: EventTransport) -> None:
        self._app = app
        self._directory = directory
        self._transport = transport

    def emit(self, event: JsonObject) -> None:
        """Send an event, if the app subscribed to it and has the scope."""
        if is_wanted(self._app, event):
            self._transport.send_event(event)

    def emit_in(self, channel: str, event: JsonObject) -> None:
        """Send an event of a channel, if the app is a member of it."""
        if self._directory.is_member(channel, self._app.user):
            self.emit(event)
