"""Slack's own commands, which change who is in a channel: /invite, /remove, /leave, /join."""

from __future__ import annotations

import re
from dataclasses import dataclass

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.model.memberships import Memberships

BUILT_IN: tuple[JsonObject, ...] = (
    {"command": "/invite", "usage_hint": "@somebody", "description": "Add to this channel"},
    {"command": "/remove", "usage_hint": "@somebody", "description": "Remove from this channel"},
    {"command": "/leave", "usage_hint": "", "description": "Leave this channel"},
    {"command": "/join", "usage_hint": "#channel", "description": "Go to a public channel"},
)
"""As a manifest would declare them."""
_ALIASES = {"/kick": "/remove", "/open": "/join"}
_USER = re.compile(r"<@([A-Z0-9]+)>")
_CHANNEL = re.compile(r"<#([A-Z0-9]+)>")


@dataclass(frozen=True, slots=True)
class BuiltInCommands:
    """Runs them; the app hears only of what they change."""

    memberships: Memberships

    def knows(self, command: str) -> bool:
        return any(_canonical(command) == one["command"] for one in BUILT_IN)

    def run(self, user: str, channel: str, command: str, text: str) -> None:
        """Refuses with Slack's error, `no_user` or `no_channel` if nobody or none is named."""
        name = _canonical(command)
        if name == "/leave":
            self.memberships.leave(channel, user)
        elif name == "/join":
            self.memberships.enter(self._channel_named(text), user)
        else:
            named = _USER.findall(text) or refuse("no_user")
            if name == "/invite":
                self.memberships.invite(channel, named, by=user)
            for one in named if name == "/remove" else ():
                self.memberships.kick(channel, one, by=user)

    def _channel_named(self, text: str) -> str:
        """The id of the channel that was written, as a mention or by its name."""
        mentioned = _CHANNEL.search(text)
        wanted = text.strip().removeprefix("#") or refuse("no_channel")
        for one in self.memberships.conversations.all():
            if one["id"] == (mentioned and mentioned[1]) or one.get("name") == wanted:
                return str(one["id"])
        return refuse("channel_not_found")


def _canonical(command: str) -> str:
    return _ALIASES.get(command.lower(), command.lower())
