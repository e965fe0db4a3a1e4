"""Socket Mode: the app's WebSockets, and envelopes that wait for an acknowledgement.

An envelope goes to one live socket, chosen at random. Its acknowledgement may come back on
another one: clients answer on their newest connection after a refresh.
"""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from aiohttp import WSMsgType, web

from workspace.clock import Clock
from workspace.delivery.envelopes import envelope_type
from workspace.json_types import JsonObject
from workspace.model.app_events import AppAnswer
from workspace.slack_objects.app import App

ACK_SECONDS = 3.0
"""An envelope must be acknowledged within this time (docs.slack.dev/apis/events-api)."""
MAX_SOCKETS = 10
"""Open connections of one app (docs.slack.dev/apis/events-api/using-socket-mode)."""
PING_SECONDS = 10.0
"""Between two pings of the server. Chosen by hand: Slack documents no interval."""
_ANSWERED = ("view_submission", "block_suggestion")
"""The interactions that an app may answer in its acknowledgement, beside commands."""


@dataclass(slots=True, eq=False)
class AppConnection:
    """One connection of the app."""

    socket_id: str
    request: web.Request
    stream: web.WebSocketResponse
    is_leaving: bool = False
    """It was asked to refresh; others are preferred."""


class Sockets:
    """The app's connections."""

    def __init__(self, clock: Clock, app: App) -> None:
        self._clock = clock
        self._app = app
        self._tickets: set[str] = set()
        self._waiting: dict[str, asyncio.Future[AppAnswer]] = {}
        self._connected = asyncio.Event()
        self.live: list[AppConnection] = []
        self.acks_to_lose = 0
        """How many of the next acknowledgements are treated as if they never arrived."""

    def issue_ticket(self) -> str:
        """A ticket that admits one connection."""
        ticket = uuid4().hex
        self._tickets.add(ticket)
        return ticket

    def admits(self, ticket: str) -> bool:
        """Whether the ticket is one of this app that was not used yet."""
        return ticket in self._tickets

    async def wait_for_connection(self) -> None:
        """Return when the next socket connects."""
        await self._connected.wait()

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """Serve one WebSocket from its hello to its end."""
        ticket = request.query.get("ticket", "")
        if not self.admits(ticket):
            return web.Response(status=403, text="invalid ticket")
        self._tickets.discard(ticket)
        stream = web.WebSocketResponse(heartbeat=PING_SECONDS, max_msg_size=0)
        await stream.prepare(request)
        if len(self.live) >= MAX_SOCKETS:
            await stream.send_json(_disconnect("too_many_websockets"))
            await stream.close()
            return stream
        socket = AppConnection(uuid4().hex[:8], request, stream)
        await self._serve(socket)
        return stream

    async def _serve(self, socket: AppConnection) -> None:
        self.live.append(socket)
        try:
            await socket.stream.send_json(self._hello())
            self._connected.set()
            self._connected = asyncio.Event()
            async for message in socket.stream:
                if message.type is WSMsgType.TEXT:
                    self._receive(message.data)
        except ConnectionError:
            return
        finally:
            self.live.remove(socket)
            if not self.live:
                self._fail_waiting()

    def _receive(self, text: str) -> None:
        try:
            acknowledged = json.loads(text)
            envelope_id = acknowledged["envelope_id"]
        except (ValueError, KeyError, TypeError, RecursionError):
            return
        if self.acks_to_lose > 0:
            self.acks_to_lose -= 1
            return
        future = self._waiting.get(envelope_id)
        if future and not future.done():
            body = acknowledged.get("payload")
            future.set_result(AppAnswer(body=body if isinstance(body, dict) else {}))

    async def deliver(self, payload: JsonObject, attempt: int, reason: str) -> AppAnswer:
        """Send one envelope and wait for its acknowledgement.

        The problem is `timeout` or `connection_failed`. `attempt` counts the attempts before,
        `reason` is why the last failed.
        """
        socket = self._choose()
        if socket is None:
            return AppAnswer("connection_failed")
        envelope_id = str(uuid4())
        future: asyncio.Future[AppAnswer] = asyncio.get_running_loop().create_future()
        self._waiting[envelope_id] = future
        try:
            await socket.stream.send_json(_envelope(envelope_id, payload, attempt, reason))
            return await self._wait_for_ack(future)
        except ConnectionError:
            return AppAnswer("connection_failed")
        finally:
            del self._waiting[envelope_id]

    async def _wait_for_ack(self, future: asyncio.Future[AppAnswer]) -> AppAnswer:
        late = asyncio.ensure_future(self._clock.sleep(ACK_SECONDS))
        waits: list[asyncio.Future[Any]] = [future, late]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            late.cancel()
        return future.result() if future.done() else AppAnswer("timeout")

    def _choose(self) -> AppConnection | None:
        preferred = [socket for socket in self.live if not socket.is_leaving]
        candidates = preferred or self.live
        return random.choice(candidates) if candidates else None  # noqa: S311 (no secret)

    def _fail_waiting(self) -> None:
        """No socket is left that could acknowledge."""
        for future in self._waiting.values():
            if not future.done():
                future.set_result(AppAnswer("connection_failed"))

    async def refresh(self, reason: str = "refresh_requested") -> int:
        """Ask every client to connect anew; returns how many were asked."""
        sockets = list(self.live)
        for socket in sockets:
            socket.is_leaving = True
            await socket.stream.send_json(_disconnect(reason))
        return len(sockets)

    def kill(self) -> int:
        """Cut every connection without a closing handshake; returns how many were cut."""
        sockets = list(self.live)
        for socket in sockets:
            if socket.request.transport is not None:
                socket.request.transport.abort()
        return len(sockets)

    async def close(self) -> None:
        """End every connection in good order."""
        await asyncio.gather(*(socket.stream.close(code=1001) for socket in list(self.live)))

    def _hello(self) -> JsonObject:
        return {
            "type": "hello",
            "num_connections": len(self.live),
            "debug_info": {
                "host": "applink-local",
                "build_number": 1,
                "approximate_connection_time": 18060,
            },
            "connection_info": {"app_id": self._app.app_id},
        }


def _envelope(envelope_id: str, payload: JsonObject, attempt: int, reason: str) -> JsonObject:
    kind = envelope_type(payload)
    envelope = {
        "envelope_id": envelope_id,
        "payload": payload,
        "type": kind,
        "accepts_response_payload": kind == "slash_commands" or payload["type"] in _ANSWERED,
    }
    if kind == "events_api":
        envelope |= {"retry_attempt": attempt, "retry_reason": reason}
    return envelope


def _disconnect(reason: str) -> JsonObject:
    return {"type": "disconnect", "reason": reason, "debug_info": {"host": "applink-local"}}
