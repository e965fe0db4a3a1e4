"""Carries out what changes the settings of a channel."""

from __future__ import annotations

from bot.db import event_transactions
from bot.incoming.addressing import address_of, own_run_id
from bot.incoming.admission.admission import NOT_BY_GUESTS
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import ChangeSettings, OfferSettings
from bot.rendering.channel import messages

UNCHANGED = "Nothing is changed: the settings were so before."


class ChannelSettings:
    """Offers the form, and stores what was entered."""

    def __init__(self, context: HandlerContext) -> None:
        self._context = context

    async def offer(self, row: int, incoming: Incoming, _decision: OfferSettings) -> None:
        """Show the person a button that opens the form."""
        offered = messages.offer_settings(
            own_run_id(incoming), address_of(incoming), incoming.user, incoming.ts
        )
        await event_transactions.finish_event(self._context.database, row, "settings", [offered])

    async def change(self, row: int, incoming: Incoming, decision: ChangeSettings) -> None:
        """Store what was entered and announce it."""
        address, run_id = address_of(incoming), incoming.event_id
        root = address.thread_ts
        if await self._context.admission.access.is_guest(incoming.user):
            told = messages.refusal(run_id, address, incoming.user, NOT_BY_GUESTS, root)
            await event_transactions.finish_event(self._context.database, row, "refused", [told])
            return
        await event_transactions.change_settings(
            self._context.database,
            row,
            (incoming.team, incoming.channel, incoming.user),
            decision.chosen,
            lambda changes: (
                messages.announcement(run_id, address, incoming.user, changes, self._context.titles)
                if changes
                else messages.refusal(run_id, address, incoming.user, UNCHANGED, root)
            ),
        )
