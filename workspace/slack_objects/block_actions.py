"""The `block_actions` payload: what the app gets when somebody uses an element. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.slack_objects.app import TEAM, App


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionSource:
    """The message that carries the element, where it is, and who used the element."""

    message: JsonObject
    channel: JsonObject
    user: JsonObject


def block_actions_payload(
    app: App, source: ActionSource, action: JsonObject, *, trigger_id: str, response_url: str
) -> JsonObject:
    """The payload for one action (`action_object`) on a message."""
    message, channel, user = source.message, source.channel, source.user
    container = {
        "type": "message",
        "message_ts": message["ts"],
        "channel_id": channel["id"],
        "is_ephemeral": bool(message.get("is_ephemeral")),
    }
    if message.get("thread_ts"):
        container["thread_ts"] = message["thread_ts"]
    return {
        "type": "block_actions",
        "user": _user_fields(user),
        "api_app_id": app.app_id,
        "token": "local-verification-token",
        "container": container,
        "trigger_id": trigger_id,
        "team": {"id": TEAM["id"], "domain": TEAM["domain"]},
        "enterprise": None,
        "is_enterprise_install": False,
        "channel": {"id": channel["id"], "name": channel.get("name", "directmessage")},
        "message": message,
        "state": {"values": {}},
        "response_url": response_url,
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


def action_object(element: JsonObject, block_id: str, value: str, ts: str) -> JsonObject:
    """The entry of `actions` for an element that was used.

    `value` is the value chosen by the person; empty means the element's own value. Refuses with
    `invalid_action` if a menu has no option of this value.
    """
    action: JsonObject = {
        "action_id": element["action_id"],
        "block_id": block_id,
        "type": element["type"],
        "action_ts": ts,
    }
    if "options" in element:
        option = next((one for one in element["options"] if one.get("value") == value), None)
        if option is None:
            refuse("invalid_action")
        return {**action, "selected_option": option}
    if element["type"] == "button":
        action["text"] = element["text"]
    chosen = value or element.get("value")
    return {**action, "value": chosen} if chosen else action


def _user_fields(user: JsonObject) -> JsonObject:
    return {
        "id": user["id"],
        "username": user["name"],
        "name": user["name"],
        "team_id": TEAM["id"],
    }


def _nested_objects(value: object) -> Iterator[JsonObject]:
    """Every JSON object in `value`, itself included, from the outside in."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from _nested_objects(part)
    elif isinstance(value, list):
        for part in value:
            yield from _nested_objects(part)
