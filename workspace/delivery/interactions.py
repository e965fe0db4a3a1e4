"""Buttons and menus: the block_actions payload, trigger ids and response URLs.

A trigger id opens one view within 3 seconds. A response URL takes 5 messages within 30 minutes.
Both live in memory: a restart of the workspace ends them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from workspace.errors import refuse
from workspace.model.clock import Clock
from workspace.model.json_types import JsonObject
from workspace.model.seed import TEAM, App
from workspace.model.state import State

TRIGGER_SECONDS = 3.0
RESPONSE_SECONDS = 30 * 60.0
RESPONSE_USES = 5


@dataclass(slots=True)
class ResponseUrl:
    """Where the app may answer an interaction, and how often still."""

    channel: str
    ts: str
    user: str
    thread_ts: str | None
    is_ephemeral: bool
    expires: float
    uses_left: int = RESPONSE_USES


@dataclass
class Interactions:
    """What was handed out with interactions, until it is used up or expires."""

    state: State
    clock: Clock
    app: App
    base_url: str = ""
    _triggers: dict[str, tuple[str, float]] = field(default_factory=dict)
    _exchanged: set[str] = field(default_factory=set)
    _urls: dict[str, ResponseUrl] = field(default_factory=dict)

    def trigger(self, user: str) -> str:
        """A new trigger id for this user."""
        ident = self.state.ident("trigger.")
        self._triggers[ident] = (user, self.clock.now() + TRIGGER_SECONDS)
        return ident

    def exchange(self, trigger_id: str) -> str:
        """Use a trigger id up; returns whose it was. Refuses an unknown, used or expired one."""
        if trigger_id in self._exchanged:
            refuse("exchanged_trigger_id")
        if trigger_id not in self._triggers:
            refuse("invalid_trigger_id")
        user, expires = self._triggers.pop(trigger_id)
        if self.clock.now() > expires:
            refuse("expired_trigger_id")
        self._exchanged.add(trigger_id)
        return user

    def response_url(self, message: JsonObject, channel: str, user: str) -> str:
        token = self.state.ident("response-")
        self._urls[token] = ResponseUrl(
            channel=channel,
            ts=message["ts"],
            user=user,
            thread_ts=message.get("thread_ts"),
            is_ephemeral=bool(message.get("is_ephemeral")),
            expires=self.clock.now() + RESPONSE_SECONDS,
        )
        return f"{self.base_url}/response/{token}"

    def respond(self, token: str) -> ResponseUrl:
        """One use of a response URL; refuses an unknown, used up or expired one."""
        url = self._urls.get(token)
        if url is None:
            refuse("invalid_url")
        if self.clock.now() > url.expires:
            refuse("expired_url")
        if url.uses_left == 0:
            refuse("used_url")
        url.uses_left -= 1
        return url

    def payload(
        self, message: JsonObject, channel: JsonObject, user: JsonObject, action: JsonObject
    ) -> JsonObject:
        """The block_actions payload for one action on a message."""
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
            "user": _actor(user),
            "api_app_id": self.app.app_id,
            "token": "local-verification-token",
            "container": container,
            "trigger_id": self.trigger(user["id"]),
            "team": {"id": TEAM["id"], "domain": TEAM["domain"]},
            "enterprise": None,
            "is_enterprise_install": False,
            "channel": {"id": channel["id"], "name": channel.get("name", "directmessage")},
            "message": message,
            "state": {"values": {}},
            "response_url": self.response_url(message, channel["id"], user["id"]),
            "actions": [action],
        }


def find_element(blocks: list[JsonObject], block_id: str, action_id: str) -> JsonObject | None:
    """The interactive element with these ids, wherever it stands in the blocks."""
    for block in blocks:
        if block.get("block_id") == block_id:
            return next((one for one in _objects(block) if one.get("action_id") == action_id), None)
        for nested in _objects(block):
            if nested is not block and nested.get("block_id") == block_id:
                return find_element([nested], block_id, action_id)
    return None


def action_of(element: JsonObject, block_id: str, value: str, ts: str) -> JsonObject:
    """What a payload says about an element that was used; `value` empty means its own value."""
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


def _actor(user: JsonObject) -> JsonObject:
    return {
        "id": user["id"],
        "username": user["name"],
        "name": user["name"],
        "team_id": TEAM["id"],
    }


def _objects(value: object) -> Iterator[JsonObject]:
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from _objects(part)
    elif isinstance(value, list):
        for part in value:
            yield from _objects(part)
