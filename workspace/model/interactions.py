"""Buttons and menus: what people press reaches the app."""

from __future__ import annotations

from dataclasses import dataclass

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.model.app_events import EventTransport
from workspace.model.interaction_tokens import InteractionTokens
from workspace.model.messages.ephemeral import EphemeralMessages
from workspace.model.messages.history import History
from workspace.model.people import People
from workspace.slack_objects.app import App
from workspace.slack_objects.block_actions import (
    ActionSource,
    action_object,
    block_actions_payload,
    find_element,
)
from workspace.storage.notes import Timestamps


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A person used an interactive element of a message."""

    user: str
    channel: str
    ts: str
    block_id: str
    action_id: str
    value: str = ""
    """The chosen value; for a button, empty means the button's own value."""


@dataclass(frozen=True, slots=True)
class InteractionSender:
    """Sends the use of an element to the app, with a new trigger id and response URL."""

    app: App
    timestamps: Timestamps
    people: People
    tokens: InteractionTokens
    transport: EventTransport

    async def send(
        self, press: Press, message: JsonObject, channel: JsonObject, element: JsonObject
    ) -> bool:
        """False if the app did not acknowledge in time.

        Refuses with `invalid_action` if a menu does not have the chosen value.
        """
        action = action_object(element, press.block_id, press.value, self.timestamps.new())
        user = self.people.user(press.user)
        payload = block_actions_payload(
            self.app,
            ActionSource(message=message, channel=channel, user=user),
            action,
            trigger_id=self.tokens.issue_trigger_id(press.user),
            response_url=self.tokens.issue_response_url(message, press.channel, press.user),
        )
        return await self.transport.send_interaction(payload)


@dataclass(frozen=True, slots=True)
class Interactions:
    """Finds the element that a person pressed and tells the app."""

    history: History
    ephemeral: EphemeralMessages
    sender: InteractionSender

    async def press(self, press: Press) -> bool:
        """Tell the app about a press; False if it did not acknowledge in time.

        Refuses with `invalid_action` if the message has no such element (any more).
        """
        channel = self.history.conversations.readable(press.channel, press.user)
        shown = self.ephemeral.get(press.channel, press.ts, press.user)
        message = shown or self.history.message(press.channel, press.ts)
        element = find_element(message.get("blocks", []), press.block_id, press.action_id)
        if element is None:
            refuse("invalid_action")
        return await self.sender.send(press, message, channel, element)
