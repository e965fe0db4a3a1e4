"""Carries out what makes a run go on otherwise: steering, a fork."""

from __future__ import annotations

from agents.errors import StepUnknown
from agents.memory.forks import NewFork
from agents.turns import ThreadKey, View
from bot.db import event_transactions
from bot.failures import sentences
from bot.incoming.addressing import address_of, own_run_id
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.payloads.events import Incoming
from bot.incoming.private.refusing import not_published
from bot.incoming.routing import Fork, Steer
from bot.rendering import narration
from bot.rendering.channel.messages import refusal


class RunChanges:
    """Carries out what makes a run search elsewhere."""

    def __init__(self, context: HandlerContext) -> None:
        self._database = context.database
        self._admission = context.admission
        self._memory = context.memory

    async def steer(self, row: int, incoming: Incoming, decision: Steer) -> None:
        """Write the steering into the journal of the run; the run tells what it took over."""
        own_id, address = own_run_id(incoming), address_of(incoming)
        late = narration.hint_message(own_id, address, sentences.HELP["nothing_to_steer"])
        await event_transactions.steer(
            self._database,
            row,
            decision.run_id,
            decision.steering,
            noted=[narration.fact_reaction(own_id, address, incoming.ts)],
            late=[late],
        )

    async def fork(self, row: int, incoming: Incoming, decision: Fork) -> None:
        """Store the fork and queue it; a step that is not there is told so."""
        own_id, address = own_run_id(incoming), address_of(incoming)
        rules = await self._admission.rules(incoming)
        if why_not := await self._admission.refusal(incoming, rules):
            told = refusal(own_id, address, incoming.user, why_not)
            await event_transactions.finish_event(self._database, row, "refused", [told])
            return
        parent = await self._memory.view(decision.run_id)
        if parent.is_private and parent.question.asker != incoming.user:
            told = not_published(incoming)
            await event_transactions.finish_event(self._database, row, "refused", [told])
            return
        if await self._has_unused_file(parent):
            words = narration.hint_message(own_id, address, sentences.HELP["file_off"])
            await event_transactions.finish_event(self._database, row, "help", [words])
            return
        new = NewFork(
            run_id=own_id,
            parent=decision.run_id,
            step=decision.step,
            text=decision.text,
            by=incoming.user,
            steering=decision.steering,
            fact=decision.fact,
        )
        thread = ThreadKey(incoming.team, incoming.channel, incoming.thread_ts)
        eyes = narration.eyes_reaction(own_id, address, incoming.ts)
        try:
            await event_transactions.fork(
                self._database, row, new, thread=thread, message_ts=incoming.ts, items=[eyes]
            )
        except StepUnknown as error:
            words = narration.hint_message(own_id, address, sentences.sentence(error))
            await event_transactions.finish_event(self._database, row, "help", [words])

    async def _has_unused_file(self, parent: View) -> bool:
        """Whether the steps of a run, which a fork keeps, had a file that is not used now."""
        files = await self._memory.files_of(parent.question.thread)
        off = {each.id for each in files if not each.is_used}
        return any(each.file_id in off for each in parent.messages if each.file_id)
