"""Our loop over its journal beside ``create_agent`` over its Postgres checkpointer."""

from __future__ import annotations

import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from statistics import median
from typing import Any

import psycopg
from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

from agents.answering import Answerer
from agents.memory.database import Memory
from agents.run.limits import Limits
from agents.turns import Question, ThreadKey, View
from evals.bench.loop.scripted_run import (
    SILOS,
    ScriptedCore,
    ScriptedSilos,
    finding_on,
    step_query,
)
from evals.metrics.figures import Figure, figure_below
from retrieval.sql import open_database

STEPS = 8
"""Of one run; chosen by hand: a long one of ours. A usual question takes two or three."""
RUNS = 12
"""Chosen by hand: some seconds in all."""
DOCUMENT_CHARACTERS = 4_000
"""Of one document; those of the starter corpus have 150 to 700 words."""
OVERHEAD_GOAL_MS = 12.0
"""Chosen by hand: eight steps then cost a tenth of the second after which people notice."""
RATIO_GOAL = 0.9
"""Of our time per step to the other's: what is durable and checkable need not be slower."""
TABLES = {
    "our journal": ("journal",),
    "create_agent's checkpoints": ("checkpoints", "checkpoint_blobs", "checkpoint_writes"),
}


@dataclass(frozen=True, slots=True)
class TableSize:
    """What one side has written so far."""

    name: str
    rows: int
    bytes: int
    """Indexes included."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one step of a run."""

    milliseconds: float
    processor: float
    """Milliseconds of it in this process; other programs on the machine do not change them much."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What each kind of run took in one turn."""

    own: Cost
    other: Cost
    blocking: Cost
    checked: Cost


class ScriptedChat(BaseChatModel):
    """A chat model that follows the same script; it answers at once."""

    steps: int

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Any, **options: Any) -> Any:
        return self

    def _generate(
        self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **_: Any
    ) -> ChatResult:
        number = sum(isinstance(message, AIMessage) for message in messages) + 1
        calls = [
            {"name": silo, "args": {"query": step_query(number, silo)}, "id": f"{number}-{silo}"}
            for silo in SILOS
        ]
        message = (
            AIMessage(content=f"Step {number}.", tool_calls=calls)
            if number <= self.steps
            else AIMessage(content=finding_on(step_query(1, SILOS[0])))
        )
        return ChatResult(generations=[ChatGeneration(message=message)])


async def compare_loops(database_url: str) -> list[Figure]:
    """Milliseconds per step of both, run by run in turn, and the ratio of each pair.

    In the run that is compared our findings are their quotes, as a tool's words are in the other
    run. What it costs to compare findings in other words with their quotes is a figure apart."""
    async with open_database(database_url) as database, _checkpointer(database_url) as saver:
        with PostgresSaver.from_conn_string(database_url) as blocking:
            await saver.setup()
            memory = Memory(database)
            runs = (
                our_run(memory),
                their_run(saver),
                their_blocking_run(blocking),
                our_run(memory, own_words=True),
            )
            for run in runs:
                await run()
            turns = [[await _cost(run) for run in runs] for _ in range(RUNS)]
        growth = await _growth_figures(database_url, runs[:2])
    return [*cost_figures([Costs(*turn) for turn in turns]), *growth]


def cost_figures(turns: Sequence[Costs]) -> list[Figure]:
    """Medians of the turns; of the ratios that of each turn, whose runs had the same machine."""
    checked = median(turn.checked.milliseconds for turn in turns)
    figures = [
        figure_below(
            "journal overhead per step, without narration",
            median(turn.own.milliseconds for turn in turns),
            "ms",
            len(turns),
            OVERHEAD_GOAL_MS,
        ),
        Figure("the same, of the processor", median(t.own.processor for t in turns), "ms", RUNS),
        Figure("the same with findings in other words, each checked", checked, "ms", len(turns)),
    ]
    for name, theirs in (
        ("create_agent with its checkpointer", [turn.other for turn in turns]),
        ("create_agent with its blocking checkpointer", [turn.blocking for turn in turns]),
    ):
        figures += _beside([turn.own for turn in turns], theirs, name)
    return figures


def _beside(own: Sequence[Cost], theirs: Sequence[Cost], name: str) -> list[Figure]:
    pairs = list(zip(own, theirs, strict=True))
    ratio = median(mine.milliseconds / other.milliseconds for mine, other in pairs)
    work = median(mine.processor / other.processor for mine, other in pairs)
    steps = median(each.milliseconds for each in theirs)
    return [
        Figure(f"{name}, per step", steps, "ms", len(pairs)),
        figure_below(f"ratio ours / {name}", ratio, "×", len(pairs), RATIO_GOAL),
        Figure("the same ratio, of the processor", work, "×", len(pairs)),
    ]


def our_run(memory: Memory, *, own_words: bool = False) -> Callable[[], Awaitable[None]]:
    """The scripted run in our loop; ``own_words`` as :class:`ScriptedCore` has it."""
    answerer = Answerer(
        memory=memory,
        core=ScriptedCore(STEPS, own_words),
        silos=ScriptedSilos(DOCUMENT_CHARACTERS),
        limits=Limits(steps=STEPS + 1),
    )

    async def run() -> None:
        run_id = str(uuid.uuid4())
        thread = ThreadKey("bench", "bench", run_id)
        await memory.open_run(run_id, Question(thread=thread, asker="bench", text="Script?"))
        await answerer.answer(run_id, narrate=_silent)

    return run


def their_run(saver: AsyncPostgresSaver) -> Callable[[], Awaitable[None]]:
    """The scripted run in ``create_agent``, durable at every step as ours is."""

    @tool
    async def first(query: str) -> str:
        """Search the first silo."""
        return f"{finding_on(query)} [{query}]"

    @tool
    async def second(query: str) -> str:
        """Search the second silo."""
        return f"{finding_on(query)} [{query}]"

    agent: Any = create_agent(ScriptedChat(steps=STEPS), [first, second], checkpointer=saver)

    async def run() -> None:
        thread = {"configurable": {"thread_id": str(uuid.uuid4())}}
        asked = {"messages": [{"role": "user", "content": "Script?"}]}
        await agent.ainvoke(asked, thread, durability="sync")

    return run


def their_blocking_run(saver: PostgresSaver) -> Callable[[], Awaitable[None]]:
    """The same without an event loop: its tools are called in threads."""

    @tool
    def first(query: str) -> str:
        """Search the first silo."""
        return f"{finding_on(query)} [{query}]"

    @tool
    def second(query: str) -> str:
        """Search the second silo."""
        return f"{finding_on(query)} [{query}]"

    agent: Any = create_agent(ScriptedChat(steps=STEPS), [first, second], checkpointer=saver)

    async def run() -> None:
        thread = {"configurable": {"thread_id": str(uuid.uuid4())}}
        asked = {"messages": [{"role": "user", "content": "Script?"}]}
        agent.invoke(asked, thread, durability="sync")

    return run


def _checkpointer(database_url: str) -> AbstractAsyncContextManager[AsyncPostgresSaver]:
    return AsyncPostgresSaver.from_conn_string(database_url)


async def _cost(run: Callable[[], Awaitable[None]]) -> Cost:
    began, worked = time.perf_counter(), time.process_time()
    await run()
    return Cost(
        (time.perf_counter() - began) * 1000 / STEPS, (time.process_time() - worked) * 1000 / STEPS
    )


async def _growth_figures(
    database_url: str, runs: Sequence[Callable[[], Awaitable[None]]]
) -> list[Figure]:
    """What one run of each side adds to the database."""
    before = await _table_sizes(database_url)
    for _ in range(RUNS):
        for run in runs:
            await run()
    figures = []
    for old, new in zip(before, await _table_sizes(database_url), strict=True):
        rows, kibibytes = new.rows - old.rows, (new.bytes - old.bytes) / 1024
        figures.append(Figure(f"rows per run in {new.name}", rows / RUNS, "rows", RUNS))
        figures.append(Figure(f"stored per run in {new.name}", kibibytes / RUNS, "KiB", RUNS))
    return figures


async def _table_sizes(database_url: str) -> list[TableSize]:
    """What each of the two has written, in the order of :data:`TABLES`."""
    async with await psycopg.AsyncConnection.connect(database_url) as connection:
        return [await _table_size(connection, name) for name in TABLES]


async def _table_size(connection: psycopg.AsyncConnection, name: str) -> TableSize:
    rows, size = 0, 0
    for table in TABLES[name]:
        query = psycopg.sql.SQL("select count(*), pg_total_relation_size({}) from {}").format(
            psycopg.sql.Literal(table), psycopg.sql.Identifier(table)
        )
        found = await (await connection.execute(query)).fetchone()
        rows, size = rows + (found[0] if found else 0), size + (found[1] if found else 0)
    return TableSize(name, rows, size)


async def _silent(view: View) -> None:
    """Narration is measured with the whole bot."""
