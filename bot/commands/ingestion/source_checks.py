"""Whether the public sources that are set up can be reached: all side by side, each for seconds.

Asked is the address alone, and whoever answers anything can be reached."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Thread
from typing import TypeVar

import httpx

from bot.settings import Settings
from retrieval.errors import SourceFailed
from retrieval.ingestion.sources.access.http import Service, user_agent
from retrieval.records.opening import open_sources
from retrieval.records.services.access.service import Reach

Result = TypeVar("Result")
SOURCE_SECONDS = 5.0
"""For one source. Chosen by hand: somebody looks at the screen."""
CONNECT_SECONDS = 3.0
"""Of these for the connection. Chosen by hand: Linux asks at 0 and 1 seconds."""
NO_CONTACT = (
    "CURBSIDE_CONTACT is not set: NCBI and others ask for an address, and may refuse who gives"
    " none."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NotingReach(Reach):
    """Notes the address of each service that is opened."""

    noted: dict[str, str] = field(default_factory=dict)

    def service(
        self, name: str, title: str, address: str, per_second: float, seconds: float
    ) -> Service:
        """As always, and noted."""
        self.noted[title] = self.addresses.get(name, address)
        return Reach.service(self, name, title, address, per_second, seconds)


def addresses_of(settings: Settings) -> Mapping[str, str]:
    """The services of records that are asked, and the sources that have another address."""
    reach = NotingReach(addresses=settings.source_addresses, contact=settings.contact or "")
    if settings.record_services:
        open_sources(settings.record_services, reach)
    noted = dict(reach.noted)
    others = {n: a for n, a in settings.source_addresses.items() if a not in noted.values()}
    return {**noted, **others}


async def reach_sources(settings: Settings) -> tuple[str, tuple[str, ...]]:
    """How many can be reached in words, and of each other one why not."""
    try:
        addresses = addresses_of(settings)
    except SourceFailed as failed:
        return "None can be opened", (str(failed),)
    headers = {"User-Agent": user_agent(settings.contact or "")}
    timeout = httpx.Timeout(SOURCE_SECONDS, connect=CONNECT_SECONDS)
    async with httpx.AsyncClient(timeout=timeout, headers=headers) as client:
        problems = await asyncio.gather(
            *(_problem_of(client, title, address) for title, address in addresses.items())
        )
    wrong = tuple(filter(None, problems))
    return f"{len(addresses) - len(wrong)} of {len(addresses)} can be reached", wrong


async def _problem_of(client: httpx.AsyncClient, title: str, address: str) -> str:
    try:
        async with asyncio.timeout(SOURCE_SECONDS), client.stream("GET", address):
            return ""
    except httpx.ConnectTimeout:
        return f"{title}: no connection within {CONNECT_SECONDS:.0f} s; a firewall, a proxy?"
    except (TimeoutError, httpx.TimeoutException):
        return f"{title}: takes connections, and does not answer within {SOURCE_SECONDS:.0f} s."
    except httpx.ConnectError as error:
        return f"{title}: cannot be reached ({str(error) or 'no connection'})."
    except (httpx.UnsupportedProtocol, httpx.InvalidURL):
        return f"{title}: “{address}” is no web address."
    except (httpx.HTTPError, ValueError) as error:
        return f"{title}: answers with no HTTP ({type(error).__name__})."


async def in_daemon_thread(work: Callable[[], Result]) -> Result:
    """What it gives. A process that has waited long enough ends without it; a thread of the event
    loop would be waited for."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()

    def settle(settled: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # Nobody waits, and the loop has ended.
            loop.call_soon_threadsafe(lambda: None if future.done() else settled())

    def run() -> None:
        try:
            found = work()
        except BaseException as error:  # noqa: BLE001 - it is raised where it is waited for
            failed = error
            settle(lambda: future.set_exception(failed))
        else:
            settle(lambda: future.set_result(found))

    Thread(target=run, daemon=True).start()
    return await future
