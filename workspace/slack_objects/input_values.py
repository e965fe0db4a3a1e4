"""What people enter into elements: as the page sends it, and as Slack tells it to the app. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.slack_objects.rich_text import rich_text_elements

InputEntry = str | list[str | JsonObject] | JsonObject | None
"""One entry as the page sends it: a text, several ids or values, options that the app gave, or
files."""
Entries = Mapping[str, Mapping[str, InputEntry]]
"""Entries by block id and action id. What is not named was not touched."""

STATE_FIELDS = {
    "plain_text_input": "value",
    "email_text_input": "value",
    "url_text_input": "value",
    "number_input": "value",
    "rich_text_input": "rich_text_value",
    "file_input": "files",
    "static_select": "selected_option",
    "external_select": "selected_option",
    "radio_buttons": "selected_option",
    "checkboxes": "selected_options",
    "multi_static_select": "selected_options",
    "multi_external_select": "selected_options",
    "datepicker": "selected_date",
    "timepicker": "selected_time",
    "datetimepicker": "selected_date_time",
    "users_select": "selected_user",
    "channels_select": "selected_channel",
    "conversations_select": "selected_conversation",
    "multi_users_select": "selected_users",
    "multi_channels_select": "selected_channels",
    "multi_conversations_select": "selected_conversations",
}
"""The field of `state.values` and of an action that carries what was entered, by element type
(docs.slack.dev/reference/block-kit/block-elements)."""

EXTERNAL_MENUS = ("external_select", "multi_external_select")
"""The menus whose options the app supplies while a person types."""


def state_values(blocks: list[JsonObject], entries: Entries) -> JsonObject:
    """`state.values` of a message or view: by block id and action id, initial values included.

    Refuses with `invalid_action` if an entry is none that its element offers.
    """
    values: JsonObject = {}
    for block_id, element in stateful_elements(blocks):
        action_id = element["action_id"]
        touched = entries.get(block_id, {})
        entry = (
            entered_value(element, touched[action_id])
            if action_id in touched
            else initial_value(element)
        )
        values.setdefault(block_id, {})[action_id] = {"type": element["type"], **entry}
    return values


def stateful_elements(
    blocks: list[JsonObject], parent_id: str = ""
) -> Iterator[tuple[str, JsonObject]]:
    """The elements that hold a value, each with the id of its block."""
    for block in blocks:
        block_id = str(block.get("block_id") or parent_id)
        parts = [block.get("element"), block.get("accessory"), *block.get("elements", [])]
        for part in parts:
            if isinstance(part, dict) and part.get("type") in STATE_FIELDS:
                yield block_id, part
        yield from stateful_elements(block.get("child_blocks", []), block_id)


def initial_value(element: JsonObject) -> JsonObject:
    """The field of an element that nobody touched."""
    field = STATE_FIELDS[element["type"]]
    if field in ("value", "rich_text_value"):
        return {field: element.get("initial_value")}
    initial = element.get(field.replace("selected", "initial"))
    return {field: initial or ([] if field.endswith("s") else None)}


def entered_value(element: JsonObject, entry: InputEntry) -> JsonObject:
    """The field of an element with what a person entered or chose.

    Refuses with `invalid_action` if the element does not offer it.
    """
    field = STATE_FIELDS[element["type"]]
    if field.endswith("s"):
        several = entry if isinstance(entry, list) else [entry] if entry else []
        is_option = field == "selected_options"
        return {field: [_option(element, one) if is_option else one for one in several]}
    if isinstance(entry, list):
        refuse("invalid_action")
    if field == "rich_text_value":
        typed = rich_text_elements(str(entry or ""))
        return {field: {"type": "rich_text", "elements": typed} if typed else None}
    if field == "selected_option":
        return {field: _option(element, entry) if entry else None}
    if not entry or isinstance(entry, dict):
        return {field: None}
    return {field: int(entry) if field == "selected_date_time" else entry}


def _option(element: JsonObject, entry: InputEntry) -> JsonObject:
    """The option that was chosen: by its value, or itself where the app supplied it."""
    if element["type"] in EXTERNAL_MENUS and isinstance(entry, dict):
        return {name: entry[name] for name in ("text", "value", "description") if name in entry}
    groups = element.get("option_groups", [])
    options = [*element.get("options", []), *(one for group in groups for one in group["options"])]
    found: JsonObject | None = next((one for one in options if one.get("value") == entry), None)
    return found or refuse("invalid_action")
