"""Carries out the press of a button that judges a run or shows something of it."""

from __future__ import annotations

from agents.errors import RunUnknown
from bot.db import event_transactions
from bot.failures import sentences
from bot.incoming.addressing import address_of
from bot.incoming.carrying.means import Means
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import Show, StoreReview
from bot.rendering import ephemeral
from bot.rendering.blocks import Block, sections

_THANKS = "Thank you. Your judgement is recorded with this answer."


class Presses:
    """Answers the person who pressed a button, and nobody else."""

    def __init__(self, means: Means) -> None:
        self._means = means

    async def review(self, row: int, incoming: Incoming, decision: StoreReview) -> None:
        """Write the judgement into the journal of the run."""
        try:
            await self._means.memory.add_review(
                decision.run_id, None, decision.verdict, incoming.user
            )
            blocks = sections([_THANKS])
        except RunUnknown as error:
            blocks = sections([sentences.sentence(error)])
        await self._answer(row, incoming, decision.run_id, blocks)

    async def show(self, row: int, incoming: Incoming, decision: Show) -> None:
        """Show the passages, the steps or the rest of a run."""
        style = self._means.style
        try:
            view = await self._means.memory.view(decision.run_id)
            blocks = ephemeral.shown_blocks(decision.what, view, style.titles, style.links)
        except RunUnknown as error:
            blocks = sections([sentences.sentence(error)])
        await self._answer(row, incoming, decision.run_id, blocks)

    async def _answer(self, row: int, incoming: Incoming, run_id: str, blocks: list[Block]) -> None:
        press = incoming.event_id.rsplit(":", 1)[-1]
        shown = ephemeral.ephemeral_messages(
            run_id, address_of(incoming), incoming.user, press, blocks
        )
        await event_transactions.finish_event(self._means.database, row, "pressed", shown)
