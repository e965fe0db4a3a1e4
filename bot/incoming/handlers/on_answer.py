"""Carries out what asks about the last answer itself: why something was no option, one of its
citations, how new its sources are."""

from __future__ import annotations

import asyncio

from agents.endings.exclusions import exclusions_on, is_up_to_date
from bot.db import event_transactions
from bot.incoming.addressing import address_of, below_message, own_run_id
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.handlers.questions import Questions
from bot.incoming.on_answer.last_answers import answered_before, answers_meant, answers_of_thread
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import Ask, TellOfAnswer, WhyNot
from bot.rendering import narration
from bot.rendering.on_answer.answer_details import (
    change_blocks_of,
    told_blocks,
    told_message,
    told_of_step,
    voice_blocks_of,
)


class OnAnswer:
    """Tells what was recorded, and neither compares nor searches again."""

    def __init__(self, context: HandlerContext, questions: Questions) -> None:
        self._context = context
        self._questions = questions

    async def tell_why_not(self, row: int, incoming: Incoming, decision: WhyNot) -> None:
        """Say the reasons that the newest answer with any recorded; without, it is a question like
        others."""
        memory = self._context.memory
        newest = await memory.view(decision.run_id)
        views = await answers_of_thread(memory, decision.run_id)
        view = next((each for each in views if exclusions_on(each, decision.drugs)), newest)
        found = exclusions_on(view, decision.drugs)
        # In a thread: the facts of all messages are read.
        is_known = bool(found) and await asyncio.to_thread(is_up_to_date, view, newest)
        if view.is_private or not is_known:
            await self._questions.ask(row, incoming, Ask(decision.text))
            return
        links = self._context.style.links
        said = narration.why_not_message(own_run_id(incoming), view, found, links)
        told = below_message(incoming, [said])
        await event_transactions.finish_event(self._context.database, row, "why not", told)

    async def tell(self, row: int, incoming: Incoming, decision: TellOfAnswer) -> None:
        """Say in the thread what was asked of the answer; without an answer that all of the thread
        see, it is a question like others."""
        memory = self._context.memory
        views = await answers_meant(memory, decision.run_id, decision.asked)
        view = views[0]
        links = self._context.style.links
        blocks = [] if view.is_private else told_blocks(view, decision.asked, links)
        for opened in views[1:]:
            blocks += told_of_step(opened, decision.asked, links)
        if decision.asked.kind == "changes" and not view.is_private:
            blocks = change_blocks_of(await answered_before(memory, view), view)
        if decision.asked.kind == "voices" and not view.is_private:
            blocks = voice_blocks_of(view, links, self._context.style.titles)
        if not blocks:
            await self._questions.ask(row, incoming, Ask(decision.text))
            return
        said = told_message(own_run_id(incoming), address_of(incoming), blocks)
        await event_transactions.finish_event(self._context.database, row, "told", [said])
