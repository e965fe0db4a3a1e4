"""Hands events to what handles those of their workspace, which is made when the first comes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError

from bot.db import event_transactions
from bot.db.inbox import NOT_INSTALLED
from bot.incoming.event_handler import SWEEP_SECONDS, EventHandler
from bot.incoming.forms import FormOpener
from bot.incoming.payloads.events import Incoming
from bot.incoming.thread_order import ThreadOrder
from bot.lifecycle import sleep_unless
from bot.logs import log
from bot.sending.slack_client import Identity
from bot.sending.teams import NotInstalled, Team, Teams
from retrieval.errors import DatabaseUnavailable
from retrieval.sql import Database

_log = log(__name__)
_AWAY = (SlackApiError, aiohttp.ClientError, TimeoutError, DatabaseUnavailable)
"""What keeps us from a workspace for now: the next sweep tries again."""


@dataclass(frozen=True, slots=True)
class TeamHandlers:
    """What handles the events of one workspace, over a client with its token."""

    events: EventHandler
    forms: FormOpener


@dataclass(frozen=True, slots=True)
class _Made:
    team: Team
    handlers: TeamHandlers


class HandlersOfTeams:
    """Of all workspaces. Nothing that one of them has asked Slack is shown to another."""

    def __init__(
        self,
        database: Database,
        teams: Teams,
        build: Callable[[Team], TeamHandlers],
        order: ThreadOrder,
    ) -> None:
        """``order``: that of every event handler that ``build`` makes."""
        self._database = database
        self._teams = teams
        self._build = build
        self._made: dict[str, _Made] = {}
        self.order = order

    async def identity_of(self, team: str) -> Identity:
        """Who we are in a workspace. Raises :class:`bot.sending.teams.NotInstalled`."""
        return await self._teams.identity_of(team)

    async def accept(self, row: int, incoming: Incoming) -> None:
        """Route an event that has just been stored. What fails is left to the sweep."""
        if (handlers := await self._of(row, incoming.team)) is not None:
            await handlers.events.accept(row, incoming)

    async def open_form(self, pressed: Incoming, payload: Mapping[str, Any]) -> None:
        """Open the form of a button that was pressed. A workspace that is not reached opens none
        either: whoever pressed presses again."""
        try:
            handlers = await self._handlers(pressed.team)
        except (NotInstalled, *_AWAY) as error:
            _log.warning("form_not_opened", cause=type(error).__name__)
            return
        identity = await self.identity_of(pressed.team)
        await handlers.forms.open(pressed, payload, identity.bot_user)

    async def sweep(self, stop: asyncio.Event) -> None:
        """Route what was stored and not routed: at once, then every two seconds until ``stop``."""
        older_than = 0.0
        while not stop.is_set():
            try:
                found = await event_transactions.unrouted_events(self._database, older_than)
                for row, team in found:
                    if (handlers := await self._of(row, team)) is not None:
                        await handlers.events.accept(row)
                older_than = SWEEP_SECONDS
            except DatabaseUnavailable:
                _log.warning("sweep_without_database")
            await sleep_unless(stop, SWEEP_SECONDS)

    async def _of(self, row: int, team: str) -> TeamHandlers | None:
        """None if the event cannot be handled now, or never: then that is noted."""
        try:
            return await self._handlers(team)
        except NotInstalled:
            reason = f"ignored: {NOT_INSTALLED}"
            await event_transactions.finish_event(self._database, row, reason)
        except _AWAY as error:
            _log.warning("team_not_reached", row=row, cause=type(error).__name__)
        return None

    async def _handlers(self, team: str) -> TeamHandlers:
        found = await self._teams.of(team)
        made = self._made.get(team)
        if made is None or made.team is not found:
            made = self._made[team] = _Made(found, self._build(found))
        return made.handlers
