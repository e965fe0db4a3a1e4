"""What all interaction payloads have in common. Pure."""

from __future__ import annotations

from workspace.json_types import JsonObject
from workspace.slack_objects.app import TEAM, App

VERIFICATION_TOKEN = "local-verification-token"  # noqa: S105 (deprecated in Slack, no secret)


def base_payload(interaction_type: str, app: App, user: JsonObject) -> JsonObject:
    """The fields of every interaction: of which type it is, who acted, for which app."""
    return {
        "type": interaction_type,
        "team": {"id": TEAM["id"], "domain": TEAM["domain"]},
        "user": {
            "id": user["id"],
            "username": user["name"],
            "name": user["name"],
            "team_id": TEAM["id"],
        },
        "api_app_id": app.app_id,
        "token": VERIFICATION_TOKEN,
        "enterprise": None,
        "is_enterprise_install": False,
    }


def channel_fields(channel: JsonObject) -> JsonObject:
    """A conversation as interactions name it: those without a public name have a general one."""
    if channel.get("is_im"):
        return {"id": channel["id"], "name": "directmessage"}
    name = "privategroup" if channel.get("is_private") else channel.get("name", "")
    return {"id": channel["id"], "name": name}
