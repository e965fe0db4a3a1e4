"""Carries out what the opening of a Home asks for."""

from __future__ import annotations

from collections.abc import Sequence

from agents.replies.steering import NamedSilo
from bot.db.homes.opened import finish_opening
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import ShowHome
from bot.sending.home_pages import HomePages
from retrieval.sql import Database


class HomeOpenings:
    """Publishes the page to those who open them."""

    def __init__(self, database: Database, homes: HomePages, silos: Sequence[NamedSilo]) -> None:
        self._database = database
        self._silos = silos
        self._homes = homes

    async def show(self, row: int, incoming: Incoming, _decision: ShowHome) -> None:
        """Publish the page as it is now."""
        page = await self._homes.page(incoming.event_id, incoming.team, incoming.user, self._silos)
        await finish_opening(self._database, row, incoming.team, incoming.user, page)
