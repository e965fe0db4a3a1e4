"""Carries out questions that are asked by a press or in a form: they are posted for who asks, and
answered as soon as Slack has the message."""

from __future__ import annotations

import asyncio

from bot.db import event_transactions
from bot.db.outbox import Outgoing
from bot.db.posting.posted_questions import asked_by
from bot.incoming.addressing import address_of, own_run_id, thread_of
from bot.incoming.admission.admission import NO_MEMBER
from bot.incoming.handlers.changed_questions import ChangedQuestions
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.handlers.questions import Questions
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import Ask, AskPosted, PostQuestion, TakeBack, Withdraw
from bot.rendering.answer.question_label import permalink
from bot.rendering.blocks import Block, sections
from bot.rendering.channel.messages import refusal
from bot.rendering.commands.responses import response
from bot.rendering.posted_questions.posted import case_blocks, posted_question, question_blocks

_NOT_YOURS = "Only who asked can take this question back."


class PostedQuestions:
    """Posts questions, and opens runs for those that are posted."""

    def __init__(
        self, context: HandlerContext, questions: Questions, changed: ChangedQuestions
    ) -> None:
        self._context = context
        self._questions = questions
        self._changed = changed

    async def post(self, row: int, incoming: Incoming, decision: PostQuestion) -> None:
        """Post it in the thread of the message that it is about, or in the channel that was chosen
        for it, if the person may ask there and we may answer."""
        address, database = address_of(incoming), self._context.database
        if reason := await self._refusal(incoming):
            told = self._refusal_row(incoming, reason)
            await event_transactions.finish_event(database, row, "refused", [told])
            return
        asked = asked_by(incoming.user, decision.text)
        blocks = await asyncio.to_thread(self._blocks, incoming, decision)
        post = posted_question(incoming.event_id, address, blocks, asked)
        await event_transactions.finish_event(database, row, "asked for", [post])

    def _blocks(self, incoming: Incoming, decision: PostQuestion) -> list[Block]:
        if decision.is_case:
            return case_blocks(incoming.user, decision.text)
        about = permalink(thread_of(incoming), incoming.ts, self._context.style.workspace)
        return question_blocks(incoming.user, decision.text, about)

    async def _refusal(self, incoming: Incoming) -> str:
        admission = self._context.admission
        reason = await admission.refusal(incoming, await admission.rules(incoming))
        if reason or not incoming.respond_to:
            return reason
        return "" if await admission.access.lets_us_write(incoming.channel) else NO_MEMBER

    def _refusal_row(self, incoming: Incoming, reason: str) -> Outgoing:
        address = address_of(incoming)
        if incoming.respond_to:
            words = sections([reason])
            return response(incoming.event_id, address, incoming.respond_to, words)
        return refusal(incoming.event_id, address, incoming.user, reason, incoming.ts)

    async def ask(self, row: int, incoming: Incoming, decision: AskPosted) -> None:
        """Open a run for it. The message is the run's from now on."""
        await event_transactions.give_post_to_run(
            self._context.database, incoming.value, own_run_id(incoming)
        )
        await self._questions.ask(row, incoming, Ask(decision.text))

    async def take_back(self, row: int, incoming: Incoming, decision: TakeBack) -> None:
        """As if who asked had deleted a question of their own; others are told that it is not
        theirs."""
        if incoming.user == decision.asker:
            await self._changed.withdraw(row, incoming, Withdraw(decision.run_id, "deleted"))
            return
        await self._context.tell_person(row, incoming, decision.run_id, sections([_NOT_YOURS]))
