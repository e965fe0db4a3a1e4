"""Carries out what people ask of the morning messages of a case."""

from __future__ import annotations

from collections.abc import Sequence

from agents.replies.steering import NamedSilo
from agents.turns import ThreadKey
from bot.db import event_transactions
from bot.db.mornings.switching import switch_case_of_event
from bot.db.outbox import Outgoing
from bot.incoming.addressing import address_of, own_run_id, run_id_of, thread_of
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import FollowCase
from bot.rendering.channel.messages import refusal
from bot.rendering.home.cases import read_thread
from bot.rendering.mornings.following import switched_messages
from bot.sending.home_pages import HomePages


class CaseFollowing:
    """Follows cases, and stops doing so."""

    def __init__(
        self, context: HandlerContext, homes: HomePages, silos: Sequence[NamedSilo]
    ) -> None:
        self._context = context
        self._homes = homes
        self._silos = silos

    async def switch(self, row: int, incoming: Incoming, decision: FollowCase) -> None:
        """Note it, say so in the thread, and renew the Home in which it was chosen."""
        thread = _thread(incoming, decision)
        own_id = run_id_of(incoming.team, thread.channel, incoming.event_id)
        asked_at = address_of(incoming) if incoming.channel else None
        if await self._is_refused(row, incoming, thread):
            return
        await switch_case_of_event(
            self._context.database,
            row,
            thread,
            incoming.user,
            is_on=decision.is_on,
            tell=lambda switched: switched_messages(
                own_id, thread, asked_at, incoming.user, switched
            ),
        )
        if decision.thread and not incoming.channel:
            page = await self._homes.page(
                incoming.event_id, incoming.team, incoming.user, self._silos
            )
            await event_transactions.enqueue(self._context.database, [page])

    async def _is_refused(self, row: int, incoming: Incoming, thread: ThreadKey) -> bool:
        admission = self._context.admission
        rules = await admission.channels.rules(thread.team, thread.channel)
        why_not = await admission.refusal(incoming, rules)
        if why_not:
            # A Home has no place for it; it offers the threads of own questions alone.
            told = [] if not incoming.channel else [self._refusal(incoming, why_not)]
            await event_transactions.finish_event(self._context.database, row, "refused", told)
        return bool(why_not)

    @staticmethod
    def _refusal(incoming: Incoming, why_not: str) -> Outgoing:
        own_id, address = own_run_id(incoming), address_of(incoming)
        return refusal(own_id, address, incoming.user, why_not, incoming.ts)


def _thread(incoming: Incoming, decision: FollowCase) -> ThreadKey:
    if decision.thread:
        return read_thread(decision.thread, incoming.team)
    return thread_of(incoming)
