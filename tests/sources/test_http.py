"""Asking a service: retries, limits, and sentences that give nothing away."""

from __future__ import annotations

import asyncio
import logging
import socket
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from retrieval.errors import SourceFailed
from retrieval.ingestion.sources.access import http
from retrieval.ingestion.sources.access.http import RequestPace, Service, SourceRefused
from tests.sources.server import Answer, loopback

SECRET = "k3y-of-the-house"


class Pauses:
    """Waits for nothing and remembers for how long it should have."""

    def __init__(self) -> None:
        self.waited: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.waited.append(seconds)


def service(url: str, pauses: Pauses | None = None) -> Service:
    return Service(
        "Testbank", url, per_second=1000, seconds=2.0, pacing=RequestPace(pauses or Pauses())
    )


async def test_json_and_bytes_come_back_and_absent_parameters_are_not_sent() -> None:
    async with loopback() as server:
        server.on("/api/things", {"one": 1}, when={"term": "HER2", "size": "5"})
        server.on("/api/text", "grüße".encode())
        bank = service(server.url + "/api")
        assert await bank.get_json("things", term="HER2", size=5, token=None) == {"one": 1}
        assert await bank.get_bytes("/text") == "grüße".encode()
        assert server.asked[0].query == {"term": "HER2", "size": "5"}
        await bank.close()
        await bank.close()


async def test_a_service_that_sends_in_a_circle_is_asked_once() -> None:
    pauses = Pauses()
    async with loopback() as server:
        server.on("/things", Answer("", 302, headers={"Location": "/things"}))
        bank = service(server.url, pauses)
        with pytest.raises(SourceFailed, match="to the next, without an answer") as failed:
            await bank.get_json("things", term=SECRET)
        await bank.close()
        assert SECRET not in failed.value.detail
        assert (len(server.asked), pauses.waited) == (http.MOST_REDIRECTS + 1, [])


@pytest.mark.parametrize(
    "stumble",
    [
        Answer("busy", 503),
        Answer("limit", 429),
        Answer({"whole": "x" * 2000}, cut=True),
        Answer(b"not gzip", headers={"Content-Encoding": "gzip"}),
    ],
    ids=["503", "429", "cut", "broken gzip"],
)
async def test_a_stumble_is_asked_again(stumble: Answer) -> None:
    pauses = Pauses()
    async with loopback() as server:
        server.on("/x", stumble, stumble, {"good": True})
        bank = service(server.url, pauses)
        assert await bank.get_json("x") == {"good": True}
        await bank.close()
    assert [wait for wait in pauses.waited if wait >= 1] == [1.0, 2.0]


async def test_retry_after_in_seconds_and_as_a_date() -> None:
    pauses = Pauses()
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    async with loopback() as server:
        server.on(
            "/x",
            Answer("", 429, {"Retry-After": "7"}),
            Answer("", 503, {"Retry-After": later}),
            {"good": True},
        )
        bank = service(server.url, pauses)
        await bank.get_json("x")
        await bank.close()
    seven, date = (wait for wait in pauses.waited if wait >= 1)
    assert seven == 7
    assert 25 < date <= 30


async def test_a_service_that_asks_for_too_long_a_pause_is_given_up() -> None:
    async with loopback() as server:
        server.on("/x", Answer("", 429, {"Retry-After": "86400"}))
        bank = service(server.url)
        with pytest.raises(SourceFailed, match="asks to wait 86400 seconds"):
            await bank.get_json("x")
        await bank.close()
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (Answer("<html><body>Sorry</body></html>"), "a web page instead of data"),
        (Answer("<error/>"), "a web page instead of data"),
        (Answer("{half"), "not JSON"),
        (Answer("[" * 200_000), "not JSON"),
        (Answer("down", 500), "status 500, 5 times"),
        (Answer("{}", seconds=4), "did not answer in time, 5 times"),
    ],
    ids=["html", "xml", "half", "deep", "500", "slow"],
)
async def test_failures_are_sentences_without_key_or_query(
    answer: Answer, sentence: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with loopback() as server:
        server.on("/x", answer)
        bank = Service(
            "Testbank",
            server.url,
            per_second=1000,
            seconds=0.3 if answer.seconds else 5,
            pacing=RequestPace(Pauses()),
        )
        with pytest.raises(SourceFailed) as failure:
            await bank.get_json("x", api_key=SECRET, term="the words of a case")
        await bank.close()
    assert sentence in str(failure.value)
    assert "Testbank" in str(failure.value)
    told = str(failure.value) + "".join(
        record.getMessage() for record in caplog.records if record.name.startswith("http")
    )
    assert SECRET not in told
    assert "words" not in told
    if not answer.seconds:
        assert "/x" in told, "the log says which path was asked"


async def test_a_final_status_is_told_with_its_meaning() -> None:
    async with loopback() as server:
        server.on("/x", Answer({"error": {"code": "NOT_FOUND"}}, 404))
        bank = service(server.url)
        with pytest.raises(SourceRefused, match="status 404") as refused:
            await bank.get_json("x")
        await bank.close()
    assert refused.value.status == 404
    assert b"NOT_FOUND" in refused.value.body
    assert len(server.asked) == 1


async def test_an_answer_that_trickles_is_not_waited_for() -> None:
    async with loopback() as server:
        server.on("/x", Answer("x" * 1000, drip=0.02), Answer(b"whole"))
        bank = Service(
            "Testbank", server.url, per_second=1000, seconds=0.1, pacing=RequestPace(Pauses())
        )
        assert await bank.get_bytes("x") == b"whole"
        await bank.close()


async def test_nobody_there_is_told() -> None:
    async with loopback() as server:
        url = server.url
    bank = service(url)
    with pytest.raises(SourceFailed, match="Testbank cannot be reached, 2 times"):
        await bank.get_bytes("x")
    await bank.close()


async def test_silence_in_place_of_a_connection_is_told_at_once() -> None:
    with closing(socket.socket()) as wall, ExitStack() as queued:
        wall.bind(("127.0.0.1", 0))
        wall.listen(0)
        for _ in range(2):
            # Its queue is full: the system drops what comes next, as a firewall does.
            waiting = queued.enter_context(closing(socket.socket()))
            waiting.setblocking(False)
            waiting.connect_ex(wall.getsockname())
        url = f"http://127.0.0.1:{wall.getsockname()[1]}"
        bank = Service("Testbank", url, per_second=1000, seconds=0.2, pacing=RequestPace(Pauses()))
        with pytest.raises(SourceFailed, match=r"cannot be reached .*firewall.*\?\)\. Try"):
            await bank.get_bytes("x")
        await bank.close()


@pytest.mark.parametrize("address", ["", "ftp://a.example", "no address", "http://"])
def test_an_address_that_is_none_is_told(address: str) -> None:
    with pytest.raises(SourceFailed, match="address set for Testbank"):
        service(address)


async def test_too_long_a_body_is_not_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "MOST_BYTES", 1 << 20)
    async with loopback() as server:
        server.on("/x", Answer(b" " * (2 << 20)))
        bank = service(server.url)
        with pytest.raises(SourceFailed, match="more than 1 MB"):
            await bank.get_bytes("x")
        await bank.close()


async def test_requests_are_spaced() -> None:
    an_hour = 3600
    async with loopback() as server:
        server.on("/x", {"good": True})
        bank = Service("Testbank", server.url, per_second=1 / an_hour)
        await bank.get_json("x")
        second = asyncio.create_task(bank.get_json("x"))
        done, _ = await asyncio.wait({second}, timeout=0.05)
        second.cancel()
        await bank.close()
    assert not done
    assert len(server.asked) == 1


async def test_json_is_sent_too() -> None:
    async with loopback() as server:
        server.on("/graphql", lambda asked: Answer(asked.body), method="POST")
        bank = service(server.url)
        assert await bank.post_json("graphql", {"query": "{a}"}) == {"query": "{a}"}
        await bank.close()
