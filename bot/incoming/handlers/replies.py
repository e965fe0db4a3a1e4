"""Carries out what needs no new run: a stop, the rest of an answer, a hint, silence."""

from __future__ import annotations

from bot.db import event_transactions
from bot.failures import sentences
from bot.incoming.addressing import address_of, below_message, own_run_id
from bot.incoming.handlers.context import HandlerContext, hint
from bot.incoming.on_answer.last_answers import last_answered
from bot.incoming.payloads.events import Incoming
from bot.incoming.private.refusing import not_published
from bot.incoming.routing import Help, Ignore, More, Stop
from bot.rendering import narration


class Replies:
    """Says what is known already, or nothing."""

    def __init__(self, context: HandlerContext) -> None:
        self._context = context

    async def stop(self, row: int, incoming: Incoming, decision: Stop) -> None:
        """Ask for the runs to be stopped."""
        await event_transactions.stop(self._context.database, row, decision.run_ids, incoming.user)

    async def tell_more(self, row: int, incoming: Incoming, decision: More) -> None:
        """Say the rest of an answer in the thread."""
        view = await last_answered(self._context.memory, decision.run_id)
        if view.is_private:
            told = not_published(incoming)
            await event_transactions.finish_event(self._context.database, row, "refused", [told])
            return
        rest = narration.more_messages(own_run_id(incoming), view, self._context.style.links)
        told_there = below_message(incoming, rest)
        await event_transactions.finish_event(self._context.database, row, "more", told_there)

    async def give_help(self, row: int, incoming: Incoming, decision: Help) -> None:
        """Say a plain sentence."""
        words = hint(incoming, sentences.HELP[decision.topic])
        await event_transactions.finish_event(self._context.database, row, "help", [words])

    async def ignore(self, row: int, incoming: Incoming, decision: Ignore) -> None:
        """Note why nothing is done. Thanks get a reaction."""
        told = []
        if decision.is_thanked:
            own_id, address = own_run_id(incoming), address_of(incoming)
            told.append(narration.thanks_reaction(own_id, address, incoming.ts))
        await event_transactions.finish_event(
            self._context.database, row, f"ignored: {decision.reason}", told
        )
