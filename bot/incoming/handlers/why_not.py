"""Carries out what asks why something was no option."""

from __future__ import annotations

import asyncio

from agents.endings.exclusions import exclusions_on, is_up_to_date
from bot.db import event_transactions
from bot.incoming.addressing import own_run_id
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.handlers.questions import Questions
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import Ask, WhyNot
from bot.rendering import narration


class Reasons:
    """Tells what was compared, and does not compare again."""

    def __init__(self, context: HandlerContext, questions: Questions) -> None:
        self._context = context
        self._questions = questions

    async def why_not(self, row: int, incoming: Incoming, decision: WhyNot) -> None:
        """Say the recorded reasons in the thread; without any, it is a question like others."""
        view = await self._context.memory.view(decision.run_id)
        found = exclusions_on(view, decision.drugs)
        # In a thread: the facts of all messages are read.
        if view.is_private or not found or not await asyncio.to_thread(is_up_to_date, view):
            await self._questions.ask(row, incoming, Ask(decision.text))
            return
        links = self._context.style.links
        said = narration.why_not_message(own_run_id(incoming), view, found, links)
        await event_transactions.finish_event(self._context.database, row, "why not", [said])
