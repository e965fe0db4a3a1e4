"""reactions.*."""

from __future__ import annotations

import re

from workspace.errors import refuse
from workspace.model.json_types import JsonObject
from workspace.model.messages import without_metadata
from workspace.web_api.call import Call, Method

_NAME = re.compile(r"[a-z0-9_+'\-]{1,100}(::skin-tone-[2-6])?")


async def add(call: Call) -> JsonObject:
    channel, ts, name = _reaction(call)
    await call.workspace.add_reaction(channel, ts, name, user=call.app.user)
    return {}


async def remove(call: Call) -> JsonObject:
    channel, ts, name = _reaction(call)
    await call.workspace.remove_reaction(channel, ts, name, user=call.app.user)
    return {}


async def get(call: Call) -> JsonObject:
    channel, ts = _message(call)
    message = without_metadata(call.workspace.message(channel, ts))
    return {"type": "message", "channel": channel, "message": message}


def _reaction(call: Call) -> tuple[str, str, str]:
    name = call.arguments.one("name").strip(":")
    if not _NAME.fullmatch(name):
        refuse("invalid_name")
    return (*_message(call), name)


def _message(call: Call) -> tuple[str, str]:
    if "channel" not in call.arguments or "timestamp" not in call.arguments:
        refuse("no_item_specified")
    channel = call.channel()["id"]
    ts = call.arguments.one("timestamp")
    if not ts.replace(".", "", 1).isdigit():
        refuse("bad_timestamp")
    if not call.workspace.state.is_member(channel, call.app.user):
        refuse("not_in_channel")
    return channel, ts


METHODS = {
    "reactions.add": Method(add, "tier_3", ("reactions:write",)),
    "reactions.remove": Method(remove, "tier_2", ("reactions:write",)),
    "reactions.get": Method(get, "tier_3", ("reactions:read",)),
}
