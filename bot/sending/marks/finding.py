"""The search for a message of ours by the mark that its metadata carries."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any, Protocol

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.db.outbox import SlackAddress
from bot.sending.slack_errors import name_and_status

EVENT_TYPE = "curbside_run"
_CLOCKS_DIFFER = 60.0
"""Seconds by which Slack's clock and the database's may differ. Chosen by hand."""


class MarkedMessage(Protocol):
    """A message of ours: where it is to be, its mark, and when it was written."""

    @property
    def address(self) -> SlackAddress: ...

    @property
    def mark(self) -> str: ...

    @property
    def written_at(self) -> datetime: ...


async def find(client: AsyncWebClient, row: MarkedMessage) -> str | None:
    """The ts of the message with the row's mark in the thread, or in the channel if the message
    begins one; None if it is not there."""
    async for ts in _timestamps(client, row):
        return ts
    return None


async def find_all(client: AsyncWebClient, row: MarkedMessage) -> tuple[str, ...]:
    """The same of all messages with the mark, oldest first."""
    return tuple(sorted([ts async for ts in _timestamps(client, row)]))


async def find_streams(client: AsyncWebClient, row: MarkedMessage) -> tuple[str, ...]:
    """The ts of all messages in the thread that may be a stream, oldest first: of ours there these
    alone have no mark before they end."""
    return tuple(sorted([ts async for ts in _without_mark(client, row)]))


async def _without_mark(client: AsyncWebClient, row: MarkedMessage) -> AsyncIterator[str]:
    oldest = row.written_at.timestamp() - _CLOCKS_DIFFER
    async for message in _messages(client, row):
        is_ours = bool(message.get("bot_id")) and float(message["ts"]) >= oldest
        if is_ours and _mark_of(message) is None:
            yield str(message["ts"])


async def _timestamps(client: AsyncWebClient, row: MarkedMessage) -> AsyncIterator[str]:
    async for message in _messages(client, row):
        if _mark_of(message) == row.mark:
            yield str(message["ts"])


async def _messages(client: AsyncWebClient, row: MarkedMessage) -> AsyncIterator[dict[str, Any]]:
    cursor: str | None = None
    while True:
        try:
            page = await _read_page(client, row, cursor)
        except SlackApiError as error:
            if name_and_status(error)[0] in ("thread_not_found", "message_not_found"):
                return
            raise
        for message in page.get("messages") or []:
            yield message
        cursor = (page.get("response_metadata") or {}).get("next_cursor") or None
        if cursor is None:
            return


async def _read_page(client: AsyncWebClient, row: MarkedMessage, cursor: str | None) -> Any:
    place: dict[str, Any] = {"channel": row.address.channel, "limit": 200, "cursor": cursor}
    if not row.address.thread_ts:
        oldest = str(row.written_at.timestamp() - _CLOCKS_DIFFER)
        return await client.conversations_history(oldest=oldest, include_all_metadata=True, **place)
    return await client.conversations_replies(
        ts=row.address.thread_ts, include_all_metadata=True, **place
    )


def _mark_of(message: dict[str, Any]) -> str | None:
    metadata = message.get("metadata") or {}
    if metadata.get("event_type") != EVENT_TYPE:
        return None
    return (metadata.get("event_payload") or {}).get("k")
