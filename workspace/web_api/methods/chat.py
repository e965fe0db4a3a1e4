"""chat.*: posting, updating, deleting."""

from __future__ import annotations

from urllib.parse import urlencode

from workspace.errors import refuse
from workspace.json_types import JsonObject
from workspace.model.messages.new_message import NewMessage
from workspace.slack_objects.messages import with_ids
from workspace.slack_objects.rich_text import app_text_blocks
from workspace.web_api.call import ApiCall, ApiMethod
from workspace.web_api.content import Content, read_content

MAX_UPDATE = 4_000
"""Characters of `text` that chat.update takes; chat.postMessage cuts a longer text instead.
docs.slack.dev/reference/methods/chat.update."""


def post_message(call: ApiCall) -> JsonObject:
    """chat.postMessage; a reply clears the status line of its thread, as in Slack."""
    channel = target_channel(call)
    content = read_content(call)
    if content.is_empty:
        refuse("no_text")
    message = call.workspace.timeline.post(new_message(call, channel, content))
    if message.get("thread_ts"):
        call.workspace.agent_status.show("status", channel, message["thread_ts"], "")
    answer = {"channel": channel, "ts": message["ts"], "message": message}
    return answer | content.warnings()


def post_ephemeral(call: ApiCall) -> JsonObject:
    user = call.arguments.required_text("user")
    channel = call.channel()["id"]
    content = read_content(call)
    if content.is_empty:
        refuse("no_text")
    ts = call.workspace.ephemeral.post(new_message(call, channel, content), user)
    return {"message_ts": ts}


def update(call: ApiCall) -> JsonObject:
    """chat.update: only the app's own messages; only an update without blocks shows as edited. It
    may add files, or show a reply in the channel, too."""
    conversation, ts = call.channel(), call.arguments.required_text("ts")
    channel = conversation["id"]
    body = call.workspace.history.get_stored(channel, ts)
    if conversation["is_archived"]:
        refuse("is_inactive")
    call.workspace.streams.require_none(channel, ts)
    if body["user"] != call.app.user or body.get("subtype") == "tombstone":
        refuse("cant_update_message")
    content = read_content(call, max_text=MAX_UPDATE)
    if call.arguments.flag("reply_broadcast"):
        message = call.workspace.timeline.replace(channel, _as_broadcast(body, content))
        return {"channel": channel, "ts": ts, "text": message["text"], "message": message}
    files = _added_files(call, body)
    if not (content.has_any_part or files):
        refuse("no_text")
    new = _with_content(body, content)
    if files:
        new = call.workspace.timeline.with_files(channel, new, files)
    elif not content.blocks:
        new["edited"] = call.workspace.timeline.edit_mark(call.app.user)
    message = call.workspace.timeline.replace(channel, new)
    return {"channel": channel, "ts": ts, "text": message["text"], "message": message}


def delete(call: ApiCall) -> JsonObject:
    channel, ts = call.channel()["id"], call.arguments.required_text("ts")
    call.workspace.timeline.delete(channel, ts, user=call.app.user)
    return {"channel": channel, "ts": ts}


def get_permalink(call: ApiCall) -> JsonObject:
    channel, ts = call.channel()["id"], call.arguments.required_text("message_ts")
    message = call.workspace.history.message(channel, ts)
    link = f"{call.server.base_url}/archives/{channel}/p{ts.replace('.', '')}"
    root = message.get("thread_ts")
    if root and root != ts:
        link += "?" + urlencode({"thread_ts": root, "cid": channel})
    return {"channel": channel, "permalink": link}


def target_channel(call: ApiCall) -> str:
    """The channel to post to; a user id means the direct conversation with that user."""
    wanted = call.arguments.required_text("channel")
    if wanted.startswith("U") and call.workspace.people.has_user(wanted):
        return str(call.workspace.conversations.open_direct(call.app.user, wanted)["id"])
    return str(call.channel()["id"])


def new_message(call: ApiCall, channel: str, content: Content) -> NewMessage:
    """The message that the arguments describe."""
    return NewMessage(
        channel=channel,
        user=call.app.user,
        text=content.text or "",
        thread_ts=call.arguments.text("thread_ts") or None,
        blocks=content.blocks or (),
        attachments=content.attachments or (),
        metadata=content.metadata or None,
        broadcast=call.arguments.flag("reply_broadcast"),
    )


def _added_files(call: ApiCall, body: JsonObject) -> list[str]:
    """The files that the message carries from now on and did not before."""
    given = call.arguments.json_value("file_ids", "invalid_arguments") or []
    known = body.get("file_ids", [])
    files = [str(one) for one in given if one not in known] if isinstance(given, list) else []
    for one in files:
        call.workspace.files.refuse_deleted(call.app.user, one)
        call.workspace.files.get_for(call.app.user, one)
    return files


def _as_broadcast(body: JsonObject, content: Content) -> JsonObject:
    """An old reply, which the channel shows from now on."""
    if body.get("thread_ts") in (None, body["ts"]):
        refuse("cant_broadcast_message")
    if content.has_any_part:
        refuse("no_dual_broadcast_content_update")
    return {**body, "subtype": "thread_broadcast"}


def _with_content(body: JsonObject, content: Content) -> JsonObject:
    """The stored message with new content. A text without blocks takes the place of the blocks."""
    new = dict(body)
    if content.text is not None:
        new["text"] = content.text
        new["blocks"] = app_text_blocks(content.text, body["ts"])
    if content.blocks is not None:
        new["blocks"] = with_ids(content.blocks, body["ts"])
    if content.attachments is not None:
        new["attachments"] = list(content.attachments)
    if content.metadata is not None:
        new["metadata"] = content.metadata
    return {key: value for key, value in new.items() if value not in ([], {})}


METHODS = {
    "chat.postMessage": ApiMethod(post_message, "posting", ("chat:write",)),
    "chat.postEphemeral": ApiMethod(post_ephemeral, "tier_4", ("chat:write",)),
    "chat.update": ApiMethod(update, "tier_3", ("chat:write",)),
    "chat.delete": ApiMethod(delete, "tier_3", ("chat:write",)),
    "chat.getPermalink": ApiMethod(get_permalink, "special"),
}
