"""Slack's view objects, and what the app gets when somebody submits or closes a modal. Pure."""

from __future__ import annotations

from workspace.json_types import JsonObject
from workspace.slack_objects.app import App
from workspace.slack_objects.interactions import base_payload
from workspace.slack_objects.messages import with_ids


def complete_view(
    view: JsonObject, app: App, *, view_id: str, view_hash: str, below: JsonObject | None = None
) -> JsonObject:
    """The view as Slack returns it. `below` is the view on which it was pushed."""
    return {
        "private_metadata": "",
        "callback_id": "",
        "external_id": "",
        "title": None,
        "submit": None,
        "close": None,
        "clear_on_close": False,
        "notify_on_close": False,
        **view,
        "blocks": with_ids(view["blocks"], view_id),
        "state": {"values": {}},
        "id": view_id,
        "team_id": app.team["id"],
        "app_id": app.app_id,
        "app_installed_team_id": app.team["id"],
        "bot_id": app.bot_id,
        "hash": view_hash,
        "root_view_id": below["root_view_id"] if below else view_id,
        "previous_view_id": below["id"] if below else None,
    }


def view_submission_payload(
    app: App,
    user: JsonObject,
    view: JsonObject,
    *,
    trigger_id: str,
    response_urls: list[JsonObject],
) -> JsonObject:
    """Somebody pressed the submit button; `view` carries the entries in its `state`."""
    return {
        **base_payload("view_submission", app, user),
        "trigger_id": trigger_id,
        "view": view,
        "response_urls": response_urls,
    }


def view_closed_payload(
    app: App, user: JsonObject, view: JsonObject, *, is_cleared: bool
) -> JsonObject:
    """Somebody closed a view without submitting it; `is_cleared`: and all views below it."""
    return {**base_payload("view_closed", app, user), "view": view, "is_cleared": is_cleared}
