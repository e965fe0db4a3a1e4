"""Our loop over its journal beside ``create_agent`` over its Postgres checkpointer."""

from __future__ import annotations

import time
import uuid
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import psycopg
from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver

from agents.answering import Answerer
from agents.memory.database import Memory
from agents.run.limits import Limits
from agents.turns import Question, ThreadKey, View
from evals.bench.figures import Figure, below, middle
from evals.bench.scripted import FINDING_WORDS, SENTENCE, SILOS, ScriptedCore, ScriptedSilos, query

STEPS = 8
RUNS = 12
DOCUMENT_CHARACTERS = 4_000
OVERHEAD_GOAL_MS = 25.0
Sizes = dict[str, tuple[int, int]]
TABLES = {
    "our journal": ("journal",),
    "create_agent's checkpoints": ("checkpoints", "checkpoint_blobs", "checkpoint_writes"),
}


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
            {"name": silo, "args": {"query": query(number, silo)}, "id": f"{number}-{silo}"}
            for silo in SILOS
        ]
        message = (
            AIMessage(content=f"Step {number}.", tool_calls=calls)
            if number <= self.steps
            else AIMessage(content=SENTENCE)
        )
        return ChatResult(generations=[ChatGeneration(message=message)])


async def compare_loops(database_url: str) -> list[Figure]:
    """Milliseconds per step of both, run by run in turn, and the ratio of each pair."""
    memory = await Memory.connect(database_url)
    try:
        async with _checkpointer(database_url) as saver:
            await saver.setup()
            ours, theirs = our_run(memory), their_run(saver)
            await ours()
            await theirs()
            before = await _sizes(database_url)
            pairs = [(await _timed(ours), await _timed(theirs)) for _ in range(RUNS)]
            after = await _sizes(database_url)
    finally:
        await memory.close()
    own = [mine / STEPS for mine, _ in pairs]
    other = [his / STEPS for _, his in pairs]
    name = "journal overhead per step, without narration"
    return [
        below(name, middle(own), "ms", RUNS, OVERHEAD_GOAL_MS),
        Figure("create_agent with its checkpointer, per step", middle(other), "ms", RUNS),
        Figure("ratio ours / create_agent", middle([a / b for a, b in pairs]), "×", RUNS),
        *_growth(before, after),
    ]


def our_run(memory: Memory) -> Callable[[], Awaitable[None]]:
    """The scripted run in our loop."""
    answerer = Answerer(
        memory=memory,
        core=ScriptedCore(STEPS),
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
        return f"{FINDING_WORDS} [{query}]"

    @tool
    async def second(query: str) -> str:
        """Search the second silo."""
        return f"{FINDING_WORDS} [{query}]"

    agent: Any = create_agent(ScriptedChat(steps=STEPS), [first, second], checkpointer=saver)

    async def run() -> None:
        thread = {"configurable": {"thread_id": str(uuid.uuid4())}}
        asked = {"messages": [{"role": "user", "content": "Script?"}]}
        await agent.ainvoke(asked, thread, durability="sync")

    return run


def _checkpointer(database_url: str) -> AbstractAsyncContextManager[AsyncPostgresSaver]:
    return AsyncPostgresSaver.from_conn_string(database_url)


async def _timed(run: Callable[[], Awaitable[None]]) -> float:
    began = time.perf_counter()
    await run()
    return (time.perf_counter() - began) * 1000


def _growth(before: Sizes, after: Sizes) -> list[Figure]:
    """What one run adds to the database."""
    figures = []
    for name, (rows, size) in after.items():
        more_rows, more_bytes = rows - before[name][0], size - before[name][1]
        figures.append(Figure(f"rows per run in {name}", more_rows / RUNS, "rows", RUNS))
        figures.append(Figure(f"stored per run in {name}", more_bytes / 1024 / RUNS, "KiB", RUNS))
    return figures


async def _sizes(database_url: str) -> Sizes:
    """Rows and bytes, indexes included, of what each of the two writes."""
    sizes: Sizes = {}
    async with await psycopg.AsyncConnection.connect(database_url) as connection:
        for name, tables in TABLES.items():
            rows, size = 0, 0
            for table in tables:
                asked = psycopg.sql.SQL(
                    "select count(*), pg_total_relation_size({}) from {}"
                ).format(psycopg.sql.Literal(table), psycopg.sql.Identifier(table))
                found = await (await connection.execute(asked)).fetchone()
                rows, size = rows + (found[0] if found else 0), size + (found[1] if found else 0)
            sizes[name] = (rows, size)
    return sizes


async def _silent(view: View) -> None:
    """Narration is measured with the whole bot."""
