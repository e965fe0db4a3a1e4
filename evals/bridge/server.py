"""OpenAI's chat completions on loopback, answered by whoever writes the files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aiohttp import web

from evals.bridge.exchange import Exchange, Json, PlayedAnswer

CHARACTERS_PER_TOKEN = 4
"""For the usage that is told. Chosen by hand: English text in today's tokenizers."""
MOST_BYTES = 64 * 2**20
"""Of a request. Chosen by hand: far more than any model reads."""


def bridge_app(folder: Path) -> web.Application:
    """The server; requests and answers lie in *folder*."""
    exchange = Exchange(folder)

    async def complete(request: web.Request) -> web.StreamResponse:
        asked = await request.json()
        answered = await exchange.answer_to(asked)
        if not asked.get("stream"):
            return web.json_response(_whole(asked, answered))
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        for frame in _frames(asked, answered):
            await response.write(f"data: {json.dumps(frame)}\n\n".encode())
        await response.write(b"data: [DONE]\n\n")
        return response

    app = web.Application(client_max_size=MOST_BYTES)
    app.router.add_post("/v1/chat/completions", complete)
    return app


def _whole(asked: Json, answered: PlayedAnswer) -> Json:
    message = {"role": "assistant", "content": answered.text or None, **_tool_calls(answered)}
    choice = {"index": 0, "message": message, "finish_reason": _finish(answered)}
    return _frame(asked, "chat.completion", [choice]) | {"usage": _usage(asked, answered)}


def _frames(asked: Json, answered: PlayedAnswer) -> Iterator[Json]:
    """Line by line, as a model streams."""
    for line in answered.text.splitlines(keepends=True):
        yield _chunk(asked, {"role": "assistant", "content": line})
    called = _tool_calls(answered)
    if called:
        numbered = [{**call, "index": at} for at, call in enumerate(called["tool_calls"])]
        yield _chunk(asked, {"role": "assistant", "tool_calls": numbered})
    yield _chunk(asked, {}, _finish(answered))
    yield _frame(asked, "chat.completion.chunk", []) | {"usage": _usage(asked, answered)}


def _chunk(asked: Json, delta: Json, finish: str | None = None) -> Json:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return _frame(asked, "chat.completion.chunk", [choice])


def _tool_calls(answered: PlayedAnswer) -> Json:
    if not answered.calls:
        return {}
    return {
        "tool_calls": [
            {
                "id": f"call_{number}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(given, ensure_ascii=False)},
            }
            for number, (name, given) in enumerate(answered.calls)
        ]
    }


def _finish(answered: PlayedAnswer) -> str:
    return "tool_calls" if answered.calls else "stop"


def _frame(asked: Json, kind: str, choices: list[Any]) -> Json:
    head = {"id": "by-hand", "object": kind, "created": 0, "model": asked.get("model", "")}
    return {**head, "choices": choices}


def _usage(asked: Json, answered: PlayedAnswer) -> Json:
    sent = {name: asked[name] for name in ("messages", "tools") if name in asked}
    given = len(json.dumps(sent, ensure_ascii=False)) // CHARACTERS_PER_TOKEN
    calls = json.dumps(answered.calls) if answered.calls else ""
    written = (len(answered.text) + len(calls)) // CHARACTERS_PER_TOKEN
    return {
        "prompt_tokens": given,
        "completion_tokens": written,
        "total_tokens": given + written,
    }
