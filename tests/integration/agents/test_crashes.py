"""Workers that die, hang or meet: one answer, and nothing that was finished is done again."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from agents.answering import Answerer
from agents.errors import LeaseLost, MemoryUnavailable
from agents.journal.codec import entry_of
from agents.journal.hash_chain import verify_chain
from agents.memory.database import Memory
from agents.run.limits import Limits
from agents.turns import Answer, Failed, Observation, Thought, View
from retrieval.sql import Database
from tests.fakes import MemorySilos, Narrator, ScriptedCore, search
from tests.forking import start_module
from tests.integration.agents.killable import SCRIPT, LoggedSilos
from tests.sample_documents import DOCUMENTS, QUESTION
from tests.waiting import HANG_SECONDS, eventually

ROWS = 9
"""Question, thought, 3 observations, thought, observation, thought, answer."""


async def nobody(view: View) -> None:
    """Narrates to nobody."""


def answerer(memory: Memory, silos: MemorySilos, core: ScriptedCore | None = None) -> Answerer:
    core = core or ScriptedCore(SCRIPT)
    return Answerer(memory=memory, core=core, silos=silos, limits=Limits())


async def killed_worker(url: str, run_id: str, kill_at: int, log: Path) -> int:
    """Run a worker in its own process until it is dead; its exit code."""
    module = "tests.integration.agents.killable"
    process = start_module(module, url, run_id, str(kill_at), str(log))
    return await asyncio.to_thread(process.wait)


def observed(events: tuple[object, ...]) -> int:
    return sum(event.entry.kind == "observation" for event in events)  # type: ignore[attr-defined]


@pytest.mark.slow
@pytest.mark.parametrize("kill_at", range(1, ROWS + 1))
async def test_a_worker_killed_at_any_row_is_taken_over_at_once(
    memory: Memory, database_url: str, tmp_path: Path, kill_at: int
) -> None:
    log = tmp_path / "searches"
    await memory.open_run("run", QUESTION)
    assert await killed_worker(database_url, "run", kill_at, log) == -signal.SIGKILL
    before = await memory.events("run")
    assert len(before) == kill_at

    # The lease lasts far beyond the test: only the death of its holder can make it free.
    execute(database_url, "update runs set lease_until = now() + interval '1 day'")
    ending = await asyncio.wait_for(
        answerer(memory, LoggedSilos(documents=DOCUMENTS, path=log)).answer("run", narrate=nobody),
        HANG_SECONDS,
    )

    events = await memory.events("run")
    assert len(events) == ROWS
    assert events[:kill_at] == before
    assert verify_chain(events) is None
    assert isinstance(ending, Answer)
    assert sorted(each.quote for each in ending.citations) == sorted(
        document.text.split(". ")[0].removesuffix(".") + "." for document in DOCUMENTS
    )
    repeated = sum(Counter(log.read_text().splitlines()).values()) - 4
    # What had not been written down when the worker died may be searched again, nothing else.
    assert repeated <= 4 - observed(before)
    turns = await memory.turns(QUESTION.thread)
    assert [(turn.run_id, turn.outcome) for turn in turns] == [("run", "answer")]


async def test_two_workers_on_one_run_give_one_answer(memory: Memory, database_url: str) -> None:
    other = Database(database_url)
    silos = MemorySilos(DOCUMENTS, pause=0.05)
    await memory.open_run("run", QUESTION)
    first, second = await asyncio.gather(
        answerer(memory, silos).answer("run", narrate=nobody),
        answerer(Memory(other), silos).answer("run", narrate=nobody),
    )
    await other.close()
    assert first == second
    assert len(silos.searches) == 4
    assert len(await memory.events("run")) == ROWS


async def test_an_ended_run_is_only_narrated_again(memory: Memory) -> None:
    silos = MemorySilos(DOCUMENTS)
    await memory.open_run("run", QUESTION)
    ending = await answerer(memory, silos).answer("run", narrate=nobody)
    narrator = Narrator()
    assert await answerer(memory, MemorySilos()).answer("run", narrate=narrator) == ending
    assert [view.ending for view in narrator.views] == [ending]


async def test_a_worker_that_hangs_loses_the_run_when_its_lease_runs_out(
    memory: Memory, database_url: str
) -> None:
    await memory.open_run("run", QUESTION)
    async with memory.lease("run") as hanging:
        execute(database_url, "update runs set lease_until = now() - interval '1 second'")
        async with memory.lease("run") as taken:
            await taken.append(entry_of(Thought(text="mine"), call_id="s1"))
            with pytest.raises(LeaseLost):
                await hanging.append(entry_of(Thought(text="late"), call_id="s2"))
            with pytest.raises(LeaseLost):
                await hanging.read_state(renew=True)
    assert [event.entry.call_id for event in await memory.events("run")] == ["question", "s1"]


async def test_a_worker_that_loses_its_lease_while_it_thinks_stops_thinking(
    memory: Memory, database_url: str
) -> None:
    await memory.open_run("run", QUESTION)
    core = ScriptedCore(hang="think")
    working = asyncio.create_task(
        answerer(memory, MemorySilos(), core).answer("run", narrate=nobody)
    )
    await eventually(lambda: "think" in core.calls)
    execute(database_url, "update runs set lease_holder = 'somebody else'")
    with pytest.raises(LeaseLost):
        await asyncio.wait_for(working, HANG_SECONDS)


async def test_a_run_goes_on_after_the_database_has_closed_every_connection(
    memory: Memory, database_url: str
) -> None:
    await memory.open_run("run", QUESTION)
    silos = MemorySilos(DOCUMENTS, pause=0.4)
    core = ScriptedCore(SCRIPT)
    working = asyncio.create_task(answerer(memory, silos, core).answer("run", narrate=nobody))
    await eventually(lambda: "think" in core.calls)
    execute(
        database_url,
        "select pg_terminate_backend(pid) from pg_stat_activity"
        " where datname = current_database() and pid <> pg_backend_pid()",
    )
    with pytest.raises(MemoryUnavailable):
        await asyncio.wait_for(working, HANG_SECONDS)
    ending = await answerer(memory, MemorySilos(DOCUMENTS)).answer("run", narrate=nobody)
    assert isinstance(ending, Answer)
    assert verify_chain(await memory.events("run")) is None


async def test_writing_a_row_again_is_a_no_op(memory: Memory) -> None:
    await memory.open_run("run", QUESTION)
    async with memory.lease("run") as lease:
        seen = Observation(call_id="s1a1", tool="search_pubmed", outcome="empty")
        first = await lease.append(entry_of(seen, call_id="s1a1"))
        again = await lease.append(entry_of(replace(seen, detail="other"), call_id="s1a1"))
    assert first == again
    assert len(await memory.events("run")) == 2


async def test_a_run_is_opened_once(memory: Memory) -> None:
    assert await memory.open_run("run", QUESTION)
    assert not await memory.open_run("run", replace(QUESTION, text="Another?"))
    assert (await memory.view("run")).question == QUESTION


async def test_a_run_that_is_given_up_ends_once(memory: Memory) -> None:
    await memory.open_run("run", QUESTION)
    failed = Failed(error="Broken", reason="It could not go on.")
    working = answerer(memory, MemorySilos(DOCUMENTS))
    assert await working.give_up("run", failed, narrate=nobody) == failed
    assert await working.answer("run", narrate=nobody) == failed
    assert [turn.outcome for turn in await memory.turns(QUESTION.thread)] == ["failed"]


@pytest.mark.parametrize(
    ("tampering", "seq"),
    [
        ('update journal set payload = payload || \'{"text": "x"}\' where seq = 2', 2),
        ("update journal set latency_ms = latency_ms + 1 where seq = 3", 3),
        ("update journal set at = at - interval '1 day' where seq = 1", 1),
        ("delete from journal where seq = 4", 4),
        ("update journal set hash = md5('x') where seq = 5", 5),
        ("update journal set model = 'other' where seq = 8", 8),
        ("delete from journal where seq = 9", 9),
        ("delete from journal where seq > 7", 8),
    ],
)
async def test_tampering_with_a_row_is_seen(
    memory: Memory, database_url: str, tampering: str, seq: int
) -> None:
    await memory.open_run("run", QUESTION)
    await answerer(memory, MemorySilos(DOCUMENTS)).answer("run", narrate=nobody)
    assert await memory.verify("run") is None
    execute(database_url, tampering)
    broken = await memory.verify("run")
    assert broken is not None
    assert broken.seq == seq


@pytest.mark.parametrize(
    "tampering",
    [
        """update runs set question = jsonb_set(question, '{text}', '"other"')""",
        "update turns set question = 'other'",
        "update turns set answer = replace(answer, '5', '6')",
        "update turns set outcome = 'gap'",
        "update turns set answer = answer || ' Give 999 mg.'",
        "update turns set answer = answer || ' Carboplatin is given, too.'",
        "update turns set thread = 'another'",
        "update runs set asker = 'U0OTHER'",
        "update runs set channel = 'C0OTHER'",
        "update runs set state = 'gap'",
        "update runs set ended_at = ended_at - interval '30 days'",
    ],
)
async def test_a_changed_copy_of_what_the_journal_says_is_seen(
    memory: Memory, database_url: str, tampering: str
) -> None:
    await memory.open_run("run", QUESTION)
    await answerer(memory, MemorySilos(DOCUMENTS)).answer("run", narrate=nobody)
    assert await memory.changed_copies("run") == ()
    execute(database_url, tampering)
    assert len(await memory.changed_copies("run")) == 1
    execute(database_url, "delete from turns")
    assert await memory.verify("run") is None


async def test_a_journal_grows_by_the_row_and_holds_no_documents(memory: Memory) -> None:
    # One of them alone is larger than the whole journal may be.
    long = [replace(document, text=document.text + " More." * 4_000) for document in DOCUMENTS]
    sizes = {}
    for steps in (2, 4, 6):
        script = [
            Thought(text="Look.", actions=(search("pubmed", f"alpha number {step}"),))
            for step in range(steps)
        ]
        run_id = f"run{steps}"
        await memory.open_run(run_id, QUESTION)
        await answerer(memory, MemorySilos(long), ScriptedCore(script)).answer(
            run_id, narrate=nobody
        )
        events = await memory.events(run_id)
        assert len(events) == 2 * steps + 3
        sizes[steps] = sum(len(str(event.entry.payload)) for event in events)
    assert sizes[6] - sizes[4] <= (sizes[4] - sizes[2]) * 1.1
    assert sizes[6] < 20_000 < min(len(document.text) for document in long)


def execute(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())


def holder_of_the_run(url: str) -> str | None:
    """Who holds the lease of the only run."""
    with psycopg.connect(url) as connection:
        found = connection.execute("select lease_holder from runs").fetchone()
    assert found is not None
    holder: str | None = found[0]
    return holder


async def test_a_worker_that_is_told_to_go_lets_go_at_once_wherever_it_was(
    memory: Memory, database_url: str
) -> None:
    await memory.open_run("run", QUESTION)
    silos = MemorySilos(DOCUMENTS, pause=0.002)
    for attempt in range(40):
        working = asyncio.create_task(answerer(memory, silos).answer("run", narrate=nobody))
        await asyncio.sleep(0.001 * attempt)
        working.cancel()
        await asyncio.wait({working})
        assert holder_of_the_run(database_url) is None, f"held after attempt {attempt}"
    ending = await answerer(memory, silos).answer("run", narrate=nobody)
    assert isinstance(ending, Answer)
    events = await memory.events("run")
    assert verify_chain(events) is None
    assert len(events) == ROWS


async def test_a_worker_that_is_told_to_go_between_two_queries_lets_go_as_well(
    memory: Memory, database_url: str
) -> None:
    await memory.open_run("run", QUESTION)

    async def hold_and_read() -> None:
        async with memory.lease("run") as lease:
            await lease.read_state(renew=True)
            await asyncio.Event().wait()

    for turns in range(120):
        working = asyncio.create_task(hold_and_read())
        for _ in range(turns):
            # Not a time but a place: each turn of the loop is one more point at which it may stop.
            await asyncio.sleep(0)
        working.cancel()
        await asyncio.wait({working})
        assert working.cancelled(), f"after {turns} turns: {working.exception()!r}"
        assert holder_of_the_run(database_url) is None, f"held after {turns} turns"


async def test_no_transaction_is_open_while_a_core_thinks(
    memory: Memory, database_url: str
) -> None:
    await memory.open_run("run", QUESTION)
    core = ScriptedCore(hang="think")
    working = asyncio.create_task(
        answerer(memory, MemorySilos(), core).answer("run", narrate=nobody)
    )
    await eventually(lambda: "think" in core.calls)
    await asyncio.sleep(0.2)  # a transaction that is still open is then old enough to count
    with psycopg.connect(database_url) as connection:
        open_ones = connection.execute(
            "select count(*) from pg_stat_activity where datname = current_database()"
            " and pid <> pg_backend_pid() and xact_start is not null"
            " and xact_start < now() - interval '100 milliseconds'"
        ).fetchone()
    assert open_ones == (0,)
    working.cancel()
    await asyncio.wait({working})
