"""Words are taken out of runs in PostgreSQL: journal, row, turns, forks; the chains still hold."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from agents.errors import RunUnknown
from agents.memory import redactions
from agents.memory.database import Memory
from agents.turns import Review
from tests.integration.agents.conftest import mark
from tests.integration.agents.test_forks import OWN, SHARED, answer, without_labels
from tests.sample_documents import QUESTION

WORDS = ("Three places", "41.5%", QUESTION.text)


@pytest.fixture
async def answered(memory: Memory) -> Memory:
    await memory.open_run("run", QUESTION)
    await answer(memory, "run")
    await mark(memory, "run", Review(verdict="wrong", by="U0BEN", comment="41.5% of whom?"))
    return memory


async def redact(memory: Memory, *run_ids: str) -> list[str]:
    async with memory._transaction() as connection:
        await redactions.mark(connection, run_ids, "forgotten")
    done = []
    async with memory._transaction() as connection:
        for run_id in await redactions.marked_runs(connection, 100):
            done += [run_id] if await redactions.redact_run(connection, run_id) else []
    return done


async def everything(memory: Memory) -> str:
    """All rows of the memory, as text."""
    async with memory._transaction() as connection:
        found = [
            str(row)
            for table in ("runs", "journal", "turns")
            for row in await connection.execute(text(f"select * from {table}"))
        ]
    return "\n".join(found)


async def test_no_words_are_left_and_the_chain_holds(answered: Memory) -> None:
    before = await answered.events("run")
    stored = await everything(answered)
    assert all(words in stored for words in WORDS)
    assert await redact(answered, "run") == ["run"]
    left = await everything(answered)
    assert not any(words in left for words in (*WORDS, "U0ANA", "U0BEN", "of whom"))
    assert await answered.verify("run") is None
    assert await answered.changed_copies("run") == ()
    events = await answered.events("run")
    assert [event.hash for event in events[:-1]] == [event.hash for event in before]
    assert await answered.turns(QUESTION.thread) == ()
    (listed,) = await answered.recent_runs()
    assert (listed.is_redacted, listed.question, listed.reviews) == (True, "", ())
    assert await answered.reviewed_runs(5) == ()
    assert await redact(answered, "run") == [], "it is done once"


async def test_forks_go_with_it_and_their_chains_hold(answered: Memory) -> None:
    await answered.fork(without_labels())
    await answer(answered, "fork")
    assert await redact(answered, "run") == ["run", "fork"]
    left = await everything(answered)
    assert not any(words in left for words in (*WORDS, "U0BEN"))
    for run_id in ("run", "fork"):
        assert await answered.verify(run_id) is None
        assert (await answered.view(run_id)).redacted is not None


async def test_a_fork_alone_leaves_the_rows_that_it_shares(answered: Memory) -> None:
    await answered.fork(without_labels())
    await answer(answered, "fork")
    assert await redact(answered, "fork") == ["fork"]
    redacted = [event.entry.is_redacted for event in await answered.events("fork")]
    assert redacted == [False] * SHARED + [True] * OWN + [False]
    assert (await answered.view("run")).redacted is None
    assert await answered.verify("run") is None
    assert await answered.verify("fork") is None
    assert await redact(answered, "run") == ["run"]
    assert await answered.verify("fork") is None


async def test_a_run_that_goes_on_keeps_its_words_until_its_end(memory: Memory) -> None:
    await memory.open_run("run", QUESTION)
    assert await redact(memory, "run") == []
    assert (await memory.view("run")).question == QUESTION
    await answer(memory, "run")
    async with memory._transaction() as connection:
        assert await redactions.marked_runs(connection, 5) == ("run",)


async def test_nothing_goes_on_behind_words_that_are_gone(answered: Memory) -> None:
    await redact(answered, "run")
    with pytest.raises(RunUnknown):
        await answered.fork(without_labels())


async def test_the_words_of_one_person_go_from_the_runs_of_others(answered: Memory) -> None:
    async with answered._transaction() as connection:
        await redactions.forget_person(connection, "run", "U0BEN")
    left = await everything(answered)
    assert "of whom" not in left
    assert all(words in left for words in WORDS)
    assert await answered.verify("run") is None
    assert (await answered.view("run")).reviews == ()
