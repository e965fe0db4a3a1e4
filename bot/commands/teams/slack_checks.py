"""What the doctor says of the connection to Slack: its tokens, and how events come in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.commands.teams.checks import Found, install_page
from bot.sending.slack_errors import name_and_status
from bot.settings import Settings

HOW_TO = "docs/for-admins.md, “In production”, says where each comes from; `make demo` needs none."
_NO_ADDRESS = "Check the network, and SLACK_API_URL if it is set."
_ADVICE_ON_BOT = "Copy the xoxb- token from OAuth & Permissions of your Slack app."
_ADVICE_ON_APP = (
    "Copy the xapp- token (connections:write) from Basic Information of your Slack app."
)


def slack_checks(settings: Settings) -> Mapping[str, Callable[[], Awaitable[Found]]]:
    """Every check of the connection to Slack, by the name of its part."""

    async def of_page() -> Found:
        return install_page(settings)

    async def of_nothing() -> Found:
        words = "not configured: no token is set, so nobody is answered in Slack"
        return "off", words, HOW_TO

    if settings.slack_client_id:
        first = {"Slack install page": of_page}
    elif settings.slack_bot_token or settings.slack_app_token or settings.slack_signing_secret:
        first = {"Slack bot token": lambda: _bot_token(settings)}
    else:
        return {"Slack": of_nothing}
    return {
        **first,
        "Slack app token": lambda: _app_token(settings),
        "Slack signing secret": lambda: _signing_secret(settings),
    }


async def _bot_token(settings: Settings) -> Found:
    if settings.slack_bot_token is None:
        return "wrong", "not configured: SLACK_BOT_TOKEN is not set", _ADVICE_ON_BOT
    client = AsyncWebClient(settings.slack_bot_token.get_secret_value(), settings.slack_api_url)
    try:
        answered = await client.auth_test()
    except (SlackApiError, aiohttp.ClientError) as error:
        return _refusal(error, _ADVICE_ON_BOT)
    return "ok", f"{answered['user']} in {answered['team']}", ""


async def _app_token(settings: Settings) -> Found:
    if settings.slack_app_token is None:
        if settings.slack_signing_secret is None:
            words = "not configured: without SLACK_APP_TOKEN or SLACK_SIGNING_SECRET no event comes"
            return "wrong", words, f"For `curbside listen`: {_ADVICE_ON_APP}"
        return (
            "off",
            "SLACK_APP_TOKEN is not set: events over HTTP only",
            f"For `curbside listen`: {_ADVICE_ON_APP}",
        )
    client = AsyncWebClient(base_url=settings.slack_api_url)
    try:
        await client.apps_connections_open(app_token=settings.slack_app_token.get_secret_value())
    except (SlackApiError, aiohttp.ClientError) as error:
        return _refusal(error, _ADVICE_ON_APP)
    return "ok", "Socket Mode opens", ""


async def _signing_secret(settings: Settings) -> Found:
    if settings.slack_signing_secret is None:
        advice = "For `curbside serve` copy it from Basic Information of your Slack app."
        return "off", "SLACK_SIGNING_SECRET is not set: no events over HTTP", advice
    return "ok", "set", ""


def _refusal(error: Exception, advice: str) -> Found:
    if not isinstance(error, SlackApiError):
        return "wrong", "Slack does not answer", _NO_ADDRESS
    name, status = name_and_status(error)
    if not name:
        return "wrong", f"Slack answers with status {status}", "Try again later."
    return "wrong", f"Slack says {name}", advice
