"""A model played by hand, asked by the real client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp.test_utils import TestServer
from langchain_core.messages import HumanMessage

from agents.llm.calls.provider import Provider, open_model
from evals.bridge.exchange import AnswerUnreadable, parse_answer
from evals.bridge.server import bridge_app
from tests.integration.llm.scripted_core import own_connections
from tests.waiting import eventually

TOOL = {
    "type": "function",
    "function": {
        "name": "search",
        "description": "Search one silo.",
        "parameters": {"type": "object", "properties": {"query": {"type": "string"}}},
    },
}


@pytest.fixture
async def provider(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Provider]:
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    async with TestServer(bridge_app(tmp_path)) as server:
        model = open_model("openai:by-hand", base_url=str(server.make_url("/v1")), seconds=60)
        async with own_connections(model):
            yield Provider(model)


async def played(folder: Path, number: int, answer: str) -> str:
    """Wait for a request, answer it; the request as it is read."""
    await eventually((folder / f"{number:04d}.request.json").exists, "it is asked")
    (folder / f"{number:04d}.answer.md").write_text(answer, encoding="utf-8")
    return (folder / f"{number:04d}.request.md").read_text(encoding="utf-8")


async def test_a_request_is_read_and_its_calls_are_made(provider: Provider, tmp_path: Path) -> None:
    asking = asyncio.create_task(provider.call([HumanMessage("A dose?")], [TOOL]))
    read = await played(tmp_path, 1, 'I look.\nCALL search {"query": "dose"}\nCALL search {}\n')
    message, _ = await asking
    assert "## tool search\nSearch one silo." in read
    assert "## user\nA dose?" in read
    assert message.text == "I look."
    assert [call["args"] for call in message.tool_calls] == [{"query": "dose"}, {}]
    assert message.usage_metadata is not None
    assert message.usage_metadata["input_tokens"] > 20


async def test_an_answer_is_streamed_line_by_line(provider: Provider, tmp_path: Path) -> None:
    heard: list[str] = []

    async def hear(so_far: str) -> None:
        heard.append(so_far)

    asking = asyncio.create_task(provider.stream([HumanMessage("A dose?")], hear))
    await played(tmp_path, 1, "One. [c1]\nTwo. [c2]\n")
    message, _ = await asking
    assert message.text == "One. [c1]\nTwo. [c2]"
    assert "One. [c1]\n" in heard


async def test_an_answer_that_cannot_be_read_is_told_and_waited_for_again(
    provider: Provider, tmp_path: Path
) -> None:
    asking = asyncio.create_task(provider.call([HumanMessage("A dose?")], [TOOL]))
    await played(tmp_path, 1, "CALL search {query}\n")
    problem = tmp_path / "0001.problem.txt"
    await eventually(problem.exists, "the problem is told")
    assert "The arguments of search are no JSON" in problem.read_text(encoding="utf-8")
    await played(tmp_path, 1, 'CALL search {"query": "dose"}\n')
    message, _ = await asking
    assert [call["args"] for call in message.tool_calls] == [{"query": "dose"}]


@pytest.mark.parametrize("written", ["CALL search [1]", "CALL search", "CALL search {"])
def test_a_call_needs_an_object(written: str) -> None:
    with pytest.raises(AnswerUnreadable):
        parse_answer(written)
