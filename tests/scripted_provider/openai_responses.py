"""OpenAI's responses, which newer models use."""

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
    as_text,
    calls_of,
    pieces,
    thinking_of,
    words_of,
)


class Wire:
    """The protocol."""

    def problem_with(self, body: dict[str, Any]) -> str:
        items = body["input"] if isinstance(body["input"], list) else []
        called = {item["call_id"] for item in items if item.get("type") == "function_call"}
        answered = {item["call_id"] for item in items if item.get("type") == "function_call_output"}
        if missing := called - answered:
            return f"No tool output found for function call {sorted(missing)[0]}."
        if missing := answered - called:
            return f"No tool call found for function call output with call_id {sorted(missing)[0]}."
        for tool in body.get("tools") or ():
            if "function" in tool:
                return "Missing required parameter: 'tools[0].name'."
        return "Unknown parameter: 'messages'." if "messages" in body else ""

    def failure(self, reply: Fail) -> dict[str, Any]:
        error = {"message": reply.message, "type": reply.code, "param": None, "code": reply.code}
        return {"error": error}

    def whole(self, body: dict[str, Any], reply: Reply, counted: Counted) -> dict[str, Any]:
        status = "incomplete" if _incomplete(reply) else "completed"
        return _response(body, status) | {
            "output": list(_items(reply)),
            "incomplete_details": _incomplete(reply),
            "usage": counted.for_responses(),
        }

    async def stream(
        self, body: dict[str, Any], reply: Reply, counted: Counted
    ) -> AsyncIterator[bytes | None]:
        for number, event in enumerate(self._events(body, reply, counted)):
            yield _sent({**event, "sequence_number": number})
        if isinstance(reply, CutOff):
            yield None

    def _events(
        self, body: dict[str, Any], reply: Reply, counted: Counted
    ) -> Iterator[dict[str, Any]]:
        yield {"type": "response.created", "response": _response(body, "in_progress")}
        yield {"type": "response.in_progress", "response": _response(body, "in_progress")}
        for place, item in enumerate(_items(reply)):
            yield from _EVENTS_OF[item["type"]](item, place)
        if isinstance(reply, CutOff):
            return
        if isinstance(reply, Breaks) and reply.code == "server_error":
            failed = {"error": {"code": reply.code, "message": "scripted failure"}}
            yield {"type": "response.failed", "response": _response(body, "failed") | failed}
        elif isinstance(reply, Breaks):
            told = {"code": reply.code, "message": "scripted failure", "param": None}
            yield {"type": "error", **told}
        else:
            end = "response.incomplete" if _incomplete(reply) else "response.completed"
            yield {"type": end, "response": self.whole(body, reply, counted)}


def _items(reply: Reply) -> Iterator[dict[str, Any]]:
    if thought := thinking_of(reply):
        summary = [{"type": "summary_text", "text": thought}]
        yield {"id": "rs_1", "type": "reasoning", "summary": summary}
    text = words_of(reply)
    content: list[dict[str, Any]] = []
    if text or not (calls_of(reply) or isinstance(reply, Refuse | Filtered)):
        content.append({"type": "output_text", "text": text, "annotations": [], "logprobs": []})
    if isinstance(reply, Refuse):
        content.append({"type": "refusal", "refusal": "I cannot."})
    if content:
        status = "incomplete" if _incomplete(reply) else "completed"
        head = {"id": "msg_1", "type": "message", "role": "assistant", "status": status}
        yield {**head, "content": content}
    for number, (name, arguments) in enumerate(calls_of(reply)):
        yield {
            "id": f"fc_{number}",
            "type": "function_call",
            "call_id": f"call_{number}",
            "name": name,
            "arguments": as_text(arguments),
            "status": "completed",
        }


def _message_events(item: dict[str, Any], place: int) -> Iterator[dict[str, Any]]:
    yield _item_event("added", {**item, "content": [], "status": "in_progress"}, place)
    for at, part in enumerate(item["content"]):
        where = {"item_id": item["id"], "output_index": place, "content_index": at}
        kind, field = part["type"], "text" if part["type"] == "output_text" else "refusal"
        yield {"type": "response.content_part.added", "part": {**part, field: ""}, **where}
        for piece in pieces(part[field]):
            yield {"type": f"response.{kind}.delta", "delta": piece, "logprobs": [], **where}
        yield {"type": f"response.{kind}.done", field: part[field], "logprobs": [], **where}
        yield {"type": "response.content_part.done", "part": part, **where}
    yield _item_event("done", item, place)


def _call_events(item: dict[str, Any], place: int) -> Iterator[dict[str, Any]]:
    yield _item_event("added", {**item, "arguments": "", "status": "in_progress"}, place)
    where = {"item_id": item["id"], "output_index": place}
    for piece in pieces(item["arguments"]):
        yield {"type": "response.function_call_arguments.delta", "delta": piece, **where}
    told = {"arguments": item["arguments"], "name": item["name"]}
    yield {"type": "response.function_call_arguments.done", **told, **where}
    yield _item_event("done", item, place)


def _reasoning_events(item: dict[str, Any], place: int) -> Iterator[dict[str, Any]]:
    yield _item_event("added", {**item, "summary": []}, place)
    where = {"item_id": item["id"], "output_index": place, "summary_index": 0}
    part = {"type": "summary_text", "text": ""}
    yield {"type": "response.reasoning_summary_part.added", "part": part, **where}
    for piece in pieces(item["summary"][0]["text"]):
        yield {"type": "response.reasoning_summary_text.delta", "delta": piece, **where}
    yield _item_event("done", item, place)


_EVENTS_OF = {
    "message": _message_events,
    "function_call": _call_events,
    "reasoning": _reasoning_events,
}


def _item_event(what: str, item: dict[str, Any], place: int) -> dict[str, Any]:
    return {"type": f"response.output_item.{what}", "output_index": place, "item": item}


def _incomplete(reply: Reply) -> dict[str, str] | None:
    if isinstance(reply, TooLong):
        return {"reason": "max_output_tokens"}
    return {"reason": "content_filter"} if isinstance(reply, Filtered) else None


def _response(body: dict[str, Any], status: str) -> dict[str, Any]:
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "status": status,
        "model": body["model"],
        "output": [],
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "metadata": {},
        "parallel_tool_calls": True,
        "temperature": 1.0,
        "tool_choice": "auto",
        "tools": [],
        "top_p": 1.0,
        "usage": None,
    }


def _sent(event: dict[str, Any]) -> bytes:
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()
