"""What a run costs the database: statements, transactions and bytes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from string import ascii_letters
from typing import Any

import psycopg
import pytest
import sqlalchemy.event
from sqlalchemy import Connection, Engine

from agents.answering import Answerer
from agents.journal.writer import JournalWriter
from agents.memory.database import Memory
from agents.run.limits import Limits
from agents.turns import Answer, Draft, Review, Thought, ThreadKey
from retrieval.sql import Database
from tests.fakes import MemorySilos, Narrator, ScriptedCore, search
from tests.integration.agents.conftest import mark
from tests.sample_documents import DOCUMENTS, QUESTION, document, question
from tests.waiting import HANG_SECONDS

PING = ";"
"""SQLAlchemy's question whether a connection still stands."""


@dataclass(slots=True)
class Traffic:
    """What was said to the database, without the looks for a stop and at connections that rested,
    which come by the clock."""

    statements: list[str] = field(default_factory=list)
    transactions: int = 0
    """Begun and committed with round trips of their own."""

    def note_statement(self, statement: str) -> None:
        if statement != PING and not statement.startswith("SELECT runs.stop_requested_by"):
            self.statements.append(statement)

    def note_begin(self, connection: Connection) -> None:
        alone = connection.get_execution_options().get("isolation_level") == "AUTOCOMMIT"
        self.transactions += not alone


@contextmanager
def traffic_counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Traffic]:
    """Counted at the driver: all go through it, those of SQLAlchemy, too."""
    traffic = Traffic()
    execute = psycopg.AsyncCursor.execute

    async def counted(cursor: Any, query: str, *arguments: Any, **options: Any) -> Any:
        traffic.note_statement(str(query))
        return await execute(cursor, query, *arguments, **options)

    sqlalchemy.event.listen(Engine, "begin", traffic.note_begin)
    try:
        with monkeypatch.context() as patching:
            patching.setattr(psycopg.AsyncCursor, "execute", counted)
            yield traffic
    finally:
        sqlalchemy.event.remove(Engine, "begin", traffic.note_begin)


async def test_a_row_costs_one_statement_however_long_the_run_is(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it takes in milliseconds is a figure of ``curbside bench``."""
    costs: dict[int, Traffic] = {}
    for steps in (1, 4, 7):
        run_id = f"run{steps}"
        actions = [search("pubmed", f"alpha {step}") for step in range(steps)]
        script = [Thought(text="Look.", actions=(action,)) for action in actions]
        await memory.open_run(run_id, question("What about alpha?", ThreadKey("T", "C", run_id)))
        with traffic_counted(monkeypatch) as traffic:
            core, silos = ScriptedCore(script), MemorySilos(DOCUMENTS)
            answerer = Answerer(memory=memory, core=core, silos=silos, limits=Limits())
            await answerer.answer(run_id, narrate=Narrator())
        costs[len(await memory.events(run_id))] = traffic
    assert list(costs) == [5, 11, 17]
    for rows, traffic in costs.items():
        written = [one for one in traffic.statements if "insert into journal" in one]
        assert len(written) == rows - 1, "the question was there before"
        # Taking the lease, reading the journal, the thread 2, the first look; letting go.
        assert len(traffic.statements) == len(written) + 6
        assert traffic.transactions <= 1, "taking the connection"


async def test_rows_that_people_add_meanwhile_are_neither_lost_nor_unseen(memory: Memory) -> None:
    await memory.open_run("run", QUESTION)
    async with memory.lease("run") as lease:
        narrator = Narrator()
        writer = JournalWriter(lease, (), 9, narrator)
        await writer.open(await lease.load_after(0))
        await writer.write(Thought(text="One."), call_id="s1")
        await memory.add_to_run("run", "The patient is 64.", "U0BEN")
        await mark(memory, "run", Review(seq=2, verdict="right", by="U0CHEN"))
        # The head is not where the writer saw it: the row is written behind what was added.
        assert (await writer.write(Thought(text="Two."), call_id="s2")).seq == 5
        assert narrator.views[-1].additions == ("The patient is 64.",)
        await memory.add_to_run("run", "ECOG 1", "U0BEN")
        assert (await writer.refresh()).additions == ("The patient is 64.",), "not heard of yet"
        await lease.read_state(renew=False)
        assert (await writer.refresh()).additions == ("The patient is 64.", "ECOG 1")
    assert await memory.verify("run") is None


async def test_more_runs_at_once_than_there_are_connections_wait_their_turn(
    database_url: str,
) -> None:
    database = Database(database_url, connections=8, pool_seconds=HANG_SECONDS)
    memory = Memory(database)
    names = [f"run{number}" for number in range(27)]
    for name in names:
        await memory.open_run(name, question("What about alpha?", ThreadKey("T", "C", name)))
    core = ScriptedCore((Thought(text="Look.", actions=(search("pubmed", "alpha"),)),), pause=0.05)
    answerer = Answerer(memory=memory, core=core, silos=MemorySilos(DOCUMENTS), limits=Limits())
    answering = (answerer.answer(name, narrate=Narrator()) for name in names)
    endings = await asyncio.wait_for(asyncio.gather(*answering), HANG_SECONDS)
    await database.close()
    assert [type(ending) for ending in endings] == [Answer] * 27


async def test_forty_steps_with_long_observations_stay_small(
    memory: Memory, database_url: str
) -> None:
    """Of each step four quotes of 2 kB, random letters, so that nothing is saved by packing."""
    letters = random.Random(40)
    shelf = [
        document(
            "pubmed",
            f"paper{step}-{number}",
            f"alpha{step} {''.join(letters.choices(ascii_letters, k=2_000))}. The end.",
        )
        for step in range(40)
        for number in range(4)
    ]
    script = [
        Thought(text="Look.", actions=(search("pubmed", f"alpha{step}"),)) for step in range(40)
    ]
    await memory.open_run("run", QUESTION)
    answerer = Answerer(
        memory=memory,
        core=ScriptedCore(script, draft=lambda view: Draft(sentences=())),
        silos=MemorySilos(shelf),
        limits=Limits(steps=50, context_characters=10**7),
    )
    await answerer.answer("run", narrate=Narrator())
    found = [e.entry.payload for e in await memory.events("run") if e.entry.kind == "observation"]
    assert len(found) == 40
    assert all(sum(len(each["text"]) for each in row["findings"]) > 8_000 for row in found)
    with psycopg.connect(database_url) as connection:
        stored = connection.execute("select pg_total_relation_size('journal')").fetchone()
    assert stored is not None
    assert stored[0] < 1_500_000
