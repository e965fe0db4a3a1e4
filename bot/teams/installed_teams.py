"""The workspaces that installed the app, each with its own token, which is refreshed in time."""

from __future__ import annotations

import time
from collections.abc import Callable

import aiohttp
from slack_sdk.errors import SlackApiError, SlackTokenRotationError
from slack_sdk.oauth.installation_store import Bot
from slack_sdk.oauth.token_rotation.async_rotator import AsyncTokenRotator
from slack_sdk.web.async_client import AsyncWebClient

from bot.db.teams.installations import Installations, lock_token
from bot.logs import log
from bot.sending.slack_client import Identity
from bot.sending.slack_errors import DEAD_TOKEN, name_and_status
from bot.sending.teams import NotInstalled, Team
from retrieval.sql import Database

_log = log(__name__)
_EARLY_MINUTES = 120
"""Before its end in which a token is refreshed: what slack-bolt takes, too."""
_DEAD = DEAD_TOKEN | {"token_expired"}
"""Slack's errors for a token with which a workspace cannot be met."""


class InstalledTeams:
    """Reads an installation whenever it is asked for: another process may have refreshed or removed
    it, or the workspace installed the app again. One for each process."""

    def __init__(
        self,
        database: Database,
        installations: Installations,
        rotator: AsyncTokenRotator,
        client_with: Callable[[str], AsyncWebClient],
    ) -> None:
        """``client_with``: a new client with a token."""
        self._database = database
        self._installations = installations
        self._rotator = rotator
        self._client_with = client_with
        self._teams: dict[str, Team] = {}

    async def of(self, team: str) -> Team:
        """The workspace, with a token that counts. Its client is the same for as long as the app
        stays installed. Raises what :class:`bot.sending.teams.Teams` says."""
        bot = await self._bot(team)
        known = self._teams.get(team)
        if known is None or known.identity.bot_user != bot.bot_user_id:
            known = self._teams[team] = await self._meet(bot)
        known.client.token = bot.bot_token
        return known

    async def identity_of(self, team: str) -> Identity:
        """Who we are there, without asking Slack."""
        known = self._teams.get(team)
        bot = await self._bot(team)
        return known.identity if known else _identity(bot)

    async def _meet(self, bot: Bot) -> Team:
        client = self._client_with(str(bot.bot_token))
        try:
            answer = await client.auth_test()
        except SlackApiError as error:
            if name_and_status(error)[0] in _DEAD:
                raise NotInstalled from None
            raise
        return Team(client, _identity(bot, str(answer.get("url") or "")))

    async def _bot(self, team: str) -> Bot:
        bot = await self._installations.find(team)
        if bot is not None and _is_due(bot):
            bot = await self._refresh(team)
        if bot is None or not bot.bot_token:
            self._teams.pop(team, None)
            raise NotInstalled
        return bot

    async def _refresh(self, team: str) -> Bot | None:
        """The bot with a new token, unless another process has just got one. While Slack gives
        none, the old one counts until its end."""
        async with self._database.transaction() as connection:
            await lock_token(connection, team)
            bot = await self._installations.find(team)
            if bot is None or not _is_due(bot):
                return bot
            try:
                new = await self._rotator.perform_bot_token_rotation(
                    bot=bot, minutes_before_expiration=_EARLY_MINUTES
                )
            except (SlackTokenRotationError, aiohttp.ClientError, TimeoutError) as error:
                _log.warning("token_not_refreshed", team=team, cause=type(error).__name__)
                return bot
            if new is not None:
                await self._installations.async_save_bot(new)
                _log.info("token_refreshed", team=team)
            return new or bot


def _is_due(bot: Bot) -> bool:
    expires = bot.bot_token_expires_at
    return expires is not None and expires <= time.time() + _EARLY_MINUTES * 60


def _identity(bot: Bot, address: str = "") -> Identity:
    return Identity(
        team=str(bot.team_id),
        bot_user=str(bot.bot_user_id),
        bot_id=str(bot.bot_id),
        address=address,
    )
