"""Who reads a channel, as Slack tells it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.logs import log
from bot.sending.slack_errors import name_and_status

_log = log(__name__)
_SECONDS = 5.0
"""Longest wait for Slack. Chosen by hand: the next look is soon."""
_UNKNOWN_CHANNEL = frozenset({"channel_not_found", "not_in_channel", "is_archived"})
_PAGE = 1000
"""People on a page of a list; Slack gives no more."""
_MOST_PAGES = 10
"""Pages of one list. Chosen by hand: half of what Slack allows in a minute (``users.list``, tier
2)."""
_UNTOLD = (SlackApiError, aiohttp.ClientError, TimeoutError)


async def channel_info(client: AsyncWebClient, channel: str) -> Mapping[str, Any]:
    """What Slack tells of a channel; nothing of one that it does not show us."""
    try:
        async with asyncio.timeout(_SECONDS):
            found: Any = (await client.conversations_info(channel=channel))["channel"]
    except SlackApiError as error:
        if name_and_status(error)[0] in _UNKNOWN_CHANNEL:
            return {}
        raise
    return dict(found)


async def public_channels(client: AsyncWebClient, channels: Collection[str]) -> set[str]:
    """Those of them that everybody in the workspace may read. One of which Slack does not tell it
    now is none."""
    found = set()
    for one in channels:
        # A direct message, or a private channel of the first years.
        if one.startswith(("D", "G")):
            continue
        try:
            if _is_public(await channel_info(client, one)):
                found.add(one)
        except _UNTOLD as error:
            _log.info("channel_left_out", channel=one, cause=type(error).__name__)
    return found


def _is_public(channel: Mapping[str, Any]) -> bool:
    closed = any(channel.get(name) for name in ("is_private", "is_im", "is_mpim"))
    return bool(channel.get("is_channel")) and not closed


def is_of_others(channel: Mapping[str, Any]) -> bool:
    """Whether people of another organisation read it, or were invited to."""
    return any(
        channel.get(name) for name in ("is_ext_shared", "is_pending_ext_shared", "is_shared")
    )


async def has_guests(client: AsyncWebClient, channel: str) -> bool:
    """Whether a guest is a member of it. Where Slack does not tell, or has more people than are
    asked for, one is taken to be."""

    async def list_members(cursor: str | None) -> Any:
        return await client.conversations_members(channel=channel, limit=_PAGE, cursor=cursor)

    async def list_users(cursor: str | None) -> Any:
        return await client.users_list(limit=_PAGE, cursor=cursor)

    try:
        members = {one async for one in _people(list_members)}
        async for user in _people(list_users):
            is_guest = user.get("is_restricted") or user.get("is_ultra_restricted")
            if is_guest and user["id"] in members:
                return True
    except _UNTOLD as error:
        _log.info("guests_unknown", channel=channel, cause=type(error).__name__)
        return True
    return False


async def _people(list_page: Callable[[str | None], Awaitable[Any]]) -> AsyncIterator[Any]:
    """Those of all pages; a :class:`TimeoutError` where there are too many pages."""
    cursor: str | None = None
    for _ in range(_MOST_PAGES):
        async with asyncio.timeout(_SECONDS):
            page = await list_page(cursor)
        for one in page["members"]:
            yield one
        cursor = (page.get("response_metadata") or {}).get("next_cursor") or None
        if cursor is None:
            return
    raise TimeoutError
