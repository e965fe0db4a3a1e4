"""One outbox row as one call to Slack."""

from __future__ import annotations

from typing import Any

from slack_sdk.web.async_client import AsyncWebClient

from bot.db.outbox import RowToSend
from bot.rendering.blocks import clip_mrkdwn
from bot.sending.marks.finding import EVENT_TYPE
from bot.sending.responding import respond

PLAINEST = 3
"""The plainness of the last, shortest form."""
_SHORT = 2000
"""Characters of the last, shortest form. Chosen by hand: half of what Slack takes as a text."""


async def deliver(client: AsyncWebClient, row: RowToSend) -> str | None:
    """Make the call. The ts of the message, if it was a message.

    Raises what slack-sdk raises; nothing is repeated here."""
    match row.operation:
        case "post":
            return await _post_or_update(client, row)
        case "react":
            await client.reactions_add(
                channel=row.address.channel, timestamp=row.body["ts"], name=row.body["name"]
            )
        case "unreact":
            await client.reactions_remove(
                channel=row.address.channel, timestamp=row.body["ts"], name=row.body["name"]
            )
        case "home":
            await client.views_publish(user_id=row.address.channel, view=row.body["view"])
        case "ephemeral" if row.body.get("respond_to"):
            kind = "in_channel" if row.body.get("shared") else "ephemeral"
            said = {"response_type": kind, "replace_original": False, **text_and_blocks(row)}
            await respond(client, row.body["respond_to"], said)
        case "ephemeral":
            await client.chat_postEphemeral(
                channel=row.address.channel,
                user=row.body["user"],
                # In a thread that has no replies yet Slack shows it to nobody.
                thread_ts=None if row.body.get("in_channel") else row.address.thread_ts or None,
                **text_and_blocks(row),
            )
    return None


def text_and_blocks(row: RowToSend) -> dict[str, Any]:
    """Text and blocks of the message, in the form that its plainness asks for: as designed, with
    simpler blocks, as plain text, shortened."""
    body = row.body
    if row.plainness == 0:
        return {"text": body["text"], "blocks": body["blocks"]}
    if row.plainness == 1 and body.get("simple"):
        return {"text": body["text"], "blocks": body["simple"]}
    if row.plainness <= 2:
        return {"text": body["plain"], "blocks": []}
    shortened = clip_mrkdwn(body["plain"], _SHORT)
    return {"text": f"{shortened}\n(shortened: Slack refused the full message)", "blocks": []}


async def _post_or_update(client: AsyncWebClient, row: RowToSend) -> str | None:
    if row.body.get("removed") and row.plainness == 0:
        return await _remove(client, row)
    metadata = {"event_type": EVENT_TYPE, "event_payload": {"k": row.mark}}
    if row.slack_ts is not None:
        await client.chat_update(
            channel=row.address.channel, ts=row.slack_ts, metadata=metadata, **text_and_blocks(row)
        )
        return row.slack_ts
    posted = await client.chat_postMessage(
        channel=row.address.channel,
        thread_ts=row.address.thread_ts or None,
        reply_broadcast=True if row.body.get("broadcast") and row.address.thread_ts else None,
        metadata=metadata,
        unfurl_links=False,
        unfurl_media=False,
        **text_and_blocks(row),
    )
    return str(posted["ts"])


async def _remove(client: AsyncWebClient, row: RowToSend) -> str | None:
    """Delete the message, if it was posted."""
    if row.slack_ts is not None:
        await client.chat_delete(channel=row.address.channel, ts=row.slack_ts)
    return row.slack_ts
