"""Anthropic's messages."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

from tests.scripted_provider.counted import Counted
from tests.scripted_provider.replies import (
    Breaks,
    CutOff,
    Fail,
    Filtered,
    Refuse,
    Reply,
    TooLong,
    calls_of,
    pieces,
    thinking_of,
    words_of,
)

MOST_MARKS = 4
"""Marks of the cache that a request may carry."""


class Wire:
    """The protocol."""

    def problem_with(self, body: dict[str, Any]) -> str:
        if json.dumps(body).count('"cache_control"') > MOST_MARKS:
            return f"A maximum of {MOST_MARKS} blocks with cache_control may be provided."
        messages = body["messages"]
        if not messages or messages[0]["role"] != "user":
            return "messages: the first message must use the user role"
        called: set[str] = set()
        for message in messages:
            blocks = _blocks(message)
            answered = {b["tool_use_id"] for b in blocks if b["type"] == "tool_result"}
            if answered != called:
                return "tool_use ids were found without tool_result blocks immediately after"
            if any(b["type"] == "text" and not b["text"].strip() for b in blocks):
                return "messages: text content blocks must be non-empty"
            called = {b["id"] for b in blocks if b["type"] == "tool_use"}
        return "" if messages[-1]["role"] == "user" else "the last message must be of the user"

    def failure(self, reply: Fail) -> dict[str, Any]:
        return {"type": "error", "error": {"type": reply.code, "message": reply.message}}

    def whole(self, body: dict[str, Any], reply: Reply, counted: Counted) -> dict[str, Any]:
        return _message(body, list(_content(reply)), _stop(reply), counted)

    async def stream(
        self, body: dict[str, Any], reply: Reply, counted: Counted
    ) -> AsyncIterator[bytes | None]:
        yield _sent({"type": "message_start", "message": _message(body, [], None, counted)})
        yield _sent({"type": "ping"})
        for place, block in enumerate(_content(reply)):
            for event in _block_events(block):
                yield _sent({**event, "index": place})
        if isinstance(reply, CutOff):
            yield None
            return
        if isinstance(reply, Breaks):
            error = {"type": reply.code, "message": "scripted failure"}
            yield _sent({"type": "error", "error": error})
            return
        ending = {"stop_reason": _stop(reply), "stop_sequence": None}
        usage = counted.for_anthropic()
        yield _sent({"type": "message_delta", "delta": ending, "usage": usage})
        yield _sent({"type": "message_stop"})


def _blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    content = message["content"]
    return content if isinstance(content, list) else [{"type": "text", "text": content}]


def _content(reply: Reply) -> Iterator[dict[str, Any]]:
    if thought := thinking_of(reply):
        yield {"type": "thinking", "thinking": thought, "signature": "s"}
    if words_of(reply) or not calls_of(reply):
        yield {"type": "text", "text": words_of(reply)}
    for number, (name, arguments) in enumerate(calls_of(reply)):
        given = {"_": arguments} if isinstance(arguments, str) else arguments
        yield {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": given}


def _block_events(block: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A block opened empty, filled in pieces and closed."""
    empty, deltas = dict(block), []
    if block["type"] == "text":
        empty["text"] = ""
        deltas = [{"type": "text_delta", "text": piece} for piece in pieces(block["text"])]
    elif block["type"] == "thinking":
        empty |= {"thinking": "", "signature": ""}
        told = pieces(block["thinking"])
        deltas = [{"type": "thinking_delta", "thinking": piece} for piece in told]
        deltas.append({"type": "signature_delta", "signature": block["signature"]})
    else:
        empty["input"] = {}
        given = pieces(json.dumps(block["input"]))
        deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in given]
    yield {"type": "content_block_start", "content_block": empty}
    for delta in deltas:
        yield {"type": "content_block_delta", "delta": delta}
    yield {"type": "content_block_stop"}


def _stop(reply: Reply) -> str:
    if isinstance(reply, TooLong):
        return "model_context_window_exceeded" if reply.window else "max_tokens"
    if isinstance(reply, Refuse | Filtered):
        return "refusal"
    return "tool_use" if calls_of(reply) else "end_turn"


def _message(
    body: dict[str, Any], content: list[dict[str, Any]], stop: str | None, counted: Counted
) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": counted.for_anthropic(),
    }


def _sent(event: dict[str, Any]) -> bytes:
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()
