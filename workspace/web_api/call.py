"""One call of a Web API method, and what all families of methods need: scopes and pages."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.model.authorizations import Authorizations
from workspace.model.workspace import Workspace
from workspace.slack_objects.app import App
from workspace.slack_objects.conversations import ConversationType, conversation_type
from workspace.web_api.arguments import Arguments
from workspace.web_api.rate_limits import Tier


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """What methods need to know about the server."""

    base_url: str
    """Its address, without a slash at its end."""
    issue_socket_ticket: Callable[[], str]
    """A new ticket that admits one Socket Mode connection."""
    authorizations: Authorizations
    """Where the app is installed, and what for."""


FAMILIES: Mapping[ConversationType, str] = {
    "channel": "channels",
    "group": "groups",
    "im": "im",
    "mpim": "mpim",
}
"""What the scopes of each type of conversation begin with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiCall:
    """The arguments of a call and the workspace that it acts on."""

    workspace: Workspace
    arguments: Arguments
    server: ServerInfo
    token: str = ""
    """With which it was made."""
    client: tuple[str, str] = ("", "")
    """The id and the secret of the app, where the call gives them."""

    @property
    def app(self) -> App:
        return self.workspace.app

    def channel(self, name: str = "channel") -> JsonObject:
        """The channel that an argument names by id, or by `#name`; a private one of which the bot
        is no member is as if it were not: `channel_not_found`."""
        found = self.any_channel(name)
        is_member = self.workspace.conversations.is_member
        is_seen = not found["is_private"] or is_member(found["id"], self.app.user)
        return found if is_seen else refuse("channel_not_found")

    def any_channel(self, name: str = "channel") -> JsonObject:
        """The channel that an argument names, also where the bot does not see it."""
        wanted = self.arguments.required_text(name)
        conversations = self.workspace.conversations
        if wanted.startswith("#"):
            named = (one for one in conversations.all() if one.get("name") == wanted[1:])
            return next(named, None) or refuse("channel_not_found")
        return conversations.get(wanted)

    def readable_channel(self, purpose: Literal["history", "read"]) -> JsonObject:
        """The channel, if the bot may read its messages (`history`) or its description (`read`).

        Refuses with `missing_scope`, `not_in_channel` or `channel_not_found`.
        """
        channel = self.channel()
        family = FAMILIES[conversation_type(channel)]
        require_scope(self.app, (f"{family}:{purpose}",))
        is_member = self.workspace.conversations.is_member(channel["id"], self.app.user)
        if not is_member and (purpose == "history" or channel.get("is_private")):
            refuse("not_in_channel" if not channel.get("is_private") else "channel_not_found")
        return channel


Handler = Callable[[ApiCall], JsonObject]


@dataclass(frozen=True, slots=True)
class ApiMethod:
    """A method: its function, how often it may be called, and by whom."""

    handler: Handler
    tier: Tier
    scopes: tuple[str, ...] = ()
    """One of these is needed; empty: none."""
    token: Literal["bot", "app", "none"] = "bot"  # noqa: S105 (a kind, no secret)


def require_scope(app: App, any_of: tuple[str, ...]) -> None:
    """Refuse with `missing_scope` unless the app has one of these scopes."""
    if any_of and not app.scopes.intersection(any_of):
        refuse("missing_scope", needed=any_of[0], provided=",".join(sorted(app.scopes)))


def paginate(
    items: list[JsonObject], arguments: Arguments, max_limit: int, *, refuses_limit: bool = False
) -> tuple[list[JsonObject], str]:
    """The items that `cursor` and `limit` ask for, and the cursor of the next page (or empty).

    `refuses_limit`: a limit that is negative or too high is refused with `invalid_limit`, as Slack
    documents it of this method."""
    start = _offset(arguments.text("cursor"))
    wanted = arguments.integer("limit", 100)
    if refuses_limit and not 0 <= wanted <= max_limit:
        refuse("invalid_limit")
    limit = min(max(wanted, 1), max_limit)
    end = start + limit
    cursor = encode_cursor("offset", str(end)) if end < len(items) else ""
    return items[start:end], cursor


def encode_cursor(key: str, value: str) -> str:
    return base64.urlsafe_b64encode(f"{key}:{value}".encode()).decode()


def decode_cursor(cursor: str, key: str) -> str:
    """The value that `encode_cursor` put under this key; refuses with `invalid_cursor`."""
    try:
        found, _, value = base64.urlsafe_b64decode(cursor.encode()).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        refuse("invalid_cursor")
    return value if found == key else refuse("invalid_cursor")


def _offset(cursor: str) -> int:
    value = decode_cursor(cursor, "offset") if cursor else "0"
    return int(value) if value.isdigit() else refuse("invalid_cursor")
