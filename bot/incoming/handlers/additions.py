"""Carries out what adds a fact, or a file, to a run."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from agents.journal.codec import Addition
from agents.journal.messages_of_run import messages_in as fact_messages
from bot.db import event_transactions
from bot.failures import sentences
from bot.incoming.addressing import address_of, own_run_id
from bot.incoming.handlers.context import HandlerContext, hint
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import AddToRun
from bot.rendering import narration
from bot.rendering.file_lists import notice_message


class Additions:
    """Adds to runs."""

    def __init__(self, context: HandlerContext) -> None:
        self._context = context

    async def add(self, row: int, incoming: Incoming, decision: AddToRun) -> None:
        """Add what was said, or the file that came instead, and tell what that changed."""
        database = self._context.database
        attachments = await self._context.files.read_all(row, incoming)
        address = address_of(incoming)
        own_id = own_run_id(incoming)
        noted = notice_message(own_id, address, attachments)
        if not decision.text and not any(file.text for file in attachments):
            words = noted or [hint(incoming, sentences.HELP["empty"])]
            await event_transactions.finish_event(database, row, "help", words)
            return
        addition = Addition(text=decision.text, by=incoming.user, attachments=attachments)
        view = await self._context.memory.view(decision.run_id)
        added = fact_messages(addition, datetime.now(UTC))
        await event_transactions.add_to_run(
            database,
            row,
            decision.run_id,
            addition,
            noted=[*noted, narration.fact_reaction(own_id, address, incoming.ts)],
            told=await asyncio.to_thread(narration.correction_messages, own_id, view, added),
        )
