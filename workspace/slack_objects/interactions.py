"""What all interaction payloads have in common; slash commands and shortcuts. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

from workspace.json_types import JsonObject
from workspace.slack_objects.app import App
from workspace.slack_objects.messages import escape_text

_MENTION = re.compile(r"<(?P<sign>[@#])(?P<ident>[A-Z0-9]+)>")
_IN_FORMS = ("view_submission", "view_closed")
VERIFICATION_TOKEN = "local-verification-token"  # noqa: S105 (deprecated in Slack, no secret)


def base_payload(interaction_type: str, app: App, user: JsonObject) -> JsonObject:
    """The fields of every interaction: of which type it is, who acted, for which app.

    What is sent or closed in a form by somebody of another organisation names their team, and the
    app's in the view alone (github.com/slackapi/bolt-js/issues/1614)."""
    own = {"id": app.team["id"], "domain": app.team["domain"]}
    theirs = str(user["team_id"] if user.get("is_stranger") else own["id"])
    is_elsewhere = theirs != own["id"] and interaction_type in _IN_FORMS
    return {
        "type": interaction_type,
        "team": {"id": theirs, "domain": theirs.lower()} if is_elsewhere else own,
        "user": {
            "id": user["id"],
            "username": user["name"],
            "name": user["name"],
            "team_id": theirs,
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


def command_payload(
    app: App, user: JsonObject, channel: JsonObject, *, command: str, text: str
) -> JsonObject:
    """A slash command with what was typed after it; its two tokens are added by the sender.

    It goes over HTTP as a form, so that all its values are texts.
    """
    place = channel_fields(channel)
    return {
        "token": VERIFICATION_TOKEN,
        "team_id": app.team["id"],
        "team_domain": app.team["domain"],
        "channel_id": place["id"],
        "channel_name": place["name"],
        "user_id": user["id"],
        "user_name": user["name"],
        "command": command,
        "text": text,
        "api_app_id": app.app_id,
        "is_enterprise_install": "false",
    }


def command_text(text: str, names: Mapping[str, str], *, is_escaped: bool) -> str:
    """What follows a command, as the app gets it; `names` are those of people and channels by id.

    With `should_escape` in the manifest mentions stay ids, and `&`, `<` and `>` are entities.
    """

    def written(match: re.Match[str]) -> str:
        name = names.get(match["ident"], match["ident"])
        if is_escaped:
            return f"<{match['sign']}{match['ident']}|{name}>"
        return f"{match['sign']}{name}"

    replaced = _MENTION.sub(written, text)
    return escape_text(replaced) if is_escaped else replaced


def suggestion_payload(
    app: App, user: JsonObject, place: JsonObject, block_id: str, action_id: str, typed: str
) -> JsonObject:
    """A person opened a menu whose options the app supplies, or typed into it.

    `place` is the menu's message or view, as in `block_actions`.
    """
    return {
        **base_payload("block_suggestion", app, user),
        **place,
        "block_id": block_id,
        "action_id": action_id,
        "value": typed,
    }


def shortcut_payload(
    app: App, user: JsonObject, callback_id: str, *, trigger_id: str, ts: str
) -> JsonObject:
    """A global shortcut: it knows no conversation."""
    return {
        **base_payload("shortcut", app, user),
        "action_ts": ts,
        "callback_id": callback_id,
        "trigger_id": trigger_id,
    }


def message_action_payload(
    shortcut: JsonObject, message: JsonObject, channel: JsonObject
) -> JsonObject:
    """A shortcut on a message: a global one's payload, with the message and its conversation."""
    return {
        **shortcut,
        "type": "message_action",
        "channel": channel_fields(channel),
        "message_ts": message["ts"],
        "message": message,
    }
