"""views.*: the app's home and its modals. They are accepted, kept and shown to their user."""

from __future__ import annotations

import json

from workspace.block_kit.blocks import Surface, check_blocks
from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.web_api.call import ApiCall, ApiMethod

MAX_VIEW = 250_000
"""Characters as JSON (docs.slack.dev/reference/views)."""


def publish(call: ApiCall) -> JsonObject:
    user = str(call.workspace.people.user(call.arguments.required_text("user_id"))["id"])
    view = _read_view(call, "home")
    return {"view": call.workspace.views.publish_home(user, view, call.arguments.text("hash"))}


def open_modal(call: ApiCall) -> JsonObject:
    trigger = call.arguments.text("trigger_id") or call.arguments.text("interactivity_pointer")
    if not trigger:
        refuse("invalid_arguments")
    view = _read_view(call, "modal")
    user = call.workspace.tokens.redeem_trigger_id(trigger)
    return {"view": call.workspace.views.open_modal(user, view)}


def _read_view(call: ApiCall, surface: Surface) -> JsonObject:
    """The argument `view`, checked against Slack's limits."""
    view = call.arguments.json_value("view", "invalid_arguments")
    if not isinstance(view, dict) or view.get("type") != surface:
        refuse("invalid_arguments")
    if not isinstance(view.get("blocks"), list) or (surface == "modal" and "title" not in view):
        refuse("invalid_arguments")
    if len(json.dumps(view)) > MAX_VIEW:
        refuse("view_too_large")
    problem = check_blocks(view["blocks"], surface)
    if problem:
        refuse("invalid_arguments", response_metadata={"messages": list(problem.messages)})
    return view


METHODS = {
    "views.publish": ApiMethod(publish, "tier_4"),
    "views.open": ApiMethod(open_modal, "tier_4"),
}
