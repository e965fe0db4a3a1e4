"""What the doctor says of the workspaces that installed the app."""

from __future__ import annotations

from typing import Literal

import aiohttp
from slack_sdk.errors import SlackApiError

from agents.wording.counts import count_of
from bot.composition import open_pool
from bot.failures.errors import BotError
from bot.failures.sentences import StartRefused
from bot.sending.slack_errors import name_and_status
from bot.sending.teams import NotInstalled
from bot.settings import Settings
from bot.teams.install_pages import INSTALL_PATH, REDIRECT_PATH, public_address
from bot.teams.opening import client_secret, installations_of, installed_teams, serves_all

Found = tuple[Literal["ok", "off", "wrong"], str, str]
"""What the doctor says of a part: its state, what was found, what to do."""


def install_page(settings: Settings) -> Found:
    """Whether a workspace can install the app."""
    try:
        serves_all(settings)
        client_secret(settings)
        here = public_address(settings)
    except StartRefused as error:
        return "wrong", "cannot be shown", str(error)
    advice = f"{here}{REDIRECT_PATH} must be a redirect URL of your app."
    return "ok", f"{here}{INSTALL_PATH}", advice


async def workspaces(settings: Settings, url: str) -> Found:
    """Whether each workspace that installed the app can be served."""
    try:
        problems, number = await _problems_and_count(settings, url)
    except StartRefused as error:
        return "wrong", "cannot be served", str(error)
    found = f"{count_of(number, 'workspace')} installed the app"
    if problems:
        return "wrong", "; ".join(problems), "Install the app there again."
    if not number:
        return "off", found, f"Open {INSTALL_PATH} at CURBSIDE_PUBLIC_URL."
    return "ok", found, ""


async def _problems_and_count(settings: Settings, url: str) -> tuple[list[str], int]:
    problems = []
    async with (
        open_pool(url, connections=2) as database,
        aiohttp.ClientSession() as session,
    ):
        served = installed_teams(settings, database, session)
        found = await installations_of(settings, database).teams()
        for each in found:
            try:
                await served.of(each.team)
            except NotInstalled:
                problems.append(f"{each.team}: its token counts no more")
            except SlackApiError as error:
                problems.append(f"{each.team}: Slack says {name_and_status(error)[0]}")
            except BotError as error:
                problems.append(f"{each.team}: {error}")
    return problems, len(found)
