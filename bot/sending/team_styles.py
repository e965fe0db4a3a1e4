"""How runs are shown in each workspace: links lead to its own messages."""

from __future__ import annotations

from dataclasses import dataclass, replace

import aiohttp
from slack_sdk.errors import SlackApiError

from bot.logs import log
from bot.rendering.narration import Style
from bot.sending.teams import NotInstalled, Teams

_log = log(__name__)


@dataclass(frozen=True, slots=True)
class TeamStyles:
    """The style of all workspaces, with the address of each."""

    teams: Teams
    style: Style

    async def of(self, team: str) -> Style:
        """The style of one workspace. While Slack does not tell its address, without links to
        messages: a run does not wait for that."""
        try:
            address = (await self.teams.of(team)).identity.address
        except (NotInstalled, SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            _log.info("address_unknown", cause=type(error).__name__)
            address = ""
        return replace(self.style, workspace=address)
