"""Buttons and menus, of messages and views: what people use reaches the app."""

from __future__ import annotations

from dataclasses import dataclass, field

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.model.app_events import EventTransport
from workspace.model.interaction_tokens import InteractionTokens
from workspace.model.interactions.chosen_files import describe_files, give_files
from workspace.model.messages.ephemeral import EphemeralMessages
from workspace.model.messages.history import History
from workspace.model.views.homes import Homes
from workspace.model.views.modals import Modals
from workspace.slack_objects.app import App
from workspace.slack_objects.block_actions import (
    action_object,
    block_actions_payload,
    find_element,
    message_action_fields,
    view_action_fields,
)
from workspace.slack_objects.input_values import STATE_FIELDS, Entries, InputEntry, state_values
from workspace.storage.notes import Timestamps


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A person used an interactive element of a message, or of a view (`view_id`)."""

    user: str
    block_id: str
    action_id: str
    value: InputEntry = ""
    """What was chosen; for a button, empty means the button's own value."""
    channel: str = ""
    ts: str = ""
    view_id: str = ""
    entries: Entries = field(default_factory=dict)
    """What was entered into the other elements."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where controls are: messages, ephemeral messages, modals and homes."""

    history: History
    ephemeral: EphemeralMessages
    modals: Modals
    homes: Homes

    def find(self, use: Press) -> JsonObject:
        """The message or view of a control that a person uses."""
        if use.view_id:
            return self.view(use.user, use.view_id)
        return self.message(use.user, use.channel, use.ts)

    def message(self, user: str, channel: str, ts: str) -> JsonObject:
        """A message that this person sees; refuses what is not there for them."""
        self.history.conversations.readable(channel, user)
        return self.ephemeral.get(channel, ts, user) or self.history.message(channel, ts)

    def view(self, user: str, view_id: str) -> JsonObject:
        """A view that this person sees; refuses with `view_not_found`."""
        home = self.homes.get(user)
        return home if home and home["id"] == view_id else self.modals.top(user, view_id)


@dataclass(frozen=True, slots=True)
class Interactions:
    """Finds the element that a person used and tells the app, with a new trigger id."""

    app: App
    timestamps: Timestamps
    sources: Sources
    tokens: InteractionTokens
    transport: EventTransport

    async def press(self, press: Press) -> bool:
        """Tell the app about a use; False if it did not acknowledge in time.

        Refuses with `invalid_action` if there is no such element (any more), or if it does not
        offer what was chosen.
        """
        source = self.sources.find(press)
        blocks = source.get("blocks", [])
        element = find_element(blocks, press.block_id, press.action_id)
        if element is None:
            refuse("invalid_action")
        files = self.sources.history.files
        entries = describe_files(files, press.user, blocks, _with_use(press, element))
        used = entries.get(press.block_id, {}).get(press.action_id, press.value)
        action = action_object(element, press.block_id, used, self.timestamps.new())
        values = state_values(blocks, entries)
        give_files(files, self.app.user, values)
        user = self.sources.history.conversations.people.person(press.user)
        payload = block_actions_payload(
            self.app,
            user,
            self._place(press, source, values),
            action,
            self.tokens.issue_trigger_id(press.user),
        )
        return not (await self.transport.send_interaction(payload)).problem

    def _place(self, press: Press, source: JsonObject, values: JsonObject) -> JsonObject:
        if press.view_id:
            return view_action_fields(source, values)
        channel = self.sources.history.conversations.get(press.channel)
        url = self.tokens.issue_response_url(press.channel, press.user, source)
        return message_action_fields(source, channel, values) | {"response_url": url}


def _with_use(press: Press, element: JsonObject) -> Entries:
    """The entries, with what was entered into the element that was used."""
    if element["type"] not in STATE_FIELDS:
        return press.entries
    block = {**press.entries.get(press.block_id, {}), press.action_id: press.value}
    return {**press.entries, press.block_id: block}
