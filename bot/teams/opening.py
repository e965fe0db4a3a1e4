"""Which workspaces the settings say are served."""

from __future__ import annotations

import aiohttp
from slack_sdk.oauth.token_rotation.async_rotator import AsyncTokenRotator

from bot.db.teams.installations import Installations
from bot.failures import sentences
from bot.sending.slack_client import identify, web_client
from bot.sending.teams import OneTeam, Team, Teams
from bot.setting_types.types import parts_of
from bot.settings import Settings
from bot.teams.installed_teams import InstalledTeams
from bot.teams.token_cipher import TokenCipher
from retrieval.sql import Database

_REFRESH_SECONDS = 5
"""For a call that refreshes a token. Chosen by hand: it is made within a transaction, which
PostgreSQL ends after eight seconds without a word."""


async def open_teams(
    settings: Settings, database: Database, session: aiohttp.ClientSession
) -> Teams:
    """The one workspace of the bot token, or all that installed the app. Raises
    :class:`bot.failures.sentences.StartRefused`."""
    if serves_all(settings):
        return installed_teams(settings, database, session)
    if settings.slack_bot_token is None:
        raise sentences.setting_missing("SLACK_BOT_TOKEN")
    token = settings.slack_bot_token.get_secret_value()
    client = web_client(settings.slack_api_url, token, session)
    return OneTeam(Team(client, await identify(client)))


def serves_all(settings: Settings) -> bool:
    """Whether all workspaces that install the app are served. Raises
    :class:`bot.failures.sentences.StartRefused` when it is not said which."""
    if settings.slack_client_id is None:
        return False
    if settings.slack_bot_token is not None:
        raise sentences.one_or_all()
    return True


def installed_teams(
    settings: Settings, database: Database, session: aiohttp.ClientSession
) -> InstalledTeams:
    """All workspaces that installed the app."""
    rotation = web_client(settings.slack_api_url, "", session)
    rotation.timeout = _REFRESH_SECONDS
    rotator = AsyncTokenRotator(
        client_id=settings.slack_client_id or "",
        client_secret=client_secret(settings),
        client=rotation,
    )
    return InstalledTeams(
        database,
        installations_of(settings, database),
        rotator,
        lambda token: web_client(settings.slack_api_url, token, session),
    )


def installations_of(settings: Settings, database: Database) -> Installations:
    """Where the installations are kept. Raises :class:`bot.failures.sentences.StartRefused`."""
    if settings.slack_client_id is None:
        raise sentences.setting_missing("SLACK_CLIENT_ID")
    if settings.token_keys is None:
        raise sentences.token_keys_missing()
    keys = parts_of(settings.token_keys.get_secret_value())
    return Installations(database, settings.slack_client_id, TokenCipher(keys))


def client_secret(settings: Settings) -> str:
    """The secret of the app. Raises :class:`bot.failures.sentences.StartRefused`."""
    if settings.slack_client_secret is None:
        raise sentences.setting_missing("SLACK_CLIENT_SECRET")
    return settings.slack_client_secret.get_secret_value()
