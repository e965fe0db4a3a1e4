"""Carries out what opens a run: a question, and one that is asked again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from agents.analyses.attached import asks_of_tables, tables_asked_in_vain
from agents.journal.messages_of_run import beginning_of_files
from agents.journal.thread_files import ThreadFile
from agents.replies.conversation import goes_on
from agents.reports.file_values import asked_of_file, files_asked_in_vain
from agents.turns import Question, ThreadKey
from bot.db import event_transactions
from bot.db.channels.rules import ChannelRules
from bot.db.homes.opened import is_new
from bot.db.mornings.switching import Switching, switch_later
from bot.db.outbox import Outgoing
from bot.failures import sentences
from bot.incoming.addressing import address_of, own_run_id, run_id_of, thread_of
from bot.incoming.handlers.context import HandlerContext, hint
from bot.incoming.payloads.events import Incoming
from bot.incoming.private.direct_messages import UNREACHABLE
from bot.incoming.routing import Again, Ask
from bot.rendering import narration
from bot.rendering.answer.question_label import question_label
from bot.rendering.channel.messages import limit_words, refusal, welcome
from bot.rendering.file_lists import notice_message, off_message
from bot.rendering.mornings.following import switched_message


class Questions:
    """Opens runs."""

    def __init__(self, context: HandlerContext) -> None:
        self._context = context

    async def ask_again(self, row: int, incoming: Incoming, decision: Again) -> None:
        """Open a run for the thread's last question, with the facts as they are now."""
        question = await self._context.memory.question_again(decision.run_id)
        if not question.text:
            words = hint(incoming, sentences.HELP["file_off"])
            await event_transactions.finish_event(self._context.database, row, "help", [words])
            return
        await self.ask(row, incoming, Ask(question.text), question)

    async def ask(
        self, row: int, incoming: Incoming, decision: Ask, again: Question | None = None
    ) -> None:
        """Open a run for the question, unless it asks of a file that is switched off; ``again`` is
        the one that is asked once more."""
        if again is None and await self._asks_in_vain(row, incoming, decision.text):
            return
        await self._open(row, incoming, decision, again)

    async def _asks_in_vain(self, row: int, incoming: Incoming, text: str) -> bool:
        """Whether the message asks of a file that is switched off, what it says or something to be
        computed: it would be answered as if there were none. It is told so, with the button that
        switches the file on."""
        if incoming.files or not await asyncio.to_thread(_asks_of_files, text):
            return False
        thread = thread_of(incoming)
        files = await self._context.memory.files_of(thread)
        # In a thread: files are read through for what is asked.
        off = await asyncio.to_thread(_off_in_vain, text, files)
        if off:
            told = off_message(own_run_id(incoming), address_of(incoming), off)
            await event_transactions.finish_event(self._context.database, row, "files", [told])
        return bool(off)

    async def _open(
        self, row: int, incoming: Incoming, decision: Ask, again: Question | None
    ) -> None:
        database = self._context.database
        ts = f"{incoming.ts}:{incoming.edited_ts}" if decision.instead_of else incoming.ts
        run_id = run_id_of(incoming.team, incoming.channel, ts)
        address = address_of(incoming)
        await event_transactions.enqueue(
            database, [narration.eyes_reaction(run_id, address, incoming.ts)]
        )
        admission = self._context.admission
        rules = await admission.rules(incoming)
        private_in, why_not = await self._place_of_answer(incoming, rules)
        if why_not:
            await self._refuse(row, run_id, incoming, why_not)
            return
        earlier = again.attachments if again else ()
        new_files = await self._context.files.read_all(row, incoming)
        attachments = (*earlier, *new_files)
        text = decision.text or beginning_of_files(attachments)
        hints = notice_message(run_id, address, new_files)
        if not text:
            words = hints or [hint(incoming, sentences.HELP["empty"])]
            await event_transactions.finish_event(database, row, "help", words)
            return
        question = Question(
            thread=ThreadKey(incoming.team, incoming.channel, incoming.thread_ts),
            asker=incoming.user,
            text=text,
            attachments=attachments,
            repeats=again.repeats if again else "",
            replaces=decision.instead_of,
            private_in=private_in,
        )
        question = await self._with_surroundings(incoming, question)
        new_run = event_transactions.NewRun(
            run_id=run_id,
            question=question,
            message_ts=incoming.ts,
            instead_of=decision.instead_of,
            is_later=decision.is_later,
            label=await asyncio.to_thread(
                question_label, question, incoming.ts, self._context.style.workspace
            ),
            allowed=rules.daily,
            refuse=lambda reached: self._refusal_rows(run_id, incoming, limit_words(reached)),
            switch=_switch_of(incoming, question.thread, decision),
        )
        told = [*hints, *await self._welcome(incoming)]
        await event_transactions.ask(database, row, new_run, told, narration.waiting_body)

    async def _with_surroundings(self, incoming: Incoming, question: Question) -> Question:
        """The question with what surrounds it: who may see it, and what was said before."""
        return replace(
            question,
            is_sealed=await self._context.admission.must_be_sealed(incoming),
            discussion=await self._context.discussions.before(incoming),
            continues=await self._conversation(incoming, question.text),
        )

    async def _conversation(self, incoming: Incoming, text: str) -> tuple[str, ...]:
        """The threads of direct messages that a new message there goes on with."""
        begins = incoming.thread_ts in ("", incoming.ts)
        if not (incoming.direct and begins and await asyncio.to_thread(goes_on, text)):
            return ()
        before = await self._context.memory.conversation_before(
            incoming.team, incoming.channel, incoming.user
        )
        return before.threads

    async def _welcome(self, incoming: Incoming) -> list[Outgoing]:
        """For who has never asked; under an id of the person, so that it is said once."""
        team, user = incoming.team, incoming.user
        if not await is_new(self._context.database, team, user):
            return []
        own_id = run_id_of(team, user, "welcome")
        return [welcome(own_id, address_of(incoming), user, incoming.ts)]

    async def _place_of_answer(self, incoming: Incoming, rules: ChannelRules) -> tuple[str, str]:
        """The direct messages that the answer goes to, empty for the thread; and why it goes
        nowhere, empty if it does."""
        if why_not := await self._context.admission.refusal(incoming, rules):
            return "", why_not
        place = await self._context.direct.place_of_answer(incoming, rules)
        return ("", UNREACHABLE) if place is None else (place, "")

    async def _refuse(self, row: int, run_id: str, incoming: Incoming, why_not: str) -> None:
        refused = self._refusal_rows(run_id, incoming, why_not)
        await event_transactions.finish_event(self._context.database, row, "refused", refused)

    def _refusal_rows(self, run_id: str, incoming: Incoming, words: str) -> list[Outgoing]:
        """Why no run is opened, for the asker alone; the first sign goes."""
        address = address_of(incoming)
        told = refusal(run_id, address, incoming.user, words, incoming.ts)
        return [told, narration.eyes_removal(run_id, address, incoming.ts)]


def _asks_of_files(text: str) -> bool:
    return asked_of_file(text) is not None or asks_of_tables(text)


def _off_in_vain(text: str, files: Sequence[ThreadFile]) -> tuple[ThreadFile, ...]:
    return files_asked_in_vain(text, files) or tables_asked_in_vain(text, files)


def _switch_of(incoming: Incoming, thread: ThreadKey, decision: Ask) -> Switching | None:
    """What follows the case of the question, or no longer, where its message asks for that."""
    if decision.is_followed is None:
        return None
    own_id, by = run_id_of(incoming.team, thread.channel, incoming.event_id), incoming.user
    return switch_later(
        thread,
        by,
        is_on=decision.is_followed,
        tell=lambda switched: [switched_message(own_id, thread, by, switched)],
    )
