"""A workspace takes the app out, or its token away."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from bot.db.teams import uninstalling
from bot.db.teams.installations import Installations
from bot.incoming.payloads.events import Incoming
from bot.logs import log
from retrieval.sql import Database

_log = log(__name__)
_CLOCK_STEP = timedelta(seconds=1)
"""Slack tells the time of an event in whole seconds."""


class Removals:
    """Takes what is to go before Slack gets its acknowledgement: it tells of it once more if that
    fails. ``installations`` is None where one workspace is served by a token of the settings: whose
    data that is, and when it goes, is for who runs it to say."""

    def __init__(self, database: Database, installations: Installations | None) -> None:
        self._database = database
        self._installations = installations

    async def carry_out(self, incoming: Incoming, payload: dict[str, Any]) -> None:
        """Do what the event asks for."""
        if self._installations is None:
            _log.warning("app_removed", told_by=incoming.name, team=incoming.team)
            return
        at = payload.get("event_time")
        since = datetime.fromtimestamp(at, UTC) if isinstance(at, int) else datetime.now(UTC)
        take = uninstalling.uninstall if incoming.name == "app_uninstalled" else uninstalling.revoke
        done = await take(self._database, self._installations, incoming.team, since + _CLOCK_STEP)
        _log.info("app_removed", told_by=incoming.name, team=incoming.team, was_current=done)
