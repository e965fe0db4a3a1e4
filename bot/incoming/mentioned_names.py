"""Names of the people and channels that a message mentions: Slack sends only their ids."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.incoming.payloads.slack_text import Mention, MessageText
from bot.logs import log

_log = log(__name__)
_SECONDS = 2.0
"""Longest wait for one name. Chosen by hand: a question must not wait for a name for long."""
_MOST_KEPT = 2000
"""Names kept in memory. Chosen by hand: more than a hospital's board."""
_KEPT_SECONDS = 3600.0
"""After which a name is asked for again: people and channels get new ones. Chosen by hand: a board
lasts an hour."""
_MOST_ASKED = 5
"""Names asked for per message. Chosen by hand; further mentions keep their ids."""


class MentionNames:
    """Looks names up in Slack and keeps them."""

    def __init__(self, client: AsyncWebClient, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._clock = clock
        self._known: dict[str, str] = {}
        self._asked_at: dict[str, float] = {}

    async def fill_in(self, text: MessageText, bot_user: str) -> MessageText:
        """The text with a name for each mention but the bot's own. What Slack does not tell keeps
        its id."""
        unnamed = {
            mention.id: mention
            for mention in text.mentions
            if not mention.name and mention.id != bot_user and mention.kind in ("user", "channel")
        }
        missing = [mention for ident, mention in unnamed.items() if self._is_old(ident)]
        for mention in missing[:_MOST_ASKED]:
            name = await self._ask(mention)
            if name and (mention.id in self._known or len(self._known) < _MOST_KEPT):
                self._known[mention.id] = name
                self._asked_at[mention.id] = self._clock()
        return text.with_names(self._known) if unnamed else text

    def _is_old(self, ident: str) -> bool:
        asked_at = self._asked_at.get(ident)
        return asked_at is None or self._clock() - asked_at > _KEPT_SECONDS

    async def name_of(self, user: str) -> str:
        """The name of a person; the id if Slack does not tell it."""
        asked = await self.fill_in(MessageText((Mention("user", user),)), "")
        return next((mention.name for mention in asked.mentions if mention.name), user)

    async def _ask(self, mention: Mention) -> str:
        """The name, or empty if Slack does not tell it."""
        try:
            async with asyncio.timeout(_SECONDS):
                if mention.kind == "channel":
                    answer = await self._client.conversations_info(channel=mention.id)
                    return str(answer["channel"].get("name") or "")
                user = (await self._client.users_info(user=mention.id))["user"]
        except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            _log.info("name_not_found", cause=type(error).__name__)
            return ""
        profile = user.get("profile") or {}
        return str(profile.get("display_name") or user.get("real_name") or user.get("name") or "")
