"""views.*: the app's home and its modals. They are accepted, kept and shown to their user."""

from __future__ import annotations

import json

from workspace.block_kit import blocks as block_kit
from workspace.errors import refuse
from workspace.model.json_types import JsonObject
from workspace.web_api.call import Call, Method

LARGEST_VIEW = 250_000
"""Characters as JSON."""


async def publish(call: Call) -> JsonObject:
    user = str(call.workspace.user(call.arguments.one("user_id"))["id"])
    view = _kept(call, _view(call, "home"), f"V{user[1:]}")
    key = f"home:{user}"
    current = call.workspace.state.note(key)
    given = call.arguments.text("hash")
    if given and isinstance(current, dict) and current["hash"] != given:
        refuse("hash_conflict")
    call.workspace.state.put_note(key, view)
    call.workspace.watchers.show({"type": "view", "channel": "", "ts": "", "view": view}, [user])
    return {"view": view}


async def open_modal(call: Call) -> JsonObject:
    trigger = call.arguments.text("trigger_id") or call.arguments.text("interactivity_pointer")
    if not trigger:
        refuse("invalid_arguments")
    view = _view(call, "modal")
    user = call.workspace.interactions.exchange(trigger)
    ident = call.workspace.state.ident("V")
    kept = _kept(call, view, ident)
    call.workspace.state.put_note(f"view:{ident}", {"user": user, "view": kept})
    call.workspace.watchers.show({"type": "view", "channel": "", "ts": "", "view": kept}, [user])
    return {"view": kept}


def _view(call: Call, kind: str) -> JsonObject:
    view = call.arguments.structure("view", "invalid_arguments")
    if not isinstance(view, dict) or view.get("type") != kind:
        refuse("invalid_arguments")
    if not isinstance(view.get("blocks"), list) or (kind == "modal" and "title" not in view):
        refuse("invalid_arguments")
    if len(json.dumps(view)) > LARGEST_VIEW:
        refuse("view_too_large")
    problem = block_kit.problem_of(view["blocks"], surface=kind)
    if problem:
        refuse("invalid_arguments", response_metadata={"messages": list(problem.messages)})
    return view


def _kept(call: Call, view: JsonObject, ident: str) -> JsonObject:
    """The view as Slack returns it."""
    return {
        "private_metadata": "",
        "callback_id": "",
        "state": {"values": {}},
        **view,
        "id": ident,
        "team_id": call.workspace.team()["id"],
        "app_id": call.app.app_id,
        "bot_id": call.app.bot_id,
        "hash": call.workspace.state.ident("hash."),
        "root_view_id": ident,
        "previous_view_id": None,
    }


METHODS = {
    "views.publish": Method(publish, "tier_4"),
    "views.open": Method(open_modal, "tier_4"),
}
