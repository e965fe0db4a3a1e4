"""The `block_actions` payload: what the app gets when somebody uses an element. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.slack_objects.app import App
from workspace.slack_objects.input_values import STATE_FIELDS, InputEntry, entered_value
from workspace.slack_objects.interactions import base_payload, channel_fields


def message_action_fields(
    message: JsonObject, channel: JsonObject, values: JsonObject
) -> JsonObject:
    """The fields of a use that say on which message it was, with the message's `state.values`."""
    container = {
        "type": "message",
        "message_ts": message["ts"],
        "channel_id": channel["id"],
        "is_ephemeral": bool(message.get("is_ephemeral")),
    }
    if message.get("thread_ts"):
        container["thread_ts"] = message["thread_ts"]
    return {
        "container": container,
        "channel": channel_fields(channel),
        "message": message,
        "state": {"values": values},
    }


def view_action_fields(view: JsonObject, values: JsonObject) -> JsonObject:
    """The fields of a use that say on which view it was, with the view's `state.values`."""
    return {
        "container": {"type": "view", "view_id": view["id"]},
        "view": {**view, "state": {"values": values}},
    }


def block_actions_payload(
    app: App, user: JsonObject, place: JsonObject, action: JsonObject, trigger_id: str
) -> JsonObject:
    """The payload for one action (`action_object`) at a place (one of the two above)."""
    return {
        **base_payload("block_actions", app, user),
        **place,
        "trigger_id": trigger_id,
        "actions": [action],
    }


def find_element(blocks: list[JsonObject], block_id: str, action_id: str) -> JsonObject | None:
    """The interactive element with these ids, at any depth of the blocks; None if absent."""
    for block in blocks:
        if block.get("block_id") == block_id:
            return next(
                (one for one in _nested_objects(block) if one.get("action_id") == action_id), None
            )
        for nested in _nested_objects(block):
            if nested is not block and nested.get("block_id") == block_id:
                return find_element([nested], block_id, action_id)
    return None


def action_object(element: JsonObject, block_id: str, entry: InputEntry, ts: str) -> JsonObject:
    """The entry of `actions` for an element that was used.

    `entry` is what the person chose or entered; empty means a button's own value. Refuses with
    `invalid_action` if a menu has no option, or feedback no button, of this value.
    """
    action: JsonObject = {
        "action_id": element["action_id"],
        "block_id": block_id,
        "type": element["type"],
        "action_ts": ts,
    }
    if element["type"] in STATE_FIELDS:
        return action | entered_value(element, entry)
    if element["type"] == "feedback_buttons":
        return action | _pressed_feedback(element, entry)
    if element["type"] == "overflow":
        option = next((one for one in element["options"] if one.get("value") == entry), None)
        return action | {"selected_option": option or refuse("invalid_action")}
    action |= {name: element[name] for name in ("text", "icon") if name in element}
    chosen = entry or element.get("value")
    return {**action, "value": chosen} if chosen else action


def _pressed_feedback(element: JsonObject, entry: InputEntry) -> JsonObject:
    """Text and value of the one of two buttons that was pressed, as `@slack/bolt` declares them."""
    both = (element["positive_button"], element["negative_button"])
    pressed = next((one for one in both if one["value"] == entry), None) or refuse("invalid_action")
    return {"text": pressed["text"], "value": pressed["value"]}


def _nested_objects(value: object) -> Iterator[JsonObject]:
    """Every JSON object in `value`, itself included, from the outside in."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from _nested_objects(part)
    elif isinstance(value, list):
        for part in value:
            yield from _nested_objects(part)
