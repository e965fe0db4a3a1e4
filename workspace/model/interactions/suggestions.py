"""Menus whose options the app supplies: what a person types reaches it, and it answers options."""

from __future__ import annotations

from dataclasses import dataclass, field

from workspace.block_kit.inputs import SUGGESTIONS
from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.model.app_events import EventTransport
from workspace.model.interactions.chosen_files import describe_files
from workspace.model.interactions.presses import Press, Sources
from workspace.slack_objects.app import App
from workspace.slack_objects.block_actions import (
    find_element,
    message_action_fields,
    view_action_fields,
)
from workspace.slack_objects.input_values import EXTERNAL_MENUS, state_values
from workspace.slack_objects.interactions import suggestion_payload

_NO_ANSWER = "The app did not send the options in time."


@dataclass(frozen=True, slots=True)
class OfferedOptions:
    """What the app offers: options, or groups of them; or why there are none to offer."""

    options: list[JsonObject] = field(default_factory=list)
    option_groups: list[JsonObject] = field(default_factory=list)
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Asks the app for the options of its external menus."""

    app: App
    sources: Sources
    transport: EventTransport

    async def suggest(self, use: Press) -> OfferedOptions:
        """What the app offers for the words that a person typed (`use.value`).

        Refuses with `invalid_action` if there is no such menu (any more).
        """
        source = self.sources.find(use)
        element = find_element(source.get("blocks", []), use.block_id, use.action_id)
        if element is None or element["type"] not in EXTERNAL_MENUS:
            refuse("invalid_action")
        user = self.sources.history.conversations.people.person(use.user)
        place = self._place(use, source)
        answer = await self.transport.send_interaction(
            suggestion_payload(self.app, user, place, use.block_id, use.action_id, str(use.value))
        )
        return OfferedOptions(trouble=_NO_ANSWER) if answer.problem else _check_answer(answer.body)

    def _place(self, use: Press, source: JsonObject) -> JsonObject:
        blocks, files = source.get("blocks", []), self.sources.history.files
        values = state_values(blocks, describe_files(files, use.user, blocks, use.entries))
        if use.view_id:
            return view_action_fields(source, values)
        channel = self.sources.history.conversations.get(use.channel)
        fields = message_action_fields(source, channel, values)
        return {name: value for name, value in fields.items() if name != "state"}


def _check_answer(answer: JsonObject) -> OfferedOptions:
    """The app's answer, if Slack would take it; an empty one offers nothing."""
    given = {name: value for name, value in answer.items() if value}
    issues = [*SUGGESTIONS(given, "")]
    if issues:
        return OfferedOptions(trouble=f"The app's options were refused: {issues[0]}")
    return OfferedOptions(given.get("options", []), given.get("option_groups", []))
