"""Curbside's tools, as the SDK's own client calls them."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import jsonschema
import pytest
import uvicorn
from mcp import Client, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, TextContent
from sqlalchemy import text

from agents.turns import Stopped, View
from bot.db.channels.choices import ChannelChoices
from bot.db.channels.settings import change
from bot.db.programs.opening import is_run_of
from bot.db.programs.tokens import make_token
from bot.db.server.own_postgres import running_server, stop
from bot.programs.mcp.http import build_app
from bot.programs.mcp.server import build_server
from bot.programs.mcp.tools import McpTools
from bot.programs.questions import LOCAL, ClientQuestion
from bot.settings import environment_with
from tests.integration.programs.conftest import QUESTION, Served
from tests.integration.test_commands import KEYS
from tests.starter_corpus import copy_part
from tests.waiting import eventually

PROJECT = Path(__file__).parents[3]
QUOTE = "In the alpha trial the response rate was 41.5% in 120 patients with gene beta."


@asynccontextmanager
async def client_of(served: Served) -> AsyncIterator[Client]:
    async def ready() -> Any:
        return served.parts

    async with Client(build_server(McpTools(ready, lambda _call: "tests"))) as client:
        yield client


def content(result: CallToolResult) -> dict[str, Any]:
    assert not result.is_error, result.content
    assert result.structured_content is not None
    return result.structured_content


def refusal(result: CallToolResult) -> str:
    assert result.is_error
    (said,) = result.content
    assert isinstance(said, TextContent)
    return said.text


async def test_a_question_is_answered_with_its_steps_as_progress(served: Served) -> None:
    told: list[str | None] = []

    async def on_progress(_done: float, _total: float | None, message: str | None) -> None:
        told.append(message)

    async with client_of(served) as client:
        result = await client.call_tool(
            "ask", {"question": QUESTION}, progress_callback=on_progress
        )
    found = content(result)
    assert tuple(found) == KEYS
    assert [each["quote"] for each in found["citations"]] == [QUOTE]
    assert f"“{QUOTE}”" in getattr(result.content[0], "text", "")
    assert told[1] == "Step 1: I look at the trials."
    assert told[-1] == "It has ended."
    async with served.database.statements() as connection:
        stored = await connection.execute(
            text("select team, channel, sender, decision, run_id, payload::text from inbox")
        )
    about = '{"about": {"kind": "program"}}'
    assert [tuple(row) for row in stored] == [
        ("programs", "tests", "tests", "ask", found["run_id"], about)
    ]


async def test_the_limits_of_a_day_hold(served: Served) -> None:
    async with client_of(served) as client:
        for _ in range(2):
            content(await client.call_tool("ask", {"question": QUESTION}))
        said = refusal(await client.call_tool("ask", {"question": QUESTION}))
    assert said.startswith("No more questions are allowed now. Allowed: 2 questions in 24 hours.")
    assert len(await served.memory.recent_runs()) == 2


async def test_a_run_that_breaks_is_told_as_failed(served: Served) -> None:
    served.core.fail["think"] = RuntimeError("the secret of Mrs Smith")
    async with client_of(served) as client:
        result = await client.call_tool("ask", {"question": QUESTION})
    assert content(result)["outcome"] == "failed"
    assert "Smith" not in str(result)


async def test_a_question_whose_caller_goes_away_ends_as_stopped(served: Served) -> None:
    served.core.hang = "think"
    questions = served.parts.questions
    run_id = await questions.open(LOCAL, ClientQuestion(QUESTION))

    async def narrate(_view: View) -> None:
        begun.set()

    begun = asyncio.Event()
    waiting = asyncio.create_task(questions.answer_caller(LOCAL, run_id, narrate))
    await begun.wait()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting

    async def has_ended() -> bool:
        return isinstance((await served.memory.view(run_id)).ending, Stopped)

    await eventually(has_ended)


async def test_searches_quote_with_citations_and_their_documents_open(served: Served) -> None:
    async with client_of(served) as client:
        found = content(await client.call_tool("search", {"query": "response rate alpha trial"}))
        (hit,) = [each for each in found["results"] if each["silo"] == "clinical_trials"]
        named = {key: hit[key] for key in ("silo", "document_id", "version")}
        opened = content(await client.call_tool("open_document", named))
        places = {"offset": 7, **named}
        later = content(await client.call_tool("open_document", places))
        for version in ("2", "1\x00"):
            unknown = await client.call_tool("open_document", {**named, "version": version})
            assert refusal(unknown) == "The silo holds no such document in this version."
    first = hit["citations"][0]
    assert first["quote"] == QUOTE == opened["text"][first["start"] : first["end"]]
    assert later["text"] == opened["text"][7:]
    assert later["next_offset"] is None


async def test_the_rules_of_a_client_hold_for_its_searches(served: Served) -> None:
    chosen = ChannelChoices(no_hosted_models=True, without=("pubmed",))
    async with served.database.transaction() as connection:
        await change(connection, "programs", "tests", "an admin", chosen)
    async with client_of(served) as client:
        silos = content(await client.call_tool("list_silos", {}))["silos"]
        left_out = {"silo": "pubmed", "document_id": "paper-alpha", "version": "1"}
        refused = await client.call_tool("open_document", left_out)
        said = refusal(await client.call_tool("search", {"query": "alpha", "silo": "pubmed"}))
    assert [each["silo"] for each in silos] == ["clinical_trials", "drug_information"]
    assert refusal(refused) == "No silo of this name may be searched."
    assert said.endswith("There are: clinical_trials, drug_information.")
    assert set(served.searched) == {True}


async def test_what_is_wrong_with_a_call_is_said_in_a_sentence(served: Served) -> None:
    async with client_of(served) as client:
        calls: list[tuple[str, dict[str, Any], str]] = [
            ("ask", {}, "ask was called with arguments that do not fit. question: Field required."),
            ("ask", {"question": " \n"}, "There is no question: give some words."),
            ("ask", {"question": "x" * 12_001}, "A question may have 12,000 characters"),
            ("search", {"query": "alpha", "silo": "none"}, "No silo of this name may be searched."),
            ("gene", {"name": "no gene"}, "That names nothing that can be looked up. The gene"),
            ("check", {}, "A check needs either document and quote, or sentence and quotes"),
            ("check", {"sentence": "It is so [c1].", "quotes": {"c1": "x"}}, "check was called"),
            ("none", {}, "Unknown tool: none"),
        ]
        for name, arguments, sentence in calls:
            said = refusal(await client.call_tool(name, arguments))
            assert said.startswith(sentence), said
            assert "http" not in said


async def test_a_check_is_that_of_the_command_line(served: Served) -> None:
    quotes = {"c1": {"text": "The recommended dose of drug alpha is 600 mg twice daily."}}
    async with client_of(served) as client:
        for dose, verified in ((600, True), (500, False)):
            sentence = f"The recommended dose of drug alpha is {dose} mg twice daily [c1]."
            row = {"sentence": sentence, "quotes": quotes}
            checked = content(await client.call_tool("check", row))
            assert checked["verified"] is verified, checked
            assert bool(checked["problem"]) is not verified


async def test_what_a_tool_takes_is_declared(served: Served) -> None:
    async with client_of(served) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert tuple(tools) == (
        "ask", "list_silos", "search", "open_document", "check", "gene", "drug", "trial", "variant",
    )  # fmt: skip
    for tool in tools.values():
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        assert "context" not in tool.input_schema["properties"]
    assert tools["ask"].input_schema["required"] == ["question"]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_over_http_each_token_is_a_client(served: Served, mode: str) -> None:
    async def ready() -> Any:
        return served.parts

    token = await make_token(served.database, "agent")
    app = build_app(ready)
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        told: list[str | None] = []

        async def on_progress(_done: float, _total: float | None, message: str | None) -> None:
            told.append(message)

        headers = {"Authorization": f"Bearer {token}", "Curbside-Client": "other"}
        async with httpx2.AsyncClient(headers=headers, timeout=30) as http:
            transport = streamable_http_client(address, http_client=http)
            async with Client(transport, mode=mode) as client:
                asked = {"question": QUESTION}
                found = content(await client.call_tool("ask", asked, progress_callback=on_progress))
            http.headers["Authorization"] = f"Bearer {token}x"
            refused = await http.post(address, json={})
        server.should_exit = True
        await serving
    assert found["outcome"] == "answer"
    assert told[-1] == "It has ended."
    assert refused.status_code == 401
    assert await is_run_of(served.database, found["run_id"], "programs", "agent")


async def test_a_process_serves_over_standard_input_and_output(tmp_path: Path) -> None:
    home = tmp_path / "home"
    copy_part(PROJECT / "corpus", tmp_path / "corpus", {"genes": ()})
    with ExitStack() as stack:
        stack.enter_context(running_server(home, options=("fsync=off",)))
        env = environment_with(
            CURBSIDE_HOME=str(home), CURBSIDE_CORPUS=str(tmp_path / "corpus"), DATABASE_URL=""
        )
        process = StdioServerParameters(
            command=sys.executable, args=["-m", "bot", "mcp"], env=env, cwd=str(tmp_path)
        )
        # The errors of the process go to a file: what stderr was when the SDK was imported may be
        # closed in a test process that was forked since.
        errors = stack.enter_context((tmp_path / "errors.txt").open("w"))
        async with Client(stdio_client(process, errlog=errors)) as client:
            found = content(await client.call_tool("gene", {"name": "HER2"}))
            asked = content(await client.call_tool("ask", {"question": "official symbol of HER2?"}))
    stop(home)
    assert found["name"] == "ERBB2"
    assert found["silos"][0]["statements"][0]["citations"][0]["silo"] == "gene_table"
    assert asked["outcome"] == "answer"
    assert "ERBB2" in asked["answer"]
