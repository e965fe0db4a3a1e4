"""Clients for Slack's Web API, and who we are there."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.failures.sentences import token_refused, unreachable
from bot.sending.slack_errors import name_and_status

CALL_SECONDS = 10
"""Seconds for one call. Chosen by hand: calls take far less, and failed rows are sent again."""


@dataclass(frozen=True, slots=True)
class Identity:
    """The bot as Slack knows it."""

    team: str
    bot_user: str
    bot_id: str
    address: str = ""
    """Of the workspace, as ``https://team.slack.com/``."""


def web_client(
    base_url: str, token: str, session: aiohttp.ClientSession | None = None
) -> AsyncWebClient:
    """A client that never repeats a call by itself: a repeated post is a post twice."""
    client = AsyncWebClient(
        token=token,
        base_url=base_url,
        timeout=CALL_SECONDS,
        session=session,
        retry_handlers=[],
    )
    if urlsplit(base_url).hostname in ("127.0.0.1", "localhost", "::1"):
        # The client takes a proxy from the environment and knows no exception for loopback.
        client.proxy = None
    return client


async def identify(client: AsyncWebClient) -> Identity:
    """Who the bot token belongs to. Raises :class:`bot.failures.sentences.StartRefused`."""
    try:
        answer = await client.auth_test()
    except SlackApiError as error:
        name = name_and_status(error)[0] or "no reason given"
        raise token_refused("SLACK_BOT_TOKEN", name) from None
    except (aiohttp.ClientError, TimeoutError):
        raise unreachable(client.base_url) from None
    return Identity(
        team=str(answer["team_id"]),
        bot_user=str(answer["user_id"]),
        bot_id=str(answer.get("bot_id") or ""),
        address=str(answer.get("url") or ""),
    )
