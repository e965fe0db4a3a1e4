"""A question that we posted for somebody, as the inbox keeps it when Slack has it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.incoming.payloads.incoming import Incoming
from bot.incoming.payloads.slack_text import MessageText


def read_posted(payload: Mapping[str, Any]) -> Incoming:
    """The question as its asker's: what is answered is the message that we posted."""
    channel = str(payload.get("channel", ""))
    ts = str(payload.get("ts", ""))
    question = str(payload.get("question", ""))
    return Incoming(
        kind="posted",
        event_id=str(payload.get("event_id", "")),
        team=str(payload.get("team_id", "")),
        at=ts,
        channel=channel,
        direct=channel.startswith("D"),
        ts=ts,
        thread_ts=str(payload.get("thread_ts") or ts),
        user=str(payload.get("user", "")),
        text=MessageText((question,) if question else ()),
        value=str(payload.get("key", "")),
    )
