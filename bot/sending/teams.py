"""How whoever acts in a workspace gets the client with its token."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from slack_sdk.web.async_client import AsyncWebClient

from bot.sending.slack_client import Identity


@dataclass(frozen=True, slots=True)
class Team:
    """A workspace: the client with its token, and who we are there."""

    client: AsyncWebClient
    identity: Identity


class NotInstalled(Exception):
    """The app is not installed in this workspace, or its token counts no more."""


class Teams(Protocol):
    """The workspaces that are served."""

    async def of(self, team: str) -> Team:
        """The workspace with this id. Raises :class:`NotInstalled`, what slack-sdk and aiohttp
        raise, and :class:`retrieval.errors.DatabaseUnavailable`."""

    async def identity_of(self, team: str) -> Identity:
        """Who we are there, without asking Slack: the address may be missing. Raises
        :class:`NotInstalled` and :class:`retrieval.errors.DatabaseUnavailable`."""


@dataclass(frozen=True, slots=True)
class OneTeam:
    """The one workspace of a token in the settings."""

    team: Team

    async def of(self, team: str) -> Team:
        """That workspace, whichever is named: a channel that is shared names others, too."""
        return self.team

    async def identity_of(self, team: str) -> Identity:
        """Who we are in it."""
        return self.team.identity
