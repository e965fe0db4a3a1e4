"""A provider of chat models on loopback: it speaks the OpenAI and the Anthropic wire protocols
and answers from a script. The clients are the providers' own, unmodified."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web


@dataclass(frozen=True)
class Say:
    """Answer with text."""

    text: str


@dataclass(frozen=True)
class Call:
    """Answer with tool calls: (name, arguments); arguments given as text are sent as they are."""

    calls: tuple[tuple[str, dict[str, Any] | str], ...]
    text: str = ""


@dataclass(frozen=True)
class Fail:
    """Answer with an error."""

    status: int
    code: str = "server_error"
    message: str = "scripted failure"
    retry_after: float | None = None


@dataclass(frozen=True)
class Hang:
    """Do not answer for so long, seconds."""

    seconds: float


@dataclass(frozen=True)
class Refuse:
    """Decline."""


@dataclass(frozen=True)
class CutOff:
    """Stream this text, then drop the connection."""

    text: str


Reply = Say | Call | Fail | Hang | Refuse | CutOff
OVERFLOW_OPENAI = Fail(400, "context_length_exceeded", "The maximum context length is 8 tokens")
OVERFLOW_ANTHROPIC = Fail(400, "invalid_request_error", "prompt is too long: 300000 tokens")
OVERLOADED = Fail(529, "overloaded_error", "Overloaded")


@dataclass
class Scripted:
    """The running provider: what it will say, and what it was asked."""

    url: str = ""
    script: list[Reply] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)
    brain: Callable[[dict[str, Any]], Reply] | None = None
    """Decides by the request instead of a script, for calls that come side by side."""

    def next(self, request: dict[str, Any]) -> Reply:
        self.asked.append(request)
        if self.brain is not None:
            return self.brain(request)
        if not self.script:
            return Fail(400, "invalid_request_error", "the script is over")
        return self.script.pop(0)


@asynccontextmanager
async def scripted_provider(*script: Reply) -> AsyncIterator[Scripted]:
    """Serve the script until the block ends."""
    scripted = Scripted(script=list(script))
    app = web.Application()

    async def openai(request: web.Request) -> web.StreamResponse:
        return await _openai(request, scripted)

    async def anthropic(request: web.Request) -> web.StreamResponse:
        return await _anthropic(request, scripted)

    app.router.add_post("/v1/chat/completions", openai)
    app.router.add_post("/v1/messages", anthropic)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    scripted.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield scripted
    finally:
        await runner.cleanup()


async def _openai(request: web.Request, scripted: Scripted) -> web.StreamResponse:
    body = await request.json()
    reply = scripted.next(body)
    if isinstance(reply, Hang):
        await asyncio.sleep(reply.seconds)
        reply = Fail(500)
    if isinstance(reply, Fail):
        error = {"message": reply.message, "type": reply.code, "code": reply.code}
        return _failure(reply, {"error": error})
    if body.get("stream"):
        return await _openai_stream(request, body, reply)
    message, finish = _openai_message(reply)
    choice = {"index": 0, "message": message, "finish_reason": finish, "logprobs": None}
    return web.json_response(_openai_frame(body, "chat.completion", [choice]) | _openai_usage())


def _openai_message(reply: Reply) -> tuple[dict[str, Any], str]:
    match reply:
        case Call(calls=calls, text=text):
            tool_calls = [
                {
                    "id": f"call_{number}",
                    "type": "function",
                    "function": {"name": name, "arguments": _as_text(arguments)},
                }
                for number, (name, arguments) in enumerate(calls)
            ]
            message = {"role": "assistant", "content": text or None, "tool_calls": tool_calls}
            return message, "tool_calls"
        case Refuse():
            return {"role": "assistant", "content": None, "refusal": "I cannot."}, "stop"
        case Say(text=text) | CutOff(text=text):
            return {"role": "assistant", "content": text}, "stop"
    raise AssertionError(reply)


async def _openai_stream(
    request: web.Request, body: dict[str, Any], reply: Reply
) -> web.StreamResponse:
    response = await _event_stream(request)
    message, finish = _openai_message(reply)
    for piece in _pieces(message.get("content") or ""):
        delta = {"index": 0, "delta": {"role": "assistant", "content": piece}}
        await _send(response, _openai_frame(body, "chat.completion.chunk", [delta]))
    if isinstance(reply, CutOff):
        return _drop(request, response)
    last: dict[str, Any] = {"index": 0, "delta": {}, "finish_reason": finish}
    if message.get("refusal"):
        last["delta"] = {"refusal": message["refusal"]}
    await _send(response, _openai_frame(body, "chat.completion.chunk", [last]))
    await _send(response, _openai_frame(body, "chat.completion.chunk", []) | _openai_usage())
    await response.write(b"data: [DONE]\n\n")
    await response.write_eof()
    return response


def _openai_frame(body: dict[str, Any], kind: str, choices: list[Any]) -> dict[str, Any]:
    return {
        "id": "cmpl_1",
        "object": kind,
        "created": 1,
        "model": body["model"],
        "choices": choices,
    }


def _openai_usage() -> dict[str, Any]:
    return {"usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}}


async def _anthropic(request: web.Request, scripted: Scripted) -> web.StreamResponse:
    body = await request.json()
    reply = scripted.next(body)
    if isinstance(reply, Hang):
        await asyncio.sleep(reply.seconds)
        reply = Fail(500, "api_error")
    if isinstance(reply, Fail):
        error = {"type": reply.code, "message": reply.message}
        return _failure(reply, {"type": "error", "error": error})
    content, stop = _anthropic_content(reply)
    if body.get("stream"):
        return await _anthropic_stream(request, body, reply, content, stop)
    return web.json_response(_anthropic_message(body, content, stop))


def _anthropic_content(reply: Reply) -> tuple[list[dict[str, Any]], str]:
    match reply:
        case Call(calls=calls, text=text):
            blocks: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
            for number, (name, arguments) in enumerate(calls):
                given = {"_": arguments} if isinstance(arguments, str) else arguments
                blocks.append(
                    {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": given}
                )
            return blocks, "tool_use"
        case Refuse():
            return [{"type": "text", "text": ""}], "refusal"
        case Say(text=text) | CutOff(text=text):
            return [{"type": "text", "text": text}], "end_turn"
    raise AssertionError(reply)


def _anthropic_message(
    body: dict[str, Any], content: list[dict[str, Any]], stop: str | None
) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 100, "output_tokens": 20},
    }


async def _anthropic_stream(
    request: web.Request,
    body: dict[str, Any],
    reply: Reply,
    content: list[dict[str, Any]],
    stop: str,
) -> web.StreamResponse:
    response = await _event_stream(request)
    start = {"type": "message_start", "message": _anthropic_message(body, [], None)}
    await _send(response, start, named=True)
    block = {"type": "content_block_start", "index": 0, "content_block": _empty_text()}
    await _send(response, block, named=True)
    for piece in _pieces(content[0].get("text", "")):
        delta = {"type": "text_delta", "text": piece}
        frame = {"type": "content_block_delta", "index": 0, "delta": delta}
        await _send(response, frame, named=True)
    if isinstance(reply, CutOff):
        return _drop(request, response)
    await _send(response, {"type": "content_block_stop", "index": 0}, named=True)
    ending = {"stop_reason": stop, "stop_sequence": None}
    usage = {"output_tokens": 20}
    frame = {"type": "message_delta", "delta": ending, "usage": usage}
    await _send(response, frame, named=True)
    await _send(response, {"type": "message_stop"}, named=True)
    await response.write_eof()
    return response


def _empty_text() -> dict[str, str]:
    return {"type": "text", "text": ""}


def _failure(reply: Fail, body: dict[str, Any]) -> web.Response:
    headers = {} if reply.retry_after is None else {"retry-after": str(reply.retry_after)}
    return web.json_response(body, status=reply.status, headers=headers)


async def _event_stream(request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
    await response.prepare(request)
    return response


async def _send(response: web.StreamResponse, value: dict[str, Any], named: bool = False) -> None:
    name = f"event: {value['type']}\n" if named else ""
    await response.write(f"{name}data: {json.dumps(value)}\n\n".encode())


def _drop(request: web.Request, response: web.StreamResponse) -> web.StreamResponse:
    if request.transport is not None:
        request.transport.abort()
    return response


def _pieces(text: str) -> list[str]:
    return [text[start : start + 12] for start in range(0, len(text), 12)]


def _as_text(arguments: dict[str, Any] | str) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments)
