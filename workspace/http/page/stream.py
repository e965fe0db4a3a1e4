"""The live stream of the page: server-sent events with the changes that a person sees."""

from __future__ import annotations

import asyncio
import json

from aiohttp import web

from workspace.http.page.requests import HEADERS
from workspace.model.change_feed import ChangeFeed, Subscription
from workspace.model.people import People

HEARTBEAT_SECONDS = 10.0
"""Between two signs of life. Chosen by hand: the page takes 25 s without one for a lost stream."""


class Streams:
    """The open streams. They end when the server shuts down."""

    def __init__(self, people: People, changes: ChangeFeed) -> None:
        self._people = people
        self._changes = changes
        self._open: set[Subscription] = set()

    async def stream(self, request: web.Request) -> web.StreamResponse:
        """Send `hello` once the subscription stands, then changes and heartbeats."""
        user = str(self._people.person(request.query.get("user", ""))["id"])
        response = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream"})
        subscription = self._changes.subscribe(user)
        self._open.add(subscription)
        try:
            await response.prepare(request)
            await self._write_changes(response, subscription)
        except ConnectionResetError:
            pass  # the page was closed
        finally:
            self._open.discard(subscription)
            subscription.close()
        return response

    async def close(self, app: web.Application) -> None:
        """End all streams, so that the server need not wait for them (an aiohttp signal)."""
        for subscription in list(self._open):
            subscription.close()

    async def _write_changes(
        self, response: web.StreamResponse, subscription: Subscription
    ) -> None:
        await response.write(b"retry: 1000\nevent: hello\ndata: {}\n\n")
        while True:
            try:
                change = await asyncio.wait_for(anext(subscription), HEARTBEAT_SECONDS)
            except TimeoutError:
                await response.write(b"event: heartbeat\ndata: {}\n\n")
            except StopAsyncIteration:
                return
            else:
                data = json.dumps(change, ensure_ascii=False)
                await response.write(f"data: {data}\n\n".encode())
