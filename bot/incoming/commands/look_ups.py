"""Hands a look-up to a worker: whoever takes events in searches no silo."""

from __future__ import annotations

from bot.db.commands import LookUpOrder, order_look_up
from bot.incoming.commands.permission import is_sealed, refuse
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import LookUp


class LookUpOrders:
    """Orders look-ups."""

    def __init__(self, context: HandlerContext) -> None:
        self._context = context

    async def order(self, row: int, incoming: Incoming, decision: LookUp) -> None:
        """Queue it, if the person may ask here."""
        if await refuse(self._context, row, incoming, must_write=decision.is_asked):
            return
        order = LookUpOrder(
            key=incoming.event_id,
            kind=decision.kind,
            name=decision.name,
            team=incoming.team,
            channel=incoming.channel,
            user=incoming.user,
            respond_to=incoming.respond_to,
            shared_by=incoming.user if decision.is_shared else "",
            is_asked=decision.is_asked,
            is_sealed=await is_sealed(self._context, incoming),
        )
        await order_look_up(self._context.database, row, order)
