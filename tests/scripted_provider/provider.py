"""The running provider: what it will say, and what it was asked."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from aiohttp import web

from agents.prompts.fencing import TAGS
from tests.scripted_provider import anthropic_messages, chat_completions, openai_responses
from tests.scripted_provider.counted import Counted
from tests.scripted_provider.replies import Breaks, Fail, Hang, Reply

_MARKED = re.compile(rf"(</?(?:{'|'.join(TAGS)}))-[0-9a-f]{{6}}")
"""A tag of a prompt with the mark of whichever process asks."""


@dataclass
class Scripted:
    """The running provider: what it will say, and what it was asked."""

    url: str = ""
    script: list[Reply] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)
    """Without the marks of the tags in their prompts."""
    marked: list[str] = field(default_factory=list)
    """The requests as they came."""
    paths: list[str] = field(default_factory=list)
    """Of each request, in order."""
    refused: list[str] = field(default_factory=list)
    """What was wrong with requests that no provider would have taken."""
    brain: Callable[[dict[str, Any]], Reply] | None = None
    """Decides by the request instead of a script, for calls that come side by side."""
    counted: Counted = field(default_factory=Counted)
    """The tokens that every answer is said to have cost."""

    def next(self, path: str, request: dict[str, Any]) -> Reply:
        self.asked.append(request)
        self.paths.append(path)
        if self.brain is not None:
            return self.brain(request)
        if not self.script:
            return Fail(400, "invalid_request_error", "the script is over")
        return self.script.pop(0)


class Wire(Protocol):
    """One protocol."""

    def problem_with(self, body: dict[str, Any]) -> str:
        """Why a provider would refuse this request; empty when it would not."""
        ...

    def failure(self, reply: Fail) -> dict[str, Any]: ...

    def whole(self, body: dict[str, Any], reply: Reply, counted: Counted) -> dict[str, Any]: ...

    def stream(
        self, body: dict[str, Any], reply: Reply, counted: Counted
    ) -> AsyncIterator[bytes | None]:
        """The frames; None drops the connection."""
        ...


def _wires() -> dict[str, Wire]:
    """By path. The second is a server of one's own: it hands out what its model thinks in a field
    that OpenAI's protocol has not, and wants it back with the calls that the model made. The third
    wants it of every call, also of those that another model made."""
    return {
        "/v1/chat/completions": chat_completions.Wire(),
        "/reasoning/v1/chat/completions": chat_completions.Wire(reasons=True),
        "/strict/v1/chat/completions": chat_completions.Wire(reasons=True, has_thought=True),
        "/v1/responses": openai_responses.Wire(),
        "/v1/messages": anthropic_messages.Wire(),
    }


@asynccontextmanager
async def scripted_provider(*script: Reply) -> AsyncIterator[Scripted]:
    """Serve the script until the block ends."""
    scripted = Scripted(script=list(script))
    wires = _wires()
    app = web.Application(client_max_size=64 * 2**20)

    async def answer(request: web.Request) -> web.StreamResponse:
        return await _answer(request, scripted, wires[request.path])

    for path in wires:
        app.router.add_post(path, answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    scripted.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield scripted
    finally:
        await runner.cleanup()


async def _answer(request: web.Request, scripted: Scripted, wire: Wire) -> web.StreamResponse:
    came = await request.text()
    scripted.marked.append(came)
    body = json.loads(_MARKED.sub(r"\1", came))
    if problem := wire.problem_with(body):
        scripted.refused.append(problem)
        return _failure(wire, Fail(400, "invalid_request_error", problem))
    reply = scripted.next(request.path, body)
    if isinstance(reply, Hang):
        await asyncio.sleep(reply.seconds)
        reply = Fail(500)
    if isinstance(reply, Breaks) and not body.get("stream"):
        reply = Fail(reply.status, reply.code)
    if isinstance(reply, Fail):
        return _failure(wire, reply)
    if not body.get("stream"):
        return _closing(web.json_response(wire.whole(body, reply, scripted.counted)))
    return await _stream(request, wire.stream(body, reply, scripted.counted))


def _failure(wire: Wire, reply: Fail) -> web.StreamResponse:
    headers = {} if reply.retry_after is None else {"retry-after": str(reply.retry_after)}
    return _closing(web.json_response(wire.failure(reply), status=reply.status, headers=headers))


def _closing(response: web.StreamResponse) -> web.StreamResponse:
    """The last of its connection. LangChain keeps a client for each address that it has met: what
    that held open outlived its event loop, and failed a later test when it was collected."""
    response.force_close()
    return response


async def _stream(request: web.Request, frames: AsyncIterator[bytes | None]) -> web.StreamResponse:
    response = _closing(web.StreamResponse(headers={"Content-Type": "text/event-stream"}))
    await response.prepare(request)
    async for frame in frames:
        if frame is None:
            if request.transport is not None:
                request.transport.abort()
            return response
        await response.write(frame)
    await response.write_eof()
    return response
