"""reactions.*: the bot's reactions to messages."""

from __future__ import annotations

import re
from typing import NoReturn

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.slack_objects.messages import without_metadata
from workspace.web_api.call import ApiCall, ApiMethod

_NAME = re.compile(r"[a-z0-9_+'\-]{1,100}(::skin-tone-[2-6])?")


def add(call: ApiCall) -> JsonObject:
    channel, ts, name = _reaction(call)
    if call.channel()["is_archived"]:
        refuse("is_archived")
    call.workspace.reactions.add(channel, ts, name, user=call.app.user)
    return {}


def remove(call: ApiCall) -> JsonObject:
    channel, ts, name = _reaction(call)
    call.workspace.reactions.remove(channel, ts, name, user=call.app.user)
    return {}


def get(call: ApiCall) -> JsonObject:
    channel, ts = _message(call)
    message = without_metadata(call.workspace.history.message(channel, ts))
    return {"type": "message", "channel": channel, "message": message}


def _reaction(call: ApiCall) -> tuple[str, str, str]:
    name = call.arguments.required_text("name").strip(":")
    if not _NAME.fullmatch(name):
        refuse("invalid_name")
    return (*_message(call), name)


def _message(call: ApiCall) -> tuple[str, str]:
    if "channel" not in call.arguments or "timestamp" not in call.arguments:
        _refuse_file(call)
    channel = call.channel()["id"]
    ts = call.arguments.required_text("timestamp")
    if not ts.replace(".", "", 1).isdigit():
        refuse("bad_timestamp")
    if not call.workspace.conversations.is_member(channel, call.app.user):
        refuse("not_in_channel")
    return channel, ts


def _refuse_file(call: ApiCall) -> NoReturn:
    """Files have no reactions of their own since they are shared by messages."""
    if file := call.arguments.text("file"):
        call.workspace.files.get_for(call.app.user, file)
    if call.arguments.text("file_comment"):
        refuse("file_comment_not_found")
    refuse("no_item_specified")


METHODS = {
    "reactions.add": ApiMethod(add, "tier_3", ("reactions:write",)),
    "reactions.remove": ApiMethod(remove, "tier_2", ("reactions:write",)),
    "reactions.get": ApiMethod(get, "tier_3", ("reactions:read",)),
}
