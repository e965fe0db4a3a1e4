"""Carries out the press of a button that shows something of a run."""

from __future__ import annotations

import asyncio

from agents.errors import RunUnknown
from bot.failures import sentences
from bot.incoming.addressing import is_of_run
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import Show
from bot.packets.contents import PacketRun, head_of
from bot.packets.slack import packet_blocks
from bot.rendering.blocks import sections
from bot.rendering.private import ephemeral


class Presses:
    """Answers the person who pressed a button, and nobody else."""

    def __init__(self, context: HandlerContext) -> None:
        self._context = context

    async def show(self, row: int, incoming: Incoming, decision: Show) -> None:
        """Show the passages, the steps, the rest or the packet of a run."""
        style = self._context.style
        try:
            view = await self._context.memory.view(decision.run_id)
            if not is_of_run(incoming, view):
                raise RunUnknown(decision.run_id)
            if decision.what == "packet":
                head = head_of(await self._context.memory.events(decision.run_id))
                blocks = await asyncio.to_thread(packet_blocks, PacketRun(view=view, head=head))
            else:
                blocks = ephemeral.shown_blocks(decision.what, view, style.titles, style.links)
        except RunUnknown as error:
            blocks = sections([sentences.sentence(error)])
        await self._context.tell_person(row, incoming, decision.run_id, blocks)
