"""OAuth: who allowed the app in which team, until the app fetches its tokens with a code."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from workspace.clock import Clock
from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.model.installation import Installation
from workspace.slack_objects.app import App

CODE_SECONDS = 600
"""A code counts for ten minutes (docs.slack.dev/authentication/installing-with-oauth)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorizationRequest:
    """What the app asks for, as the address of the page says it."""

    client_id: str
    scopes: tuple[str, ...]
    redirect_uri: str
    state: str


@dataclass(frozen=True, slots=True)
class _Allowed:
    team: str
    user: str
    request: AuthorizationRequest
    until: float


@dataclass(frozen=True, slots=True)
class Authorizations:
    """The app's installations by team, and the codes that nobody has used."""

    app: App
    clock: Clock
    installations: Mapping[str, Installation]
    _allowed: dict[str, _Allowed] = field(default_factory=dict)

    def check(self, request: AuthorizationRequest) -> str:
        """Where the request leads back to.

        Refuses with `invalid_client_id`, `bad_redirect_uri`, `no_scopes` or `invalid_scope`.
        """
        if request.client_id != self.app.client_id:
            refuse("invalid_client_id")
        if not request.scopes:
            refuse("no_scopes")
        if not self.app.scopes.issuperset(request.scopes):
            refuse("invalid_scope")
        wanted = request.redirect_uri or next(iter(self.app.redirect_urls), "")
        if not wanted or not any(_leads_below(wanted, url) for url in self.app.redirect_urls):
            refuse("bad_redirect_uri")
        return wanted

    def allow(self, team: str, user: str, request: AuthorizationRequest) -> str:
        """A code for the app: this person allows it in this team."""
        code = f"{team}.{secrets.token_hex(24)}"
        until = self.clock.now() + CODE_SECONDS
        self._allowed[code] = _Allowed(team, user, request, until)
        return code

    def redeem(self, code: str, redirect_uri: str) -> JsonObject:
        """The tokens for a code. Refuses with `invalid_code` or `bad_redirect_uri`."""
        allowed = self._allowed.pop(code, None)
        if allowed is None or allowed.until <= self.clock.now():
            refuse("invalid_code")
        if redirect_uri != allowed.request.redirect_uri:
            refuse("bad_redirect_uri")
        return self.installations[allowed.team].install(allowed.request.scopes, allowed.user)

    def refresh(self, refresh_token: str) -> JsonObject:
        """New tokens for a refresh token. Refuses with `invalid_refresh_token`."""
        for installation in self.installations.values():
            granted = installation.refresh(refresh_token)
            if granted is not None:
                return granted
        return refuse("invalid_refresh_token")


def _leads_below(address: str, declared: str) -> bool:
    """Whether an address is the declared one or below it, on the same host and port."""
    given, allowed = urlsplit(address), urlsplit(declared)
    is_same_host = (given.scheme, given.netloc) == (allowed.scheme, allowed.netloc)
    below = f"{allowed.path.rstrip('/')}/"
    return is_same_host and (given.path == allowed.path or given.path.startswith(below))
