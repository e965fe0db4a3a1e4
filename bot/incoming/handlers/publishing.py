"""Carries out the press that publishes an answer which its asker alone has seen."""

from __future__ import annotations

from dataclasses import replace

from agents.errors import RunUnknown
from agents.turns import View
from bot.db import event_transactions
from bot.db.private import publishing
from bot.failures import sentences
from bot.incoming.addressing import is_of_run
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import Publish
from bot.rendering import narration
from bot.rendering.blocks import sections

_ONLY_ASKER = "Only the person who asked publishes the answer."
_CHANGED = "The question was changed after this answer, so it is not published. Ask again."
_NOT_ENDED = "There is no answer yet to be published."


class AnswerPublisher:
    """Publishes answers."""

    def __init__(self, context: HandlerContext) -> None:
        self._context = context

    async def publish(self, row: int, incoming: Incoming, decision: Publish) -> None:
        """Show what a run said in the thread of its question, once."""
        run_id = decision.run_id
        try:
            view = await self._context.memory.view(run_id)
            if why_not := await self._why_not(incoming, view):
                await self._context.tell_person(row, incoming, run_id, sections([why_not]))
                return
            thread = view.question.thread
            found = await event_transactions.message_of_run(self._context.database, run_id)
            question_ts = found or thread.thread
            style = await self._context.style_in(thread.team, thread.channel)
            await publishing.publish(
                self._context.database,
                row,
                run_id,
                incoming.user,
                tell=lambda now: narration.narrate(now, question_ts, style),
            )
        except RunUnknown as error:
            words = sections([sentences.sentence(error)])
            await self._context.tell_person(row, incoming, run_id, words)

    async def _why_not(self, incoming: Incoming, view: View) -> str:
        """Why it is not published; empty if it is."""
        if not is_of_run(incoming, view) or not view.question.private_in:
            return sentences.sentence(RunUnknown())
        if incoming.user != view.question.asker:
            return _ONLY_ASKER
        if view.withdrawn is not None:
            return _CHANGED
        if view.ending is None:
            return _NOT_ENDED
        there = replace(incoming, channel=view.question.thread.channel)
        rules = await self._context.admission.rules(there)
        return await self._context.admission.refusal(there, rules)
