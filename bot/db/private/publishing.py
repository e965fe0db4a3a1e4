"""The transaction that publishes an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from agents.memory import reviews
from agents.turns import View
from bot.db import inbox, outbox
from bot.db.outbox import Outgoing
from retrieval.sql import Database


async def publish(
    database: Database,
    row: int,
    run_id: str,
    by: str,
    *,
    tell: Callable[[View], Sequence[Outgoing]],
) -> None:
    """Note in the journal of a run that it is published, and write what shows it: ``tell`` is given
    the run as it is then. However often it is asked for, it is noted once and every message has its
    key. Raises :class:`agents.errors.RunUnknown`."""
    async with database.transaction() as connection:
        if await inbox.claim(connection, row):
            view = await reviews.publish(connection, run_id, by)
            await outbox.put(connection, await asyncio.to_thread(tell, view))
            await inbox.mark_routed(connection, row, "published")
