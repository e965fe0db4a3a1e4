"""What requests to the control API say, checked, and of which app they are."""

from __future__ import annotations

import inspect
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import fields
from typing import Any

from aiohttp import web

from workspace.json_types import JsonObject

Handler = Callable[[JsonObject], JsonObject | Awaitable[JsonObject]]


class BadControlRequest(Exception):
    """The request to the control API cannot be carried out; the message says why."""


def as_json(
    handlers: Mapping[str, Handler],
) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """The handlers of the apps, by their ids, as one of requests."""

    async def answer(request: web.Request) -> web.StreamResponse:
        try:
            body = dict(request.query) | await _body(request)
            result = _handler_for(handlers, body)(body)
            return web.json_response(await result if inspect.isawaitable(result) else result)
        except BadControlRequest as problem:
            return web.json_response({"error": str(problem)}, status=400)

    return answer


def _handler_for(handlers: Mapping[str, Handler], body: JsonObject) -> Handler:
    """The handler of the app that the body names, which is taken out of it; else of the first."""
    app = str(body.pop("app", next(iter(handlers))))
    if app not in handlers:
        raise BadControlRequest(f"app must be one of {', '.join(handlers)}")
    return handlers[app]


async def _body(request: web.Request) -> JsonObject:
    text = await request.text()
    if not text:
        return {}
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        raise BadControlRequest("the body is not JSON") from None
    if not isinstance(body, dict):
        raise BadControlRequest("the body must be a JSON object")
    return body


def refuse_unknown_fields(body: JsonObject, kind: Any) -> None:
    """Refuse a body with a field that the dataclass `kind` does not have."""
    names = {one.name for one in fields(kind)}
    if unknown := set(body) - names:
        raise BadControlRequest(
            f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(sorted(names))}"
        )
