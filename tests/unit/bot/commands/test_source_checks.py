"""Sources that are set and cannot be reached: each is told within its seconds, all side by side."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass
from threading import Event

import pytest

from bot.commands.ingestion import source_checks
from bot.commands.ingestion.source_checks import addresses_of, in_daemon_thread, reach_sources
from bot.settings import Settings
from retrieval.records.service_names import SERVICES
from tests.waiting import eventually


@dataclass
class SilentPort:
    """Takes connections and never answers."""

    address: str = ""
    open: int = 0
    most: int = 0
    """How many were open at once."""

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hold a connection until the other side has enough."""
        self.open += 1
        self.most = max(self.most, self.open)
        while await reader.read(1024):
            pass
        self.open -= 1
        writer.close()


@pytest.fixture(name="hole")
async def silent_port() -> AsyncIterator[SilentPort]:
    port = SilentPort()
    server = await asyncio.start_server(port.take, "127.0.0.1", 0)
    async with server:
        port.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield port


def settings(addresses: dict[str, str], records: tuple[str, ...] = ()) -> Settings:
    return Settings(_env_file=None).model_copy(
        update={"source_addresses": addresses, "record_services": records, "contact": ""}
    )


async def test_all_silent_sources_are_asked_side_by_side(
    hole: SilentPort, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their seconds are over once all are asked, however long this machine takes for that."""
    names = ("ncbi", *SERVICES, "pubmed", "ema")
    asked = settings(dict.fromkeys(names, hole.address), SERVICES)
    reaching = asyncio.create_task(reach_sources(asked))
    await eventually(lambda: hole.open == len(addresses_of(asked)))
    loop = asyncio.get_running_loop()
    time = loop.time
    monkeypatch.setattr(loop, "time", lambda: time() + source_checks.SOURCE_SECONDS)
    found, problems = await reaching
    assert found.startswith("0 of ")
    assert all("takes connections, and does not answer" in each for each in problems)
    assert hole.most == len(problems) > 8


async def test_what_refuses_is_told_apart(
    hole: SilentPort, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source_checks, "SOURCE_SECONDS", 0.2)
    with closing(socket.socket()) as port:
        port.bind(("127.0.0.1", 0))
        refused = f"http://127.0.0.1:{port.getsockname()[1]}"
        _, problems = await reach_sources(settings({"pubmed": refused, "ema": hole.address}))
    assert problems[0].startswith("pubmed: cannot be reached")
    assert problems[1].startswith("ema: takes connections")


async def test_an_address_that_is_none_is_a_sentence() -> None:
    _, problems = await reach_sources(settings({"hgnc": "no address"}, ("hgnc",)))
    assert len(problems) == 1
    assert "no address" in problems[0]


async def test_what_hangs_in_a_daemon_thread_is_left_behind() -> None:
    never = Event()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(in_daemon_thread(never.wait), 0.05)
    never.set()
    assert await in_daemon_thread(lambda: 5) == 5
    with pytest.raises(ValueError, match="no"):
        await in_daemon_thread(lambda: int("no"))
