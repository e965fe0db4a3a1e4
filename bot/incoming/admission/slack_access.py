"""Who is a guest, and which channels people of other organisations read, as Slack tells it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.logs import log

_log = log(__name__)
_SECONDS = 2.0
"""Longest wait for Slack. Chosen by hand, as for names."""
_KEPT_SECONDS = 600.0
"""How long an answer is kept. Chosen by hand: who becomes a guest is one within minutes."""
_MOST_KEPT = 2000
"""Answers kept. Chosen by hand, as for names."""
_PAGE = 1000
"""People on a page of a list; Slack gives no more."""
_MOST_PAGES = 10
"""Pages of one list. Chosen by hand, as for digests."""


class SlackAccess:
    """Asks Slack. What it does not tell is taken for the stricter of both, and not kept."""

    def __init__(self, client: AsyncWebClient) -> None:
        self._client = client
        self._known: dict[str, tuple[float, bool]] = {}

    async def is_guest(self, user: str) -> bool:
        """Whether a person is a guest, or of another organisation."""

        async def ask() -> bool:
            found: Any = (await self._client.users_info(user=user))["user"]
            names = ("is_restricted", "is_ultra_restricted", "is_stranger")
            return any(found.get(name) for name in names)

        return await self._answer_of(user, ask)

    async def is_shared(self, channel: str) -> bool:
        """Whether people of another organisation read a channel, or were invited to."""

        async def ask() -> bool:
            found: Any = (await self._client.conversations_info(channel=channel))["channel"]
            names = ("is_ext_shared", "is_pending_ext_shared", "is_shared")
            return any(found.get(name) for name in names)

        return await self._answer_of(channel, ask)

    async def lets_us_write(self, channel: str) -> bool:
        """Whether we may write in a channel now. Not kept: who is told so invites us and asks
        again."""
        try:
            async with asyncio.timeout(_SECONDS):
                found: Any = (await self._client.conversations_info(channel=channel))["channel"]
        except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            _log.warning("channel_unknown", cause=type(error).__name__)
            return False
        return bool(found.get("is_member") or found.get("is_im"))

    async def is_member(self, user: str, channel: str) -> bool:
        """Whether a person is in a channel now, as far as Slack tells. Not kept: who has left may
        do nothing there from that moment on."""
        cursor: str | None = None
        try:
            async with asyncio.timeout(_SECONDS):
                for _ in range(_MOST_PAGES):
                    found: Any = await self._client.conversations_members(
                        channel=channel, limit=_PAGE, cursor=cursor
                    )
                    if user in found["members"]:
                        return True
                    cursor = (found.get("response_metadata") or {}).get("next_cursor")
                    if not cursor:
                        return False
        except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            _log.warning("members_unknown", cause=type(error).__name__)
        return False

    async def _answer_of(self, key: str, ask: Callable[[], Awaitable[bool]]) -> bool:
        asked_at, known = self._known.get(key, (-_KEPT_SECONDS, True))
        if time.monotonic() - asked_at < _KEPT_SECONDS:
            return known
        try:
            async with asyncio.timeout(_SECONDS):
                found = await ask()
        except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            _log.warning("guest_unknown", cause=type(error).__name__)
            return True
        if len(self._known) >= _MOST_KEPT:
            self._known.clear()
        self._known[key] = (time.monotonic(), found)
        return found
