"""Carries out questions that are asked by a press or in a form: they are posted for who asks, and
answered as soon as Slack has the message."""

from __future__ import annotations

import asyncio

from agents.turns import ThreadKey
from bot.db import event_transactions
from bot.db.posting.posted_questions import asked_by
from bot.incoming.addressing import address_of, own_run_id
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.handlers.questions import Questions
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import Ask, AskPosted, PostQuestion
from bot.rendering.answer.question_label import permalink
from bot.rendering.asking.posted import posted_question, question_blocks
from bot.rendering.channel.messages import refusal


class PostedQuestions:
    """Posts questions, and opens runs for those that are posted."""

    def __init__(self, context: HandlerContext, questions: Questions) -> None:
        self._context = context
        self._questions = questions

    async def post(self, row: int, incoming: Incoming, decision: PostQuestion) -> None:
        """Post it in the thread of the message that it is about, if the person may ask here."""
        address, database = address_of(incoming), self._context.database
        admission = self._context.admission
        rules = await admission.rules(incoming)
        if reason := await admission.refusal(incoming, rules):
            told = refusal(incoming.event_id, address, incoming.user, reason, incoming.ts)
            await event_transactions.finish_event(database, row, "refused", [told])
            return
        about = permalink(_thread_of(incoming), incoming.ts, self._context.style.workspace)
        blocks = await asyncio.to_thread(question_blocks, incoming.user, decision.text, about)
        asked = asked_by(incoming.user, decision.text)
        post = posted_question(incoming.event_id, address, blocks, asked)
        await event_transactions.finish_event(database, row, "asked for", [post])

    async def ask(self, row: int, incoming: Incoming, decision: AskPosted) -> None:
        """Open a run for it. The message is the run's from now on."""
        await event_transactions.give_post_to_run(
            self._context.database, incoming.value, own_run_id(incoming)
        )
        await self._questions.ask(row, incoming, Ask(decision.text))


def _thread_of(incoming: Incoming) -> ThreadKey:
    return ThreadKey(incoming.team, incoming.channel, incoming.thread_ts or incoming.ts)
