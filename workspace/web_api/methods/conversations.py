"""conversations.*: channels, their members and their messages."""

from __future__ import annotations

from dataclasses import replace

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.slack_objects.conversations import conversation_type
from workspace.slack_objects.messages import without_metadata
from workspace.storage.message_table import TimeRange
from workspace.web_api.arguments import Arguments
from workspace.web_api.call import (
    ApiCall,
    ApiMethod,
    decode_cursor,
    encode_cursor,
    paginate,
    require_scope,
)

_READ = ("channels:read", "groups:read", "im:read", "mpim:read")
_HISTORY = ("channels:history", "groups:history", "im:history", "mpim:history")
_TYPES = {"public_channel": "channel", "private_channel": "group", "im": "im", "mpim": "mpim"}
_MOST_PEOPLE = 8
"""Beside who opens a conversation (docs.slack.dev/reference/methods/conversations.open)."""
_MAX_LIMIT = 999
"""docs.slack.dev/reference/methods/conversations.history"""


def list_all(call: ApiCall) -> JsonObject:
    """conversations.list: of the wanted types; private ones only if the bot is a member."""
    wanted = wanted_types(call.arguments)
    found = [
        _with_membership(call, one)
        for one in call.workspace.conversations.all()
        if conversation_type(one) in wanted
    ]
    visible = [one for one in found if one["is_member"] or not one.get("is_private")]
    channels, cursor = paginate(visible, call.arguments, 1000, refuses_limit=True)
    return {"channels": channels, "response_metadata": {"next_cursor": cursor}}


def wanted_types(arguments: Arguments) -> set[str]:
    """The types of conversations that `types` asks for; refuses with `invalid_types`."""
    wanted = [one.strip() for one in arguments.text("types", "public_channel").split(",")]
    return {_TYPES[one] if one in _TYPES else refuse("invalid_types") for one in wanted}


def info(call: ApiCall) -> JsonObject:
    channel = call.readable_channel("read")
    found = _with_membership(call, channel)
    if call.arguments.flag("include_num_members"):
        found["num_members"] = len(call.workspace.conversations.members(channel["id"]))
    return {"channel": found}


def members(call: ApiCall) -> JsonObject:
    channel = call.readable_channel("read")
    all_members = [{"id": user} for user in call.workspace.conversations.members(channel["id"])]
    shown, cursor = paginate(all_members, call.arguments, 1000, refuses_limit=True)
    users = [one["id"] for one in shown]
    return {"members": users, "response_metadata": {"next_cursor": cursor}}


def history(call: ApiCall) -> JsonObject:
    """conversations.history: the messages of the channel itself, newest first."""
    channel = call.readable_channel("history")["id"]
    limit, within = _limit(call.arguments), _time_range(call.arguments)
    cursor = call.arguments.text("cursor")
    if cursor:
        within = replace(within, latest=decode_cursor(cursor, "next_ts"), inclusive=False)
    found = call.workspace.history.table.roots(channel, within, limit + 1)
    shown = [_with_metadata_if_wanted(call, channel, body) for body in found[:limit]]
    return _message_page(shown, len(found) > limit)


def replies(call: ApiCall) -> JsonObject:
    """The root first, then the replies of the time range, oldest first."""
    channel, ts = call.readable_channel("history")["id"], call.arguments.required_text("ts")
    table = call.workspace.history.table
    first = table.get(channel, ts) or refuse("thread_not_found")
    root = table.get(channel, first.get("thread_ts") or ts)
    limit, within = _limit(call.arguments), _time_range(call.arguments)
    cursor = call.arguments.text("cursor")
    if cursor:
        within = replace(within, oldest=decode_cursor(cursor, "next_ts"), inclusive=False)
    if root is None:
        refuse("thread_not_found")
    if first["ts"] != root["ts"]:
        return _message_page([_with_metadata_if_wanted(call, channel, first)], False)
    found = table.replies(channel, root["ts"], within, limit + 1)
    shown = [_with_metadata_if_wanted(call, channel, body) for body in [root, *found[:limit]]]
    return _message_page(shown, len(found) > limit)


def open_direct(call: ApiCall) -> JsonObject:
    """conversations.open: the direct conversation with one user or with several, made if it does
    not exist."""
    if call.arguments.text("channel"):
        return {"channel": _with_membership(call, call.channel())}
    users = [one for one in call.arguments.text("users").split(",") if one]
    if not users:
        refuse("users_list_not_supplied")
    require_scope(call.app, ("im:write" if len(users) == 1 else "mpim:write",))
    if len(users) > _MOST_PEOPLE:
        refuse("too_many_users")
    conversations = call.workspace.conversations
    if len(users) > 1:
        members = [call.app.user, *users]
        was_open = conversations.group_of(members) is not None
        channel = conversations.open_group(members)
    else:
        was_open = conversations.is_open(conversations.direct_id(users[0]))
        channel = conversations.open_direct(call.app.user, users[0])
    found = channel if call.arguments.flag("return_im") else {"id": channel["id"]}
    return {"channel": found, "no_op": was_open, "already_open": was_open}


def _with_membership(call: ApiCall, channel: JsonObject) -> JsonObject:
    is_member = call.workspace.conversations.is_member(channel["id"], call.app.user)
    return {**channel, "is_member": is_member}


def _with_metadata_if_wanted(call: ApiCall, channel: str, body: JsonObject) -> JsonObject:
    message = call.workspace.history.complete(channel, body)
    wants_all = call.arguments.flag("include_all_metadata")
    return message if wants_all else without_metadata(message)


def _limit(arguments: Arguments) -> int:
    limit = arguments.integer("limit", 100)
    return limit if 1 <= limit <= _MAX_LIMIT else refuse("invalid_limit")


def _time_range(arguments: Arguments) -> TimeRange:
    oldest = _timestamp(arguments, "oldest") or TimeRange().oldest
    latest = _timestamp(arguments, "latest") or TimeRange().latest
    return TimeRange(oldest=oldest, latest=latest, inclusive=arguments.flag("inclusive"))


def _timestamp(arguments: Arguments, name: str) -> str:
    """A timestamp with all its digits; empty if absent or zero."""
    value = arguments.text(name)
    if not value.strip("0."):
        return ""
    if not value.replace(".", "", 1).isdigit():
        refuse(f"invalid_ts_{name}")
    seconds, _, fraction = value.partition(".")
    return f"{seconds:0>10}.{fraction:0<6}"


def _message_page(messages: list[JsonObject], has_more: bool) -> JsonObject:
    page: JsonObject = {"messages": messages, "has_more": has_more}
    if has_more:
        cursor = encode_cursor("next_ts", messages[-1]["ts"])
        page["response_metadata"] = {"next_cursor": cursor}
    return page


METHODS = {
    "conversations.list": ApiMethod(list_all, "tier_2", _READ),
    "conversations.info": ApiMethod(info, "tier_3", _READ),
    "conversations.members": ApiMethod(members, "tier_4", _READ),
    "conversations.history": ApiMethod(history, "tier_3", _HISTORY),
    "conversations.replies": ApiMethod(replies, "tier_3", _HISTORY),
    "conversations.open": ApiMethod(open_direct, "tier_3", ("im:write", "mpim:write")),
}
