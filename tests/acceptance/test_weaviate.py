"""A question's whole path with Weaviate as the store, and what is told while it is away."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.composition import open_stores
from bot.settings import Settings
from retrieval.declaration.cards import read_cards
from retrieval.stores.copying import copy_silo
from tests.acceptance.conftest import StartStack
from tests.acceptance.support.conversation import (
    Slack,
    assert_told_once,
    bot_messages,
    cited,
    final_words,
    people,
    run_of,
    settled,
    words,
)
from tests.acceptance.support.records import Records
from tests.acceptance.support.stack import Stack
from tests.forking import run_module
from tests.waiting import HANG_SECONDS
from tests.weaviate_server import Node, serving

pytestmark = pytest.mark.slow
QUESTION = "What is the dose of olaparib in renal impairment?"
EMPTY = "jnccn_guidelines"
"""Left out of the copy, to be an empty silo."""
ANSWERS_WITHIN = "10"
"""Seconds. A busy machine needs more than two for a first answer after a start."""


@pytest.fixture(scope="module")
def node(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server that holds the library, but for one silo."""
    with serving(tmp_path_factory.mktemp("weaviate")) as serving_node:
        asyncio.run(_fill(template, serving_node))
        yield serving_node


async def _fill(template: Path, node: Node) -> None:
    settings = Settings(
        _env_file=None,
        home=template,
        weaviate_url=node.url,
        weaviate_grpc=node.grpc,
        # Only a server that hangs is to end it, not one on a busy machine.
        weaviate_seconds=60,
    )
    async with open_stores(settings, ("embedded", "weaviate")) as (source, target):
        for card in read_cards():
            if card.name != EMPTY:
                await copy_silo(card.name, source, target, lambda done, total: None)


@pytest.fixture(autouse=True)
def running_again(node: Node) -> Iterator[None]:
    """A test that fails half way leaves no dead server to the next."""
    yield
    if node.process is None:
        node.start()
        node.wait()


@pytest.fixture
def stack(start_stack: StartStack, node: Node) -> Stack:
    # Whatever the embedded file of the template holds must not answer.
    return start_stack(
        limits="off",
        CURBSIDE_WEAVIATE_URL=node.url,
        CURBSIDE_WEAVIATE_GRPC=node.grpc,
        CURBSIDE_WEAVIATE_SECONDS=ANSWERS_WITHIN,
    )


async def test_a_thread_is_answered_from_weaviate_and_told_when_it_is_away(
    stack: Stack, node: Node
) -> None:
    (stack.home / "silos.sqlite").unlink()
    records = Records(stack.database_url)
    async with people(stack) as slack:
        ts = await ask_until_reached(slack, records, QUESTION)
        await assert_told_once(slack, records, ts)
        assert "drug_information/olaparib" in cited(records, run_of(ts))

        node.kill()
        away = await slack.ask("What is the dose of capecitabine in renal impairment?")
        await settled(records, away)
        await assert_told_once(slack, records, away, ending="gap")
        steps = "\n".join(words(one) for one in await bot_messages(slack, away))
        assert "cannot be searched at the moment" in steps
        assert "Not available just now" in await final_words(slack, away)
        assert outcomes(records, away) == {"unavailable"}

        node.start()
        await asyncio.to_thread(node.wait)
        again = await ask_until_reached(slack, records, "What is the dose of abemaciclib?")
        await assert_told_once(slack, records, again)
        assert "drug_information/abemaciclib" in cited(records, run_of(again))


async def ask_until_reached(slack: Slack, records: Records, question: str) -> str:
    """The first thread in which every silo was reached. A client of gRPC that lost its server waits
    before it connects again, longer after each failure, and fails at once meanwhile."""
    async with asyncio.timeout(HANG_SECONDS):
        while True:
            ts = await slack.ask(question)
            await settled(records, ts)
            if "unavailable" not in outcomes(records, ts):
                return ts


def outcomes(records: Records, ts: str) -> set[str]:
    """Of all that a thread's run looked up."""
    return {
        row["payload"]["outcome"]
        for row in records.journal(run_of(ts))
        if row["kind"] == "observation"
    }


async def test_bot_and_worker_start_without_weaviate_and_use_it_when_it_is_there(
    start_stack: StartStack, node: Node
) -> None:
    node.kill()
    stack = start_stack(
        limits="off",
        CURBSIDE_WEAVIATE_URL=node.url,
        CURBSIDE_WEAVIATE_GRPC=node.grpc,
        CURBSIDE_WEAVIATE_SECONDS=ANSWERS_WITHIN,
    )
    doctor = curbside(stack, "doctor")
    node.start()
    await asyncio.to_thread(node.wait)
    assert re.search(r"wrong +silo store", doctor.stdout), doctor.stdout
    assert doctor.returncode == 1
    records = Records(stack.database_url)
    async with people(stack) as slack:
        ts = await slack.ask(QUESTION)
        await settled(records, ts)
        assert "drug_information/olaparib" in cited(records, run_of(ts))


async def test_down_slow_and_empty_are_told_apart_on_the_command_line(
    stack: Stack, node: Node
) -> None:
    held = {row["silo"]: row["state"] for row in _json(curbside(stack, "silos", "--json"))}
    assert held.pop(EMPTY) == "empty"
    assert set(held.values()) == {"filled"}
    question = "Why did the breast cancer guideline update of JNCCN change its recommendation?"
    told = _observations(_json(curbside(stack, "ask", "--json", question)))
    assert {one["outcome"] for one in told if one["tool"] == f"search_{EMPTY}"} == {"empty"}
    assert "unavailable" not in {one["outcome"] for one in told}

    node.pause()
    try:
        slow = _observations(_json(curbside(stack, "ask", "--json", QUESTION)))
        assert {one["outcome"] for one in slow} == {"unavailable"}
        held = {row["silo"]: row["state"] for row in _json(curbside(stack, "silos", "--json"))}
        assert set(held.values()) == {"unavailable"}
    finally:
        node.resume()
    back = _json(curbside(stack, "ask", "--json", QUESTION))
    assert back["outcome"] == "answer"


def curbside(stack: Stack, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run_module("bot", *arguments, env=stack.environment())


def _json(done: subprocess.CompletedProcess[str]) -> Any:
    assert done.stdout, done.stderr[-2000:]
    return json.loads(done.stdout)


def _observations(result: Any) -> list[dict[str, Any]]:
    return [one for step in result["steps"] for one in step["observations"]]
