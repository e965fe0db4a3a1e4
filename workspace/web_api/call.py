"""One call of a Web API method, and what every family of methods asks about it."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from workspace.delivery.event_delivery import PostOffice
from workspace.delivery.events import kind
from workspace.errors import refuse
from workspace.http.rate_limits import Tier
from workspace.model.json_types import JsonObject
from workspace.model.seed import App
from workspace.model.workspace import Workspace
from workspace.web_api.arguments import Arguments


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """Who calls what on which workspace."""

    workspace: Workspace
    post_office: PostOffice
    arguments: Arguments
    base_url: str

    @property
    def app(self) -> App:
        return self.workspace.app

    def need_scope(self, *any_of: str) -> None:
        """Refuse unless the bot token has one of these scopes."""
        need_scope(self.app, any_of)

    def channel(self, name: str = "channel") -> JsonObject:
        """The channel that an argument names by id, or by `#name`."""
        wanted = self.arguments.one(name)
        if wanted.startswith("#"):
            named = [one for one in self.workspace.channels() if one.get("name") == wanted[1:]]
            return named[0] if named else refuse("channel_not_found")
        return self.workspace.channel(wanted)

    def readable(self, purpose: str) -> JsonObject:
        """The channel, if the bot is in it and may read its `history` or its facts (`read`)."""
        channel = self.channel()
        family = {"channel": "channels", "group": "groups", "im": "im"}[kind(channel)]
        self.need_scope(f"{family}:{purpose}")
        is_in = self.workspace.state.is_member(channel["id"], self.app.user)
        if not is_in and (purpose == "history" or channel.get("is_private")):
            refuse("not_in_channel" if not channel.get("is_private") else "channel_not_found")
        return channel


Handler = Callable[[Call], Awaitable[JsonObject]]


@dataclass(frozen=True, slots=True)
class Method:
    """A method: what carries it out, how often it may be called, and by whom."""

    handler: Handler
    tier: Tier
    scopes: tuple[str, ...] = ()
    """One of these is needed; empty: none."""
    token: Literal["bot", "app", "none"] = "bot"  # noqa: S105 (a kind, no secret)


def need_scope(app: App, any_of: tuple[str, ...]) -> None:
    """Refuse with `missing_scope` unless the app has one of these scopes."""
    if any_of and not app.scopes.intersection(any_of):
        refuse("missing_scope", needed=any_of[0], provided=",".join(sorted(app.scopes)))


def page(items: list[JsonObject], arguments: Arguments, most: int) -> tuple[list[JsonObject], str]:
    """The page of a list that `cursor` and `limit` name, and the cursor of the next (or empty)."""
    start = _offset(arguments.text("cursor"))
    limit = min(max(arguments.integer("limit", 100), 1), most)
    chosen = items[start : start + limit]
    more = start + limit < len(items)
    return chosen, encode_cursor("offset", str(start + limit)) if more else ""


def encode_cursor(key: str, value: str) -> str:
    return base64.urlsafe_b64encode(f"{key}:{value}".encode()).decode()


def decode_cursor(cursor: str, key: str) -> str:
    """What a cursor of this kind holds; refuses with `invalid_cursor`."""
    try:
        found, _, value = base64.urlsafe_b64decode(cursor.encode()).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        refuse("invalid_cursor")
    return value if found == key else refuse("invalid_cursor")


def _offset(cursor: str) -> int:
    value = decode_cursor(cursor, "offset") if cursor else "0"
    return int(value) if value.isdigit() else refuse("invalid_cursor")
