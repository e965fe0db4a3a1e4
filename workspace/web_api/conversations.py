"""conversations.*: channels, their members and what was said in them."""

from __future__ import annotations

from dataclasses import replace

from workspace.delivery.events import kind
from workspace.errors import refuse
from workspace.model.json_types import JsonObject
from workspace.model.messages import without_metadata
from workspace.model.state import Span
from workspace.web_api.arguments import Arguments
from workspace.web_api.call import Call, Method, decode_cursor, encode_cursor, page

_READ = ("channels:read", "groups:read", "im:read")
_HISTORY = ("channels:history", "groups:history", "im:history")
_TYPES = {"public_channel": "channel", "private_channel": "group", "im": "im", "mpim": "mpim"}
_MOST = 999


async def list_all(call: Call) -> JsonObject:
    wanted = call.arguments.text("types", "public_channel").split(",")
    if not set(wanted) <= set(_TYPES):
        refuse("invalid_types")
    kinds = {_TYPES[one] for one in wanted}
    found = [_seen(call, one) for one in call.workspace.channels() if kind(one) in kinds]
    visible = [one for one in found if one["is_member"] or not one.get("is_private")]
    channels, cursor = page(visible, call.arguments, 1000)
    return {"channels": channels, "response_metadata": {"next_cursor": cursor}}


async def info(call: Call) -> JsonObject:
    channel = call.readable("read")
    seen = _seen(call, channel)
    if call.arguments.flag("include_num_members"):
        seen["num_members"] = len(call.workspace.state.members(channel["id"]))
    return {"channel": seen}


async def members(call: Call) -> JsonObject:
    channel = call.readable("read")
    everybody = [{"id": user} for user in call.workspace.state.members(channel["id"])]
    chosen, cursor = page(everybody, call.arguments, 1000)
    users = [one["id"] for one in chosen]
    return {"members": users, "response_metadata": {"next_cursor": cursor}}


async def history(call: Call) -> JsonObject:
    channel = call.readable("history")["id"]
    limit, span = _limit(call.arguments), _span(call.arguments)
    cursor = call.arguments.text("cursor")
    if cursor:
        span = replace(span, latest=decode_cursor(cursor, "next_ts"), inclusive=False)
    found = call.workspace.state.roots(channel, span, limit + 1)
    shown = [_shown(call, channel, body) for body in found[:limit]]
    return _answer(shown, len(found) > limit)


async def replies(call: Call) -> JsonObject:
    """The root first, then the replies of the span, oldest first."""
    channel, ts = call.readable("history")["id"], call.arguments.one("ts")
    first = call.workspace.state.message(channel, ts) or refuse("thread_not_found")
    root = call.workspace.state.message(channel, first.get("thread_ts") or ts)
    limit, span = _limit(call.arguments), _span(call.arguments)
    cursor = call.arguments.text("cursor")
    if cursor:
        span = replace(span, oldest=decode_cursor(cursor, "next_ts"), inclusive=False)
    if root is None:
        refuse("thread_not_found")
    if first["ts"] != root["ts"]:
        return _answer([_shown(call, channel, first)], False)
    found = call.workspace.state.replies(channel, root["ts"], span, limit + 1)
    shown = [_shown(call, channel, body) for body in [root, *found[:limit]]]
    return _answer(shown, len(found) > limit)


async def open_direct(call: Call) -> JsonObject:
    if call.arguments.text("channel"):
        return {"channel": _seen(call, call.channel())}
    users = [one for one in call.arguments.text("users").split(",") if one]
    if not users:
        refuse("users_list_not_supplied")
    if len(users) > 1:
        refuse("method_not_supported_for_channel_type")
    known = f"D{users[0][1:]}"
    was_open = call.workspace.state.channel(known) is not None
    channel = call.workspace.direct_channel(call.app.user, users[0])
    seen = channel if call.arguments.flag("return_im") else {"id": channel["id"]}
    return {"channel": seen, "no_op": was_open, "already_open": was_open}


async def join(call: Call) -> JsonObject:
    channel = call.channel()
    if kind(channel) != "channel":
        refuse("method_not_supported_for_channel_type")
    already = call.workspace.state.is_member(channel["id"], call.app.user)
    await call.workspace.join(channel["id"], call.app.user)
    warning = {"warning": "already_in_channel"} if already else {}
    return {"channel": _seen(call, channel), **warning}


def _seen(call: Call, channel: JsonObject) -> JsonObject:
    is_member = call.workspace.state.is_member(channel["id"], call.app.user)
    return {**channel, "is_member": is_member}


def _shown(call: Call, channel: str, body: JsonObject) -> JsonObject:
    message = call.workspace.complete(channel, body)
    wants_all = call.arguments.flag("include_all_metadata")
    return message if wants_all else without_metadata(message)


def _limit(arguments: Arguments) -> int:
    limit = arguments.integer("limit", 100)
    return limit if 1 <= limit <= _MOST else refuse("invalid_limit")


def _span(arguments: Arguments) -> Span:
    oldest = _moment(arguments, "oldest") or Span().oldest
    latest = _moment(arguments, "latest") or Span().latest
    return Span(oldest=oldest, latest=latest, inclusive=arguments.flag("inclusive"))


def _moment(arguments: Arguments, name: str) -> str:
    """A timestamp with all its digits; empty if absent or zero."""
    value = arguments.text(name)
    if not value.strip("0."):
        return ""
    if not value.replace(".", "", 1).isdigit():
        refuse(f"invalid_ts_{name}")
    seconds, _, fraction = value.partition(".")
    return f"{seconds:0>10}.{fraction:0<6}"


def _answer(messages: list[JsonObject], has_more: bool) -> JsonObject:
    answer: JsonObject = {"messages": messages, "has_more": has_more}
    if has_more:
        cursor = encode_cursor("next_ts", messages[-1]["ts"])
        answer["response_metadata"] = {"next_cursor": cursor}
    return answer


METHODS = {
    "conversations.list": Method(list_all, "tier_2", _READ),
    "conversations.info": Method(info, "tier_3", _READ),
    "conversations.members": Method(members, "tier_4", _READ),
    "conversations.history": Method(history, "tier_3", _HISTORY),
    "conversations.replies": Method(replies, "tier_3", _HISTORY),
    "conversations.open": Method(open_direct, "tier_3", ("im:write",)),
    "conversations.join": Method(join, "tier_3", ("channels:join",)),
}
