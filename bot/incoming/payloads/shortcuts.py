"""Shortcuts, on messages and on none, as Slack sends them. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.incoming.payloads.incoming import Incoming, own_event_id
from bot.incoming.payloads.slack_text import read_text


def read_shortcut(payload: Mapping[str, Any]) -> Incoming:
    """What somebody chose from the menu of a message, with the words of that message. One that is
    on no message knows no channel."""
    message: Mapping[str, Any] = payload.get("message") or {}
    user = str((payload.get("user") or {}).get("id", ""))
    ts = str(message.get("ts") or payload.get("message_ts") or "")
    channel = str((payload.get("channel") or {}).get("id", ""))
    at = str(payload.get("action_ts", ""))
    return Incoming(
        kind="shortcut",
        event_id=own_event_id("shortcut", user, ts, at),
        team=str((payload.get("team") or {}).get("id", "")),
        at=at,
        channel=channel,
        direct=channel.startswith("D"),
        ts=ts,
        thread_ts=str(message.get("thread_ts") or ts),
        user=user,
        text=read_text(message),
        name=str(payload.get("callback_id", "")),
        value=str(message.get("bot_id") or ""),
        respond_to=str(payload.get("response_url") or ""),
    )
