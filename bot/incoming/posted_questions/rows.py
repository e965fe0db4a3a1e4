"""Carries out what is asked of one row of a sequencing report by a press."""

from __future__ import annotations

import asyncio

from agents.errors import RunUnknown
from agents.reports.rows import question_on_row, row_at
from bot.db import event_transactions
from bot.failures import sentences
from bot.incoming.addressing import address_of, is_of_run
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.payloads.events import Incoming
from bot.incoming.posted_questions.posting import PostedQuestions
from bot.incoming.routing import AskOfRow, PostQuestion
from bot.rendering.answer.report import why_not_row
from bot.rendering.blocks import sections

NO_FILE = "The report is not kept any more. Attach it again and ask “what is actionable?”."


class RowQuestions:
    """Asks in the thread, in the name of who pressed; tells there what was recorded."""

    def __init__(self, context: HandlerContext, posted: PostedQuestions) -> None:
        self._context = context
        self._posted = posted

    async def ask(self, row: int, incoming: Incoming, decision: AskOfRow) -> None:
        """Post the question on the row, or say why the row led to nothing."""
        try:
            view = await self._context.memory.view(decision.run_id)
        except RunUnknown as error:
            words = sections([sentences.sentence(error)])
            await self._context.tell_person(row, incoming, decision.run_id, words)
            return
        # In a thread: the report is read again.
        found = await asyncio.to_thread(row_at, view, decision.number)
        if not is_of_run(incoming, view) or found is None:
            await self._context.tell_person(row, incoming, decision.run_id, sections([NO_FILE]))
        elif decision.asked == "why_not":
            links = self._context.style.links
            address = address_of(incoming)
            said = await asyncio.to_thread(why_not_row, view, decision.number, address, links)
            await event_transactions.finish_event(self._context.database, row, "why not", [said])
        else:
            question = await asyncio.to_thread(question_on_row, view, found, decision.asked)
            await self._posted.post(row, incoming, PostQuestion(question))
