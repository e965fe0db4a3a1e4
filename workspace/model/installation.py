"""The app in one team: whether it is installed, and which of its tokens count."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from workspace.clock import Clock
from workspace.json_types import JsonObject
from workspace.slack_objects.app import App
from workspace.storage.notes import Notes

TOKEN_SECONDS = 43_200
"""How long a token counts that is rotated (docs.slack.dev/authentication/using-token-rotation)."""
_NAME = "installation"


class Installation:
    """The tokens of the app in a team. They outlive the workspace, as its messages do."""

    def __init__(self, app: App, clock: Clock, notes: Notes) -> None:
        self._app = app
        self._key = app.key(_NAME)
        self._clock = clock
        self._notes = notes

    @property
    def is_installed(self) -> bool:
        return bool(self._read()["tokens"])

    def problem_of(self, token: str) -> str:
        """Slack's error for a token that does not count, `invalid_auth` for one that was never
        given; empty for one that counts."""
        stored = self._read()
        if token in stored["ended"]:
            return str(stored["ended"][token])
        if token not in stored["tokens"]:
            return "invalid_auth"
        expires = stored["tokens"][token]
        return "token_expired" if expires and expires <= self._clock.now() else ""

    def knows(self, token: str) -> bool:
        """Whether the token is, or was, one of this team."""
        return bool(token) and self.problem_of(token) != "invalid_auth"

    def install(self, scopes: Sequence[str], user: str) -> JsonObject:
        """What `oauth.v2.access` answers to who installs the app, here for the first time or
        again."""
        stored = self._read()
        if self._app.rotates_tokens or not stored["tokens"]:
            self._add_token(stored)
        stored["scopes"] = list(scopes)
        self._notes.write(self._key, stored)
        return {**self._grant(stored), "authed_user": {"id": user}}

    def refresh(self, refresh_token: str) -> JsonObject | None:
        """New tokens for the refresh token, which counts once; None if it does not count. The token
        before counts until it expires."""
        stored = self._read()
        if not refresh_token or stored["refresh"] != refresh_token:
            return None
        self._add_token(stored)
        self._notes.write(self._key, stored)
        return self._grant(stored)

    def end(self, error: str, token: str = "") -> None:
        """The token, or every one, is refused with this error from now on."""
        stored = self._read()
        for each in [token] if token else [*stored["tokens"]]:
            stored["tokens"].pop(each, None)
            stored["ended"][each] = error
        if not stored["tokens"]:
            stored["refresh"] = ""
        self._notes.write(self._key, stored)

    def _add_token(self, stored: JsonObject) -> None:
        """The newest token stands last."""
        mark = secrets.token_hex(24)
        if not self._app.rotates_tokens:
            stored["tokens"][f"xoxb-{self._app.team['id']}-{mark}"] = 0
            return
        stored["tokens"][f"xoxe.xoxb-1-{mark}"] = self._clock.now() + TOKEN_SECONDS
        stored["refresh"] = f"xoxe-1-{secrets.token_hex(24)}"

    def _grant(self, stored: JsonObject) -> JsonObject:
        rotated = {"refresh_token": stored["refresh"], "expires_in": TOKEN_SECONDS}
        team = self._app.team
        return {
            "access_token": [*stored["tokens"]][-1],
            "token_type": "bot",
            "scope": ",".join(stored["scopes"]),
            "bot_user_id": self._app.user,
            "app_id": self._app.app_id,
            "team": {"id": team["id"], "name": team["name"]},
            "enterprise": None,
            "is_enterprise_install": False,
            **(rotated if self._app.rotates_tokens else {}),
        }

    def _read(self) -> JsonObject:
        """Tokens with the time at which they expire (0: never), those that ended and why, the
        refresh token, the scopes."""
        found = self._notes.read(self._key)
        if isinstance(found, dict):
            return found
        tokens = {self._app.bot_token: 0} if self._app.bot_token else {}
        return {"tokens": tokens, "ended": {}, "refresh": "", "scopes": sorted(self._app.scopes)}
