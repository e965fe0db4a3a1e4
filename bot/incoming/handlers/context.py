"""What every decision is carried out with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from agents.memory.database import Memory
from bot.db import event_transactions
from bot.db.outbox import Outgoing
from bot.incoming.addressing import address_of, messages_to_person, own_run_id
from bot.incoming.admission.admission import Admission
from bot.incoming.handlers.attached_files import AttachedFiles
from bot.incoming.payloads.events import Incoming
from bot.incoming.private.direct_messages import DirectMessages
from bot.incoming.thread.discussions import Discussions
from bot.incoming.written_messages import WrittenMessages
from bot.rendering import narration
from bot.rendering.blocks import Block
from bot.rendering.narration import Style
from retrieval.sql import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class HandlerContext:
    """The tables, the files of a message, and how a thread is written."""

    database: Database
    memory: Memory
    files: AttachedFiles
    messages: WrittenMessages
    discussions: Discussions
    style: Style
    admission: Admission
    direct: DirectMessages
    titles: Mapping[str, str]
    """Of the silos, by their names."""

    async def style_in(self, team: str, channel: str) -> Style:
        """How a channel's threads are written."""
        rules = await self.admission.channels.rules(team, channel)
        return replace(self.style, display=rules.display)

    async def tell_person(
        self, row: int, incoming: Incoming, run_id: str, blocks: Sequence[Block]
    ) -> None:
        """Answer the press of a button, or a form, to the person alone: the event is done."""
        told = messages_to_person(incoming, run_id, blocks)
        await event_transactions.finish_event(self.database, row, "pressed", told)


def hint(incoming: Incoming, words: str) -> Outgoing:
    """A plain sentence in the thread of an event, under the id of its message."""
    return narration.hint_message(own_run_id(incoming), address_of(incoming), words)
