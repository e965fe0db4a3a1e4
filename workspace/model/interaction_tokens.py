"""Trigger ids and response URLs. They live in memory: a restart of the workspace ends them."""

from __future__ import annotations

from dataclasses import dataclass, field

from workspace.clock import Clock
from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.storage.notes import Ids

TRIGGER_SECONDS = 3.0
"""How long a trigger id is valid (docs.slack.dev/interactivity/handling-user-interaction)."""
RESPONSE_SECONDS = 30 * 60.0
"""How long a response URL is valid (the same page)."""
RESPONSE_USES = 5
"""How often a response URL may be used (the same page)."""


@dataclass(slots=True)
class ResponseUrl:
    """Where the app may answer an interaction, and how often still."""

    channel: str
    user: str
    ts: str
    """The message that was used; empty if the interaction began with none."""
    thread_ts: str | None
    is_ephemeral: bool
    expires: float
    uses_left: int = RESPONSE_USES


@dataclass(frozen=True, slots=True)
class InteractionTokens:
    """Trigger ids and response URLs that were handed out and can still be used."""

    ids: Ids
    clock: Clock
    base_url: str
    """The address of the server, without a slash at its end."""
    _triggers: dict[str, tuple[str, float]] = field(default_factory=dict)
    _redeemed: set[str] = field(default_factory=set)
    _urls: dict[str, ResponseUrl] = field(default_factory=dict)

    def issue_trigger_id(self, user: str) -> str:
        """A new trigger id; it opens one view for this user within `TRIGGER_SECONDS`."""
        trigger_id = self.ids.new("trigger.")
        self._triggers[trigger_id] = (user, self.clock.now() + TRIGGER_SECONDS)
        return trigger_id

    def redeem_trigger_id(self, trigger_id: str) -> str:
        """Use a trigger id up; returns its user.

        Refuses with `exchanged_trigger_id`, `invalid_trigger_id` or `expired_trigger_id`.
        """
        if trigger_id in self._redeemed:
            refuse("exchanged_trigger_id")
        if trigger_id not in self._triggers:
            refuse("invalid_trigger_id")
        user, expires = self._triggers.pop(trigger_id)
        if self.clock.now() > expires:
            refuse("expired_trigger_id")
        self._redeemed.add(trigger_id)
        return user

    def issue_response_url(self, channel: str, user: str, message: JsonObject | None = None) -> str:
        """A new address at which the app can answer what this user did, here with this message."""
        token = self.ids.new("response-")
        self._urls[token] = self.response_place(channel, user, message)
        return f"{self.base_url}/response/{token}"

    def response_place(
        self, channel: str, user: str, message: JsonObject | None = None
    ) -> ResponseUrl:
        """Where and to whom an answer to this goes that comes at once, without an address."""
        message = message or {}
        return ResponseUrl(
            channel=channel,
            user=user,
            ts=message.get("ts", ""),
            thread_ts=message.get("thread_ts"),
            is_ephemeral=bool(message.get("is_ephemeral")),
            expires=self.clock.now() + RESPONSE_SECONDS,
        )

    def has_response_url(self, token: str) -> bool:
        """Whether it was handed out here."""
        return token in self._urls

    def use_response_url(self, token: str) -> ResponseUrl:
        """Count one use. Refuses with `invalid_url`, `expired_url` or `used_url`."""
        url = self._urls.get(token)
        if url is None:
            refuse("invalid_url")
        if self.clock.now() > url.expires:
            refuse("expired_url")
        if url.uses_left == 0:
            refuse("used_url")
        url.uses_left -= 1
        return url
