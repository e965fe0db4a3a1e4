"""Carries out what the opening of a Home asks for."""

from __future__ import annotations

from bot.db.homes.opened import finish_opening
from bot.home.pages import HomePages
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import ShowHome


class HomeOpenings:
    """Publishes the page to those who open them."""

    def __init__(self, context: HandlerContext, homes: HomePages) -> None:
        self._context = context
        self._homes = homes

    async def show(self, row: int, incoming: Incoming, _decision: ShowHome) -> None:
        """Publish the page as it is now."""
        titles = self._context.titles
        page = await self._homes.page(incoming.event_id, incoming.team, incoming.user, titles)
        await finish_opening(self._context.database, row, incoming.team, incoming.user, page)
