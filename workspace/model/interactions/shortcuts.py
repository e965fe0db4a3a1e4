"""Shortcuts, global and on messages: what people choose from the menus reaches the app."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from workspace.errors import refuse
from workspace.model.app_events import EventTransport
from workspace.model.interaction_tokens import InteractionTokens
from workspace.model.interactions.presses import Sources
from workspace.slack_objects.app import App
from workspace.slack_objects.interactions import message_action_payload, shortcut_payload
from workspace.storage.notes import Timestamps


@dataclass(frozen=True, slots=True)
class Shortcuts:
    """Runs the shortcuts that the app's manifest declares; else refuses with `invalid_shortcut`."""

    app: App
    timestamps: Timestamps
    sources: Sources
    tokens: InteractionTokens
    transport: EventTransport

    async def run(self, user: str, callback_id: str) -> bool:
        """Run a global shortcut; False if the app did not acknowledge in time."""
        self._require("global", callback_id)
        payload = shortcut_payload(
            self.app,
            self.sources.history.conversations.people.person(user),
            callback_id,
            trigger_id=self.tokens.issue_trigger_id(user),
            ts=self.timestamps.new(),
        )
        return not (await self.transport.send_interaction(payload)).problem

    async def run_on(self, user: str, callback_id: str, channel: str, ts: str) -> bool:
        """Run a shortcut on a message, but an ephemeral one, which has none."""
        self._require("message", callback_id)
        message = self.sources.message(user, channel, ts)
        if message.get("is_ephemeral"):
            refuse("invalid_shortcut")
        conversations = self.sources.history.conversations
        shortcut = shortcut_payload(
            self.app,
            conversations.people.person(user),
            callback_id,
            trigger_id=self.tokens.issue_trigger_id(user),
            ts=self.timestamps.new(),
        )
        payload = message_action_payload(shortcut, message, conversations.get(channel))
        payload["response_url"] = self.tokens.issue_response_url(channel, user, message)
        return not (await self.transport.send_interaction(payload)).problem

    def _require(self, kind: Literal["global", "message"], callback_id: str) -> None:
        wanted = (kind, callback_id)
        if wanted not in [(one["type"], one["callback_id"]) for one in self.app.shortcuts]:
            refuse("invalid_shortcut")
