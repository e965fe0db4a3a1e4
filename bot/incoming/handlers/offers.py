"""Carries out what asks a writer whether a message was meant for us."""

from __future__ import annotations

from bot.asking.limits import LONGEST_QUESTION
from bot.db import event_transactions
from bot.failures import sentences
from bot.incoming.addressing import address_of, own_run_id
from bot.incoming.handlers.context import HandlerContext, hint
from bot.incoming.handlers.questions import Questions
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import Ask, AskWritten, Offer
from bot.rendering.private import ephemeral


class Offers:
    """Neither answers what was not meant for us nor is silent about it."""

    def __init__(self, context: HandlerContext, questions: Questions) -> None:
        self._context = context
        self._questions = questions

    async def offer(self, row: int, incoming: Incoming, _decision: Offer) -> None:
        """Show the writer a button, and nobody else."""
        shown = ephemeral.offer_message(
            own_run_id(incoming), address_of(incoming), incoming.user, incoming.ts
        )
        await event_transactions.finish_event(self._context.database, row, "offered", [shown])

    async def ask(self, row: int, incoming: Incoming, decision: AskWritten) -> None:
        """Open a run for the message, as it reads now."""
        messages = self._context.messages
        found = await messages.read(incoming, decision.thread_ts, decision.ts)
        text = await messages.words(found) if found else ""
        if found is None or not text or len(text) > LONGEST_QUESTION:
            topic: sentences.Topic = "too_long" if text else "empty"
            words = hint(incoming, sentences.HELP[topic if found else "no_new_question"])
            await event_transactions.finish_event(self._context.database, row, "help", [words])
            return
        await self._questions.ask(row, found, Ask(text, is_later=True))
