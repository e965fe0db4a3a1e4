"""views.*: the app's home and its modals."""

from __future__ import annotations

from workspace.block_kit.blocks import Surface
from workspace.block_kit.views import check_view
from workspace.errors import refuse, refuse_arguments
from workspace.json_types import JsonObject
from workspace.web_api.call import ApiCall, ApiMethod


def publish(call: ApiCall) -> JsonObject:
    user = str(call.workspace.people.user(call.arguments.required_text("user_id"))["id"])
    view = _read_view(call, "home")
    if not call.app.has_home:
        refuse("not_enabled")
    return {"view": call.workspace.homes.publish(user, view, call.arguments.text("hash"))}


def open_modal(call: ApiCall) -> JsonObject:
    trigger, view = _read_trigger(call), _read_view(call, "modal")
    user = call.workspace.tokens.redeem_trigger_id(trigger)
    return {"view": call.workspace.modals.open(user, view)}


def push(call: ApiCall) -> JsonObject:
    """views.push: on the stack of the person whose use of a view gave the trigger id."""
    trigger, view = _read_trigger(call), _read_view(call, "modal")
    user = call.workspace.tokens.redeem_trigger_id(trigger)
    return {"view": call.workspace.modals.push(user, view)}


def update(call: ApiCall) -> JsonObject:
    """views.update: of a modal by `view_id` or `external_id`, or of a home by its `view_id`."""
    view_id, external_id = call.arguments.text("view_id"), call.arguments.text("external_id")
    if not (view_id or external_id):
        refuse_arguments("missing required field: view_id or external_id")
    expected_hash = call.arguments.text("hash")
    owner = _owner_of_home(call, view_id, external_id)
    if owner:
        view = _read_view(call, "home")
        return {"view": call.workspace.homes.publish(owner, view, expected_hash)}
    view = _read_view(call, "modal")
    updated = call.workspace.modals.update(
        view, view_id=view_id, external_id=external_id, expected_hash=expected_hash
    )
    return {"view": updated}


def _owner_of_home(call: ApiCall, view_id: str, external_id: str) -> str:
    """Whose home has this id, or this external id; empty if none was published."""
    for user in (str(one["id"]) for one in call.workspace.people.persons()):
        home = call.workspace.homes.get(user)
        if home and (home["id"] == view_id or (external_id and home["external_id"] == external_id)):
            return user
    return ""


def _read_trigger(call: ApiCall) -> str:
    trigger = call.arguments.text("trigger_id") or call.arguments.text("interactivity_pointer")
    return trigger or refuse_arguments("missing required field: trigger_id")


def _read_view(call: ApiCall, surface: Surface) -> JsonObject:
    """The argument `view`, checked against Slack's limits."""
    view = call.arguments.json_value("view", "invalid_arguments")
    problem = check_view(view, surface)
    if problem:
        details = {"response_metadata": {"messages": list(problem.messages)}}
        refuse(problem.error, **(details if problem.messages else {}))
    return view if isinstance(view, dict) else refuse("invalid_arguments")


METHODS = {
    "views.publish": ApiMethod(publish, "tier_4"),
    "views.open": ApiMethod(open_modal, "tier_4"),
    "views.push": ApiMethod(push, "tier_4"),
    "views.update": ApiMethod(update, "tier_4"),
}
