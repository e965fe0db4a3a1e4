"""A public service on loopback: answers as scripted, and remembers what it was asked.

    async with loopback() as server:
        server.on("/api/v2/studies", {"studies": []}, when={"pageToken": "t2"})
        server.on("/busy", Answer(status=429, headers={"Retry-After": "1"}), Answer("now"))

Rules are tried in the order in which they were given; a rule with several answers gives them in
turn and stays with the last. A request that no rule fits is answered with status 418.
"""

from __future__ import annotations

import asyncio
import fnmatch
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One request as it came in."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes

    @property
    def sent(self) -> dict[str, str]:
        """The parameters, wherever they were sent."""
        return self.query


@dataclass(frozen=True)
class Answer:
    """What the service says. A body that is not text or bytes is sent as JSON."""

    body: Any = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    kind: str = ""
    """Content type; by default JSON, XML, HTML or plain text, by the look of the body."""
    seconds: float = 0.0
    """How long it takes to begin."""
    cut: bool = False
    """Promise the whole body, send the first half and hang up."""
    drip: float = 0.0
    """Seconds between single bytes."""


Brain = Callable[[Asked], Answer | Any]
When = Mapping[str, str] | Callable[[Asked], bool]


@dataclass
class _Rule:
    method: str
    path: str
    when: When
    answers: list[Any]

    def fits(self, asked: Asked) -> bool:
        if self.method != asked.method or not fnmatch.fnmatchcase(asked.path, self.path):
            return False
        if callable(self.when):
            return self.when(asked)
        return all(asked.query.get(name) == value for name, value in self.when.items())

    def answer(self, asked: Asked) -> Answer:
        said = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        said = said(asked) if callable(said) else said
        return said if isinstance(said, Answer) else Answer(said)


@dataclass
class Loopback:
    """The running service."""

    url: str = ""
    asked: list[Asked] = field(default_factory=list)
    rules: list[_Rule] = field(default_factory=list)

    def on(self, path: str, *answers: Any, method: str = "GET", when: When | None = None) -> None:
        """Answer requests to the path (a glob) whose query fits."""
        self.rules.append(_Rule(method, path, when or {}, list(answers)))

    def first(self, path: str, *answers: Any, method: str = "GET") -> None:
        """As :meth:`on`, before all rules that are there."""
        self.rules.insert(0, _Rule(method, path, {}, list(answers)))

    def paths(self) -> list[str]:
        """The paths asked for, in order."""
        return [asked.path for asked in self.asked]


@asynccontextmanager
async def loopback() -> AsyncIterator[Loopback]:
    """Serve until the block ends."""
    server = Loopback()
    app = web.Application(client_max_size=64 * 1024 * 1024)

    async def serve(request: web.Request) -> web.StreamResponse:
        return await _serve(server, request)

    app.router.add_route("*", "/{path:.*}", serve)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    server.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield server
    finally:
        await runner.cleanup()


async def _serve(server: Loopback, request: web.Request) -> web.StreamResponse:
    asked = Asked(
        method=request.method,
        path=request.path,
        query=dict(request.query),
        headers={name.lower(): value for name, value in request.headers.items()},
        body=await request.read(),
    )
    server.asked.append(asked)
    rule = next((rule for rule in server.rules if rule.fits(asked)), None)
    answer = rule.answer(asked) if rule else Answer("nothing is scripted for this", 418)
    if answer.seconds:
        await asyncio.sleep(answer.seconds)
    body = _bytes(answer.body)
    headers = {"Content-Type": answer.kind or _kind(body)} | dict(answer.headers)
    if answer.cut or answer.drip:
        return await _badly(
            request, web.StreamResponse(status=answer.status, headers=headers), answer
        )
    return web.Response(status=answer.status, body=body, headers=headers)


async def _badly(
    request: web.Request, response: web.StreamResponse, answer: Answer
) -> web.StreamResponse:
    body = _bytes(answer.body)
    response.content_length = len(body)
    await response.prepare(request)
    if answer.cut:
        await response.write(body[: len(body) // 2])
    else:
        for byte in body:
            await response.write(bytes((byte,)))
            await asyncio.sleep(answer.drip)
    if answer.cut and request.transport is not None:
        request.transport.close()
    return response


def _bytes(body: Any) -> bytes:
    if isinstance(body, bytes):
        return body
    return body.encode() if isinstance(body, str) else json.dumps(body).encode()


def _kind(body: bytes) -> str:
    start = body.lstrip()[:200].lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return "text/html; charset=utf-8"
    if start.startswith(b"<"):
        return "text/xml; charset=utf-8"
    if start.startswith((b"{", b"[")):
        return "application/json"
    return "text/plain; charset=utf-8"
