"""What is owed to Slack, as rows: written once, revised under the same key, told to the sender."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import psycopg
import pytest

from bot.db import event_transactions, outbox
from bot.db.outbox import Outgoing, SlackAddress
from tests.integration.bot.conftest import Bot
from tests.integration.bot.test_delivery import rows

ADDRESS = SlackAddress(team="T1", channel="C1", thread_ts="1.0")
ONE = Outgoing(run_id="run", seq=0, part="eyes", address=ADDRESS, body={"name": "eyes"})
OTHER = replace(ONE, part="done", body={"name": "done"})


async def revisions(bot: Bot) -> dict[str, tuple[int, str]]:
    found = await rows(bot.database, "select key, revision, body->>'name' as name from outbox")
    return {row.key: (row.revision, row.name) for row in found}


@pytest.mark.parametrize("written", [[ONE], [ONE, OTHER]], ids=["one row", "two rows"])
async def test_rows_are_written_revised_and_told_to_the_sender(
    bot: Bot, written: Sequence[Outgoing]
) -> None:
    async with await psycopg.AsyncConnection.connect(bot.database.url, autocommit=True) as sender:
        await sender.execute(f"listen {outbox.CHANNEL}".encode())
        await event_transactions.enqueue(bot.database, written)
        told = await asyncio.wait_for(anext(sender.notifies()), 10)
    assert told.channel == outbox.CHANNEL
    names = {item.key: item.body["name"] for item in written}
    assert await revisions(bot) == {key: (1, name) for key, name in names.items()}

    await event_transactions.enqueue(bot.database, written)
    assert await revisions(bot) == {key: (1, name) for key, name in names.items()}

    changed = [replace(item, body={"name": "changed"}) for item in written]
    await event_transactions.enqueue(bot.database, changed)
    assert await revisions(bot) == dict.fromkeys(names, (2, "changed"))
