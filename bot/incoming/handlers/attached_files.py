"""The files of a message: waited for, and read."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from agents.turns import Attachment
from bot.db import event_transactions
from bot.incoming.payloads.events import Incoming, read
from bot.incoming.payloads.files import Files
from retrieval.sql import Database

_LOOK_SECONDS = 0.05
"""Between two looks for that event. Chosen by hand: eight in all."""
_TWIN_SECONDS = 0.4
"""How long a mention waits for the message event that tells of its files. Chosen by hand: Slack
sends both events together."""


class AttachedFiles:
    """Reads the files that came with a message."""

    def __init__(self, database: Database, files: Files) -> None:
        self._database = database
        self._files = files

    async def complete(self, row: int, incoming: Incoming) -> Incoming:
        """The event with its files: a mention comes twice, and the other event tells of them."""
        waited = 0.0
        while not incoming.files_known and waited < _TWIN_SECONDS:
            await asyncio.sleep(_LOOK_SECONDS)
            waited += _LOOK_SECONDS
            stored = await event_transactions.read_waiting(self._database, row)
            if stored is None:
                continue
            twin = read(stored.payload)
            incoming = replace(incoming, files=twin.files, files_known=twin.files_known)
        return incoming

    async def read_all(self, row: int, incoming: Incoming) -> tuple[Attachment, ...]:
        """The texts of the files, or why one cannot be read. Slack is asked for them where the
        other event is late and a question is left; in a burst that event mostly comes before."""
        incoming = await self.complete(row, incoming)
        while not incoming.files_known and not await self._files.take_turn():
            incoming = await self.complete(row, incoming)
        return await self._files.read_all(incoming)
