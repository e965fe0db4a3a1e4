"""Hostile requests to ``curbside serve``: what is no HTTP, unsigned or forged events, odd pages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping

import aiohttp

from evals.bench.slack.acknowledgement import WORKSPACE_READY, wait_until_healthy
from evals.bench.slack.processes import free_port, run_program
from evals.bench.slack.slack_wire import now, signature_headers
from evals.hostile.verdicts import TriedInput, as_broken, as_refused, as_taken

SECONDS = 15.0
"""For one answer. Chosen by hand: beyond the time that a head may take."""
_FOUND = (200, 204)
"""States of an answer that took what it was given."""
_LONG = "a" * 20_000
_PATHS = (
    "/passages/a/b", "/passages/a/b?s=", "/passages/%00/%00?s=0", "/passages/../../etc/passwd",
    "/passages/%2e%2e/%2e%2e?s=x", f"/passages/a/b?s={_LONG[:5000]}", "/passages/a/b?s=%ff%fe",
    "/passages/<script>/b?s=1", "/passages/a'--/b?s=1", "//passages//", "/nothing", "/.env",
    "/slack/events", "/healthz?x=%00",
)  # fmt: skip
_RAW = (
    b"\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\n: x\r\n\r\n",
    b"GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde",
    b"POST /slack/events HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 60_000 + b"\r\n\r\n",
    b"GET /" + b"a" * 60_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
)  # fmt: skip
EVENTS: tuple[object, ...] = (
    None, 7, "text", [], {}, {"type": 7}, {"type": "event_callback"},
    {"type": "event_callback", "event": None}, {"type": "event_callback", "event": []},
    {"type": "event_callback", "event_id": {}, "event": {"type": "message"}},
    {"type": "event_callback", "team_id": "T", "event_id": "E1", "event": {"type": [], "ts": {}}},
    {"type": "event_callback", "team_id": [], "event_id": "E2",
     "event": {"type": "message", "channel": 7, "ts": "x", "user": None, "text": ["a"]}},
    {"type": "event_callback", "team_id": "T", "event_id": "E3",
     "event": {"type": "app_mention", "channel": "C", "ts": "1.1", "text": "\x00\ud800"}},
    {"type": "event_callback", "team_id": "T", "event_id": "E4",
     "event": {"type": "app_mention", "channel": "C\x00", "ts": "1.2", "user": "U",
               "text": "a" * 50_000, "files": "none", "blocks": {"a": 1}}},
    {"type": "event_callback", "team_id": "T", "event_id": "E5",
     "event": {"type": "message", "subtype": "message_changed", "channel": "C", "message": 7}},
    {"type": "event_callback", "team_id": "T", "event_id": "E6",
     "event": {"type": "tokens_revoked", "tokens": "all"}},
    {"type": "event_callback", "team_id": "T", "event_id": "E7",
     "event": {"type": "app_mention", "channel": "C", "user": "U", "ts": "1.3", "text": "a",
               "files": [{"id": "F", "size": "many"}],
               "blocks": [{"type": "rich_text", "elements": [{"elements": [{"user_id": []}]}]}]}},
    {"type": "view_submission", "view": {"private_metadata": 7, "state": {"values": 7}}},
    {"type": "url_verification", "challenge": {"a": 1}},
    {"type": "view_submission", "view": None}, {"type": "block_actions", "actions": "x"},
)  # fmt: skip


async def ask_all(environment: Mapping[str, str]) -> list[TriedInput]:
    """Start the server beside a workspace, send everything, and look whether it is well after."""
    port = free_port()
    async with run_program(("workspace", "--limits", "off"), environment) as workspace:
        url = await workspace.wait_for_line(WORKSPACE_READY)
        own = {**environment, "SLACK_API_URL": f"{url}/api/", "PORT": str(port)}
        async with run_program(("bot", "serve"), own), aiohttp.ClientSession() as session:
            base = f"http://127.0.0.1:{port}"
            await wait_until_healthy(session, f"{base}/healthz")
            told = [await _send_raw(port, each) for each in _RAW]
            told += [await _get(session, base, path) for path in _PATHS]
            told += [await _post(session, base, what, body) for what, body in _bodies()]
            async with session.get(f"{base}/healthz") as after:
                well = after.status == 200
    end = "healthy afterwards"
    return [
        *told,
        as_taken("http", end) if well else as_broken("http", end, RuntimeError("it is not")),
    ]


def requests() -> tuple[object, ...]:
    """All that is sent."""
    return (*_RAW, *_PATHS, *_bodies())


def _bodies() -> Iterator[tuple[str, bytes]]:
    for number, event in enumerate(EVENTS, 1):
        yield f"signed event {number}", json.dumps(event).encode()
    yield "signed nothing", b""
    yield "signed noise", bytes(range(256))
    yield "signed form", b"payload=%7B&command=/gene&text=%00"
    yield "signed nesting", b'{"a":' * 5000


async def _send_raw(port: int, request: bytes) -> TriedInput:
    name = f"raw {request[:24]!r}"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        async with asyncio.timeout(SECONDS):
            answer = await reader.read(4000)
    except ConnectionError:
        answer = b""
    except TimeoutError as error:
        return as_broken("http", name, error)
    finally:
        writer.close()
    return _judge(
        name, int(answer[9:12]) if answer[9:12].isdigit() else 400, answer.decode("latin-1")
    )


async def _get(session: aiohttp.ClientSession, base: str, path: str) -> TriedInput:
    async with session.get(base + path, allow_redirects=False) as answer:
        return _judge(f"GET {path}", answer.status, await answer.text())


async def _post(session: aiohttp.ClientSession, base: str, what: str, body: bytes) -> TriedInput:
    headers = signature_headers(body, now())
    async with session.post(f"{base}/slack/events", data=body, headers=headers) as answer:
        return _judge(what, answer.status, await answer.text(errors="replace"))


def _judge(name: str, status: int, text: str) -> TriedInput:
    shown = "".join(each if each.isprintable() else "?" for each in name)[:40]
    if status >= 500 or "Traceback" in text or "aiohttp" in text:
        return as_broken("http", shown, RuntimeError(f"status {status}: {text[:200]}"))
    return (
        as_taken("http", shown)
        if status in _FOUND
        else as_refused("http", shown, f"Status {status}.")
    )
