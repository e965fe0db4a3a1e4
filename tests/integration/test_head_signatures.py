"""Heads of journals are signed, and rows written anew are found."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import text

from agents.journal.codec import entry_of
from agents.journal.entry import Event
from agents.journal.hash_chain import row_hash
from agents.memory.database import Memory
from agents.turns import Reply, Review
from bot.db.keeping.head_signatures import fits, read_signature, sign_heads
from retrieval.sql import Database, open_database
from tests.integration.agents.conftest import mark
from tests.sample_documents import QUESTION

KEY = "a key of the tests"


async def ended_run(memory: Memory) -> None:
    await memory.open_run("run", QUESTION)
    async with memory.lease("run") as lease:
        await lease.load_after(0)
        await lease.append(entry_of(Reply(text="Hello.")))


async def holds(database: Database, events: Sequence[Event]) -> bool:
    signed = await read_signature(database, "run")
    assert signed is not None
    return fits(KEY, signed, events)


async def rewrite(database: Database, events: Sequence[Event]) -> None:
    """What somebody can do who may write to the database and knows how hashes are made."""
    before = ""
    async with database.transaction() as connection:
        for event in events:
            payload = event.entry.payload
            if event.entry.kind == "reply":
                put = (
                    'update journal set payload = payload || \'{"text": "Bye."}\' where seq = :seq'
                )
                await connection.execute(text(put), {"seq": event.seq})
                payload = {**payload, "text": "Bye."}
            entry = type(event.entry)(kind=event.entry.kind, payload=payload,
                                      call_id=event.entry.call_id)  # fmt: skip
            after = row_hash("run", event.seq, entry, event.at, before)
            given = {"seq": event.seq, "before": before, "after": after}
            put = "update journal set prev_hash = :before, hash = :after where seq = :seq"
            await connection.execute(text(put), given)
            before = after
        await connection.execute(text("update runs set last_hash = :after"), {"after": before})


async def test_a_chain_that_was_written_anew_is_found(database_url: str) -> None:
    async with open_database(database_url, connections=5) as database:
        memory = Memory(database)
        await ended_run(memory)
        assert await sign_heads(database, KEY) == 1
        assert await sign_heads(database, KEY) == 0
        assert await holds(database, await memory.events("run"))
        await mark(memory, "run", Review(verdict="wrong", by="U0BEN"))
        assert await holds(database, await memory.events("run")), "rows that came later"
        assert await sign_heads(database, KEY) == 1
        signed = await read_signature(database, "run")
        assert signed is not None
        assert signed.seq == len(await memory.events("run"))
        await rewrite(database, await memory.events("run"))
        assert await memory.verify("run") is None, "the chain alone does not tell"
        assert not await holds(database, await memory.events("run"))
        await mark(memory, "run", Review(verdict="right", by="U0BEN"))
        assert await sign_heads(database, KEY) == 0, "what does not fit is not signed anew"


async def test_what_ended_long_ago_is_not_signed_afterwards(database_url: str) -> None:
    async with open_database(database_url, connections=5) as database:
        await ended_run(Memory(database))
        async with database.transaction() as connection:
            await connection.execute(
                text("update runs set ended_at = ended_at - interval '25 hours'")
            )
        assert await sign_heads(database, KEY) == 0
