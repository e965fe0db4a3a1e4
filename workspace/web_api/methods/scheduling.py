"""chat.scheduleMessage, chat.deleteScheduledMessage, chat.scheduledMessages.list."""

from __future__ import annotations

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.web_api.call import ApiCall, ApiMethod, paginate
from workspace.web_api.content import read_content
from workspace.web_api.methods.chat import new_message, target_channel

_MOST_LISTED = 1000
"""Chosen by hand: Slack names no bound."""


def schedule_message(call: ApiCall) -> JsonObject:
    """Answers with the message as it will be, without a timestamp."""
    channel = target_channel(call)
    content = read_content(call)
    if content.is_empty:
        refuse("no_text")
    wanted = call.arguments.required_text("post_at")
    if not wanted.isdecimal():
        refuse("invalid_time")
    new = new_message(call, channel, content)
    scheduled = call.workspace.scheduled.schedule(new, int(wanted))
    shown: JsonObject = {"type": "delayed_message", "text": new.text, "user": new.user}
    shown |= {"bot_id": call.app.bot_id, "team": call.app.team["id"]}
    shown |= {"blocks": list(new.blocks)} if new.blocks else {}
    return {
        "channel": channel,
        "scheduled_message_id": scheduled.id,
        "post_at": scheduled.post_at,
        "message": shown,
    } | content.warnings()


def delete_scheduled_message(call: ApiCall) -> JsonObject:
    """Take back a message that still waits."""
    message_id = call.arguments.required_text("scheduled_message_id")
    call.workspace.scheduled.delete(call.channel()["id"], message_id)
    return {}


def list_scheduled_messages(call: ApiCall) -> JsonObject:
    """Those of one channel, or of all, between two times."""
    arguments = call.arguments
    channel = call.channel()["id"] if arguments.text("channel") else ""
    oldest = arguments.integer("oldest", 0)
    latest = arguments.integer("latest", 0)
    found = [
        {
            "id": each.id,
            "channel_id": each.new.channel,
            "post_at": each.post_at,
            "date_created": each.created,
            "text": each.new.text,
        }
        for each in call.workspace.scheduled.all()
        if channel in ("", each.new.channel)
        and each.post_at >= oldest
        and (not latest or each.post_at <= latest)
    ]
    page, cursor = paginate(found, arguments, _MOST_LISTED)
    return {"scheduled_messages": page, "response_metadata": {"next_cursor": cursor}}


METHODS = {
    "chat.scheduleMessage": ApiMethod(schedule_message, "tier_3", ("chat:write",)),
    "chat.deleteScheduledMessage": ApiMethod(delete_scheduled_message, "tier_3", ("chat:write",)),
    "chat.scheduledMessages.list": ApiMethod(list_scheduled_messages, "tier_3"),
}
