"""OpenAI's chat completions, and a server of one's own that reasons behind the same protocol."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
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
    as_text,
    calls_of,
    pieces,
    thinking_of,
    words_of,
)


@dataclass
class Wire:
    """The protocol; ``reasons``: thoughts come in a field of their own and are wanted back."""

    reasons: bool = False
    has_thought: bool = False
    """Whether it has handed out a thought with a call."""

    def problem_with(self, body: dict[str, Any]) -> str:
        open_calls: set[str] = set()
        for message in body["messages"]:
            if message["role"] == "tool":
                if message["tool_call_id"] not in open_calls:
                    return "messages with role 'tool' must answer a preceding tool call"
                open_calls.discard(message["tool_call_id"])
                continue
            if open_calls:
                return f"an assistant message's tool calls were not answered: {open_calls}"
            open_calls = {call["id"] for call in message.get("tool_calls") or ()}
            if problem := self._problem_with_message(message):
                return problem
        return "tool calls were not answered" if open_calls else ""

    def _problem_with_message(self, message: dict[str, Any]) -> str:
        wanted = self.has_thought and bool(message.get("tool_calls"))
        if wanted and "reasoning_content" not in message:
            return "The reasoning_content in the thinking mode must be passed back to the API."
        if message.get("content") is None and not message.get("tool_calls"):
            return "a message must have content or tool calls"
        return ""

    def failure(self, reply: Fail) -> dict[str, Any]:
        return {"error": {"message": reply.message, "type": reply.code, "code": reply.code}}

    def whole(self, body: dict[str, Any], reply: Reply, counted: Counted) -> dict[str, Any]:
        self._remember(reply)
        message: dict[str, Any] = {"role": "assistant", "content": words_of(reply) or None}
        if calls := _tool_calls(reply):
            message["tool_calls"] = calls
        if isinstance(reply, Refuse):
            message["refusal"] = "I cannot."
        elif not calls and not isinstance(reply, Filtered):
            message["content"] = words_of(reply)
        if thought := thinking_of(reply):
            message["reasoning_content"] = thought
        choice = {"index": 0, "message": message, "finish_reason": _finish(reply), "logprobs": None}
        return _frame(body, "chat.completion", [choice]) | {"usage": counted.for_chat()}

    async def stream(
        self, body: dict[str, Any], reply: Reply, counted: Counted
    ) -> AsyncIterator[bytes | None]:
        self._remember(reply)
        for delta in _deltas(reply):
            yield _sent(_frame(body, "chat.completion.chunk", [{"index": 0, "delta": delta}]))
        if isinstance(reply, CutOff):
            yield None
            return
        if isinstance(reply, Breaks):
            yield _sent({"error": {"message": "scripted", "type": reply.code, "code": reply.code}})
            return
        last = {"index": 0, "delta": {}, "finish_reason": _finish(reply)}
        yield _sent(_frame(body, "chat.completion.chunk", [last]))
        yield _sent(_frame(body, "chat.completion.chunk", []) | {"usage": counted.for_chat()})
        yield b"data: [DONE]\n\n"

    def _remember(self, reply: Reply) -> None:
        self.has_thought |= self.reasons and bool(thinking_of(reply) and calls_of(reply))


def _deltas(reply: Reply) -> list[dict[str, Any]]:
    """What is new in each chunk."""
    thoughts = pieces(thinking_of(reply))
    deltas: list[dict[str, Any]] = [
        {"role": "assistant", "content": None, "reasoning_content": piece} for piece in thoughts
    ]
    deltas += [{"role": "assistant", "content": piece} for piece in pieces(words_of(reply))]
    for place, call in enumerate(_tool_calls(reply)):
        name, arguments = call["function"]["name"], call["function"]["arguments"]
        opened = {"name": name, "arguments": ""}
        deltas.append({"tool_calls": [{**call, "index": place, "function": opened}]})
        deltas += [
            {"tool_calls": [{"index": place, "function": {"arguments": piece}}]}
            for piece in pieces(arguments)
        ]
    if isinstance(reply, Refuse):
        deltas += [{"refusal": piece} for piece in ("I ", "cannot.")]
    return deltas


def _tool_calls(reply: Reply) -> list[dict[str, Any]]:
    return [
        {
            "id": f"call_{number}",
            "type": "function",
            "function": {"name": name, "arguments": as_text(arguments)},
        }
        for number, (name, arguments) in enumerate(calls_of(reply))
    ]


def _finish(reply: Reply) -> str:
    if isinstance(reply, TooLong):
        return "length"
    if isinstance(reply, Filtered):
        return "content_filter"
    return "tool_calls" if calls_of(reply) else "stop"


def _frame(body: dict[str, Any], kind: str, choices: list[Any]) -> dict[str, Any]:
    return {
        "id": "cmpl_1",
        "object": kind,
        "created": 1,
        "model": body["model"],
        "choices": choices,
    }


def _sent(value: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(value)}\n\n".encode()
