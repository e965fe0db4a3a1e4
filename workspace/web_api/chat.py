"""chat.*: posting, updating, deleting."""

from __future__ import annotations

from urllib.parse import urlencode

from workspace.errors import refuse
from workspace.model import messages
from workspace.model.json_types import JsonObject
from workspace.model.workspace import Draft
from workspace.web_api.call import Call, Method
from workspace.web_api.content import Content, read_content

LONGEST_UPDATE = 4_000
"""Characters of `text` that chat.update takes; chat.postMessage cuts a longer text instead."""


async def post_message(call: Call) -> JsonObject:
    channel = _target(call)
    content = read_content(call.arguments)
    if content.is_empty:
        refuse("no_text")
    message = await call.workspace.post_message(_draft(call, channel, content))
    if message.get("thread_ts"):
        call.workspace.set_status(channel, message["thread_ts"], "status", "")
    answer = {"channel": channel, "ts": message["ts"], "message": message}
    return answer | content.warnings()


async def post_ephemeral(call: Call) -> JsonObject:
    user = call.arguments.one("user")
    channel = call.channel()["id"]
    content = read_content(call.arguments)
    if content.is_empty:
        refuse("no_text")
    ts = await call.workspace.post_ephemeral(_draft(call, channel, content), user)
    return {"message_ts": ts}


async def update(call: Call) -> JsonObject:
    channel, ts = call.channel()["id"], call.arguments.one("ts")
    body = call.workspace.state.message(channel, ts) or refuse("message_not_found")
    if body["user"] != call.app.user or body.get("subtype") == "tombstone":
        refuse("cant_update_message")
    content = read_content(call.arguments, longest=LONGEST_UPDATE)
    if not content.is_given:
        refuse("no_text")
    new = _revised(body, content)
    if not content.blocks:
        new["edited"] = {"user": call.app.user, "ts": call.workspace.new_ts()}
    message = call.workspace.revise(channel, new)
    return {"channel": channel, "ts": ts, "text": message["text"], "message": message}


async def delete(call: Call) -> JsonObject:
    channel, ts = call.channel()["id"], call.arguments.one("ts")
    await call.workspace.delete_message(channel, ts, user=call.app.user)
    return {"channel": channel, "ts": ts}


async def permalink(call: Call) -> JsonObject:
    channel, ts = call.channel()["id"], call.arguments.one("message_ts")
    message = call.workspace.message(channel, ts)
    link = f"{call.base_url}/archives/{channel}/p{ts.replace('.', '')}"
    root = message.get("thread_ts")
    if root and root != ts:
        link += "?" + urlencode({"thread_ts": root, "cid": channel})
    return {"channel": channel, "permalink": link}


def _target(call: Call) -> str:
    """The channel to post to; a user id means the direct conversation with that user."""
    wanted = call.arguments.one("channel")
    if wanted.startswith("U") and call.workspace.state.user(wanted):
        return str(call.workspace.direct_channel(call.app.user, wanted)["id"])
    return str(call.channel()["id"])


def _draft(call: Call, channel: str, content: Content) -> Draft:
    return Draft(
        channel=channel,
        user=call.app.user,
        text=content.text or "",
        thread_ts=call.arguments.text("thread_ts") or None,
        blocks=content.blocks or (),
        attachments=content.attachments or (),
        metadata=content.metadata or None,
        broadcast=call.arguments.flag("reply_broadcast"),
    )


def _revised(body: JsonObject, content: Content) -> JsonObject:
    """The stored message with what was given. A text without blocks takes the blocks away."""
    new = dict(body)
    if content.text is not None:
        new["text"] = content.text
        new["blocks"] = []
    if content.blocks is not None:
        new["blocks"] = messages.with_block_ids(content.blocks, body["ts"])
    if content.attachments is not None:
        new["attachments"] = list(content.attachments)
    if content.metadata is not None:
        new["metadata"] = content.metadata
    return {key: value for key, value in new.items() if value not in ([], {})}


METHODS = {
    "chat.postMessage": Method(post_message, "posting", ("chat:write",)),
    "chat.postEphemeral": Method(post_ephemeral, "tier_4", ("chat:write",)),
    "chat.update": Method(update, "tier_3", ("chat:write",)),
    "chat.delete": Method(delete, "tier_3", ("chat:write",)),
    "chat.getPermalink": Method(permalink, "special"),
}
