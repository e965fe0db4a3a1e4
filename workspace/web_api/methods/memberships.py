"""conversations.create, invite, kick, leave and join; users.conversations: who is where."""

from __future__ import annotations

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.slack_objects.conversations import conversation_type
from workspace.web_api.call import ApiCall, ApiMethod, paginate, require_scope
from workspace.web_api.methods.conversations import wanted_types

_MANAGE = {
    "channel": ("channels:manage",),
    "group": ("groups:write",),
    "im": ("im:write",),
    "mpim": ("mpim:write",),
}
_INVITE = {
    "channel": ("channels:manage", "channels:write.invites"),
    "group": ("groups:write", "groups:write.invites"),
    "im": ("im:write",),
    "mpim": ("mpim:write",),
}
"""The scopes of which one is needed, by the type of the conversation."""


def create(call: ApiCall) -> JsonObject:
    """conversations.create: a channel whose only member is the bot."""
    is_private = call.arguments.flag("is_private")
    require_scope(call.app, _MANAGE["group" if is_private else "channel"])
    name, user = call.arguments.text("name"), call.app.user
    channel = call.workspace.memberships.create(name, creator=user, is_private=is_private)
    return {"channel": {**channel, "is_member": True}}


def invite(call: ApiCall) -> JsonObject:
    """conversations.invite: all of `users` or none; with `force` those who can be invited."""
    channel = call.channel()
    require_scope(call.app, _INVITE[conversation_type(channel)])
    memberships, bot = call.workspace.memberships, call.app.user
    memberships.manageable(channel["id"], bot)
    wanted = [one.strip() for one in call.arguments.text("users").split(",") if one.strip()]
    if not wanted:
        refuse("no_user")
    reasons = {one: memberships.why_not_invited(channel["id"], one, bot) for one in wanted}
    errors = [{"user": one, "ok": False, "error": why} for one, why in reasons.items() if why]
    invited = [one for one, why in reasons.items() if not why]
    if errors and not (invited and call.arguments.flag("force")):
        refuse(str(errors[0]["error"]), errors=errors)
    memberships.invite(channel["id"], invited, by=bot)
    return {"channel": {**channel, "is_member": True}, **({"errors": errors} if errors else {})}


def kick(call: ApiCall) -> JsonObject:
    """conversations.kick: the bot removes somebody else."""
    channel = call.channel()
    require_scope(call.app, _MANAGE[conversation_type(channel)])
    user = call.arguments.text("user") or refuse("user_not_found")
    call.workspace.memberships.kick(channel["id"], user, by=call.app.user)
    return {"errors": {}}


def leave(call: ApiCall) -> JsonObject:
    """conversations.leave: of the bot. Where it is no member, Slack says so without an error."""
    channel = call.channel()
    require_scope(call.app, _MANAGE[conversation_type(channel)])
    is_member = call.workspace.conversations.is_member(channel["id"], call.app.user)
    if not is_member and not channel["is_private"]:
        return {"ok": False, "not_in_channel": True}
    call.workspace.memberships.leave(channel["id"], call.app.user)
    return {}


def join(call: ApiCall) -> JsonObject:
    """conversations.join: of the bot, where it is public."""
    channel, bot = call.any_channel(), call.app.user
    if conversation_type(channel) != "channel":
        refuse("method_not_supported_for_channel_type")
    if channel["is_archived"]:
        refuse("is_archived")
    already = call.workspace.conversations.is_member(channel["id"], bot)
    call.workspace.conversations.join(channel["id"], bot)
    answer = {"channel": {**channel, "is_member": True}}
    warnings = ["already_in_channel"]
    noted = {"warning": warnings[0], "response_metadata": {"warnings": warnings}}
    return answer | (noted if already else {})


def users_conversations(call: ApiCall) -> JsonObject:
    """Where a user (by default the bot) is a member; private ones only if the bot is one, too."""
    conversations, bot = call.workspace.conversations, call.app.user
    user = str(call.workspace.people.user(call.arguments.text("user", bot) or bot)["id"])
    wanted = wanted_types(call.arguments)
    found = [
        one
        for one in conversations.all(user)
        if conversation_type(one) in wanted
        and (not one["is_private"] or conversations.is_member(one["id"], bot))
        and not (one["is_archived"] and call.arguments.flag("exclude_archived"))
    ]
    channels, cursor = paginate(found, call.arguments, 999, refuses_limit=True)
    return {"channels": channels, "response_metadata": {"next_cursor": cursor}}


METHODS = {
    "conversations.create": ApiMethod(create, "tier_2"),
    "conversations.invite": ApiMethod(invite, "tier_3"),
    "conversations.kick": ApiMethod(kick, "tier_3"),
    "conversations.leave": ApiMethod(leave, "tier_3"),
    "conversations.join": ApiMethod(join, "tier_3", ("channels:join",)),
    "users.conversations": ApiMethod(
        users_conversations, "tier_3", ("channels:read", "groups:read", "im:read")
    ),
}
