"""Carries out what follows from the edit or the deletion of a question."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from agents.errors import RunUnknown
from agents.turns import ThreadKey, Withdrawn
from bot.asking.limits import LONGEST_QUESTION
from bot.db import event_transactions, question_withdrawals
from bot.failures import sentences
from bot.incoming.addressing import is_of_run
from bot.incoming.handlers.context import HandlerContext, hint
from bot.incoming.handlers.questions import Questions
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import Ask, AskChanged, ForgetFile, Withdraw
from bot.rendering import narration
from bot.rendering.file_lists import LISTS


class ChangedQuestions:
    """Keeps an answer from standing under a question that it does not answer."""

    def __init__(self, context: HandlerContext, questions: Questions) -> None:
        self._context = context
        self._questions = questions

    async def withdraw(self, row: int, incoming: Incoming, decision: Withdraw) -> None:
        """Mark what was said to the question as it was, or take it back."""
        told = await question_withdrawals.withdraw(
            self._context.database,
            row,
            question_withdrawals.AskedBefore(
                decision.run_id,
                ThreadKey(incoming.team, incoming.channel, incoming.thread_ts),
                incoming.ts,
            ),
            Withdrawn(how=decision.how, by=incoming.user),
            LISTS,
        )
        await self._take_back(told)

    async def forget_file(self, row: int, incoming: Incoming, decision: ForgetFile) -> None:
        """Take back what was said to questions that came with the file, and say so."""
        told = await question_withdrawals.forget_file(
            self._context.database,
            row,
            incoming.team,
            decision.file_id,
            narration.file_forgotten,
            LISTS,
        )
        await self._take_back(told)

    async def _take_back(self, told: Sequence[tuple[str, str]]) -> None:
        for run_id, ts in told:
            # At once; a worker tells it, too, but may be busy with another question of the thread.
            view = await self._context.memory.view(run_id)
            thread = view.question.thread
            style = await self._context.style_in(thread.team, thread.channel)
            rows = await asyncio.to_thread(narration.narrate, view, ts, style)
            await event_transactions.enqueue(self._context.database, rows)

    async def ask(self, row: int, incoming: Incoming, decision: AskChanged) -> None:
        """Open a run for the question as it reads now, whoever asks for that."""
        question = await self._question_now(incoming, decision.run_id)
        text = await self._context.messages.words(question) if question else ""
        if question is None or not text or len(text) > LONGEST_QUESTION:
            topic: sentences.Topic = "too_long" if text else "empty"
            words = hint(incoming, sentences.HELP[topic if question else "no_new_question"])
            await event_transactions.finish_event(self._context.database, row, "help", [words])
            return
        await self._questions.ask(row, question, Ask(text, instead_of=decision.run_id))

    async def _question_now(self, incoming: Incoming, run_id: str) -> Incoming | None:
        """The message of a run's question as it reads now; None if it was asked anew already."""
        try:
            view = await self._context.memory.view(run_id)
        except RunUnknown:
            return None
        gone, thread = view.withdrawn, view.question.thread
        if not is_of_run(incoming, view) or gone is None or gone.how != "edited" or gone.next:
            return None
        ts = await event_transactions.message_of_run(self._context.database, run_id)
        # It may be pressed in direct messages, where the answer went.
        incoming = replace(incoming, channel=thread.channel, direct=False)
        return await self._context.messages.read(incoming, thread.thread, ts) if ts else None
