"""Real sockets against a site with short limits."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import hmac
import logging
import socket
import struct
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime

import pytest
from aiohttp import ClientSession, web
from slack_bolt.app.async_app import AsyncApp

from bot.failures.sentences import StartRefused
from bot.pages.site import ConnectionLimits, open_site
from bot.processes.serve import MOST_BYTES, add_events
from tests.waiting import eventually

LIMITS = ConnectionLimits(head_seconds=2.0, body_seconds=0.3, answer_seconds=5.0, connections=20)
SECRET = "a signing secret"
Pipe = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@pytest.fixture
async def port() -> AsyncIterator[int]:
    app = web.Application(client_max_size=MOST_BYTES)

    async def well(_request: web.Request) -> web.Response:
        return web.Response(text="well")

    async def broken(_request: web.Request) -> web.Response:
        raise RuntimeError("the words of a person")

    app.router.add_get("/", well)
    app.router.add_get("/broken", broken)
    add_events(app, AsyncApp(name="bot", token="xoxb-1", signing_secret=SECRET), SECRET)
    async with open_site(app, "127.0.0.1", 0, LIMITS) as port:
        yield port


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Nothing is logged: by a process whose logs are set up, nor by one whose are not, which prints
    them."""
    with caplog.at_level(logging.INFO):
        yield
    assert caplog.get_records("call") == []
    assert capsys.readouterr() == ("", "")


async def ask(port: int, sent: bytes) -> bytes:
    """All that comes until the other end closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    try:
        return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


GET = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"


async def test_half_open_connections_are_bounded_and_hold_nobody_up(port: int) -> None:
    async with AsyncExitStack() as stack:
        pipes: list[Pipe] = []
        for number in range(60):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            stack.callback(writer.close)
            writer.write(b"GET / HTTP/1.1\r\nX-Slow: " if number % 2 else b"")
            pipes.append((reader, writer))
        assert b"well" in await ask(port, GET)
        ends = [asyncio.create_task(_end(reader)) for reader, _ in pipes]
        await eventually(lambda: sum(end.done() for end in ends) >= 40)
        # Nobody sends a head: in time they all go.
        await asyncio.wait_for(asyncio.gather(*ends), 60)


async def _end(reader: asyncio.StreamReader) -> None:
    try:
        await reader.read()
    except ConnectionError:
        return


async def test_a_body_that_does_not_come_is_refused(port: int) -> None:
    head = b"POST /slack/events HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{"
    assert (await ask(port, head)).startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n", b"400"),
        (b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", b"400"),
        (b"GET /none HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", b"404"),
    ],
)
async def test_odd_input_gets_a_status_without_a_version_and_leaves_no_log(
    port: int, sent: bytes, status: bytes, quiet: None
) -> None:
    answer = await ask(port, sent)
    assert answer.split(maxsplit=2)[1] == status
    assert b"aiohttp" not in answer
    assert b"Python" not in answer


@pytest.mark.parametrize(
    "head",
    [
        b"Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nabcde",
        b"Content-Encoding: deflate\r\nContent-Length: 5\r\n\r\nabcde",
        b"Transfer-Encoding: chunked\r\n\r\n5\r\nab\r\n0\r\n\r\n",
        b"Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n",
    ],
)
async def test_a_body_that_is_not_what_its_head_says_is_refused(
    port: int, head: bytes, quiet: None
) -> None:
    answer = await ask(port, b"POST /slack/events HTTP/1.1\r\nHost: a\r\n" + head)
    assert answer.split(maxsplit=2)[1] == b"400"


async def test_who_goes_away_within_a_body_leaves_no_log(port: int, quiet: None) -> None:
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    head = b"POST /slack/events HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
    writer.write(head + b"Content-Length: 9\r\n\r\n")
    await writer.drain()
    await asyncio.sleep(0.2)  # The head is read by then.
    reset = struct.pack("ii", 1, 0)  # linger for no second: not as who has nothing more to say
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
    writer.transport.abort()
    await asyncio.sleep(0.3)
    assert (await ask(port, GET)).startswith(b"HTTP/1.1 ")


async def test_a_body_that_unpacks_to_too_much_is_refused(port: int) -> None:
    packed = gzip.compress(b" " * (64 << 20))
    head = b"POST /slack/events HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\n"
    answer = await ask(port, head + b"Content-Length: %d\r\n\r\n" % len(packed) + packed)
    assert answer.split(maxsplit=2)[1] in (b"413", b"400")


async def test_what_breaks_in_here_tells_nobody_why(port: int) -> None:
    broken = GET.replace(b"GET /", b"GET /broken")
    answer = await ask(port, broken)
    assert answer.startswith(b"HTTP/1.1 500 ")
    assert answer.endswith(b"\r\n\r\n500\n")


def signed(body: bytes, age: int = 0) -> dict[str, str]:
    """Headers as Slack would have signed them so many seconds ago."""
    at = str(int(datetime.now(UTC).timestamp()) - age)
    mark = hmac.new(SECRET.encode(), b"v0:" + at.encode() + b":" + body, hashlib.sha256)
    return {
        "X-Slack-Request-Timestamp": at,
        "X-Slack-Signature": f"v0={mark.hexdigest()}",
        "Content-Type": "application/json",
    }


async def test_what_slack_has_not_signed_is_not_parsed(port: int) -> None:
    body = b'{"type": "url_verification", "challenge": "c"}'
    good = signed(body)
    url = f"http://127.0.0.1:{port}/slack/events"
    async with ClientSession() as session:

        async def status(sent: bytes, headers: dict[str, str]) -> int:
            async with session.post(url, data=sent, headers=headers) as response:
                return response.status

        assert await status(body, good) == 200
        assert await status(b"[" * 100_000, good) == 401
        assert await status(body, {}) == 401
        assert await status(body, {**good, "X-Slack-Request-Timestamp": "soon"}) == 401
        assert await status(b"\xff\xfe", signed(b"\xff\xfe")) == 401
        assert await status(body, {**good, "X-Slack-Signature": "v0=é"}) == 401
        assert await status(body, signed(body, age=3600)) == 401


async def test_a_port_that_is_taken_is_one_sentence(port: int) -> None:
    with pytest.raises(StartRefused, match=f"127.0.0.1:{port} is taken by another program"):
        async with open_site(web.Application(), "127.0.0.1", port):
            pass
    with pytest.raises(StartRefused, match="set HOST to an address of this machine"):
        async with open_site(web.Application(), "192.0.2.1", 0):
            pass
