"""oauth.*, auth.revoke and apps.uninstall: how the app gets its tokens, and how it loses them."""

from __future__ import annotations

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.web_api.call import ApiCall, ApiMethod


def oauth_access(call: ApiCall) -> JsonObject:
    """oauth.v2.access: tokens for a code, or for a refresh token."""
    _check_client(call)
    kind = call.arguments.text("grant_type") or "authorization_code"
    if kind == "refresh_token":
        return call.server.authorizations.refresh(call.arguments.text("refresh_token"))
    if kind != "authorization_code":
        refuse("invalid_grant_type")
    arguments = call.arguments
    return call.server.authorizations.redeem(arguments.text("code"), arguments.text("redirect_uri"))


def auth_revoke(call: ApiCall) -> JsonObject:
    """auth.revoke: the token of the call counts no more."""
    if call.arguments.flag("test"):
        return {"revoked": False}
    call.workspace.app_events.revoke(call.token)
    return {"revoked": True}


def uninstall(call: ApiCall) -> JsonObject:
    """apps.uninstall: the app leaves the team."""
    _check_client(call)
    call.workspace.app_events.uninstall()
    return {}


def _check_client(call: ApiCall) -> None:
    app, (client_id, secret) = call.app, call.client
    if client_id != app.client_id:
        refuse("invalid_client_id")
    if secret != app.client_secret:
        refuse("bad_client_secret")


METHODS = {
    "oauth.v2.access": ApiMethod(oauth_access, "special", token="none"),  # noqa: S106 (a kind)
    "auth.revoke": ApiMethod(auth_revoke, "tier_3"),
    "apps.uninstall": ApiMethod(uninstall, "tier_1"),
}
