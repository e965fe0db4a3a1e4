"""What the HTTP servers take from the network: how long a client may take, how many there may be,
and what those that speak no HTTP are told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiohttp import hdrs, web
from aiohttp.http_exceptions import BadHttpMessage
from aiohttp.typedefs import Handler, Middleware

from bot.failures import sentences
from bot.logs import log

_log = log(__name__)
BACKLOG = 128
"""Connections that wait to be taken. As aiohttp has it unless it is told otherwise."""
NAME = "curbside"
"""In place of the names and versions of what serves."""


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Of the connections of one process."""

    head_seconds: float = 10.0
    """From a connection to the end of the first request's head. Chosen by hand: Slack and browsers
    send it at once."""
    idle_seconds: float = 75.0
    """From an answer to the end of the next head. Chosen by hand: above the minute for which
    proxies often keep a connection."""
    body_seconds: float = 20.0
    """For a body. Chosen by hand: four megabytes over a slow line."""
    answer_seconds: float | None = 60.0
    """From the head to the end of the answer, however slowly it is taken; None where an answer is
    waited for as long as a run takes. Chosen by hand."""
    connections: int = 500
    """At a time. Chosen by hand: far more than Slack opens; each takes a few kilobytes."""


class OpenConnections:
    """Those that are open, oldest first."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self._open: dict[ClientConnection, None] = {}

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, connection: ClientConnection) -> None:
        """When there are too many, the one that has waited longest for a request goes; without one
        that waits, the new one."""
        self._open[connection] = None
        if len(self._open) > self.limits.connections:
            waiting = (each for each in self._open if each.waits)
            next(waiting, connection).hang_up()

    def forget(self, connection: ClientConnection) -> None:
        """It is closed."""
        self._open.pop(connection, None)


class ClientConnection(web.RequestHandler):
    """One client's connection, with a deadline for whatever it does now."""

    __slots__ = ("_connections", "_deadline", "_socket", "waits")

    def __init__(self, server: web.Server, connections: OpenConnections) -> None:
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            access_log=None,  # type: ignore[arg-type]  # as the runner itself hands on
            lingering_time=1.0,
        )
        self._connections = connections
        self._deadline: asyncio.TimerHandle | None = None
        self._socket: asyncio.BaseTransport | None = None
        self.waits = True
        """No request is under way."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._socket = transport
        super().connection_made(transport)
        self.wait_for_head(self._connections.limits.head_seconds)
        self._connections.admit(self)

    def connection_lost(self, exc: BaseException | None) -> None:
        self._connections.forget(self)
        if self._deadline is not None:
            self._deadline.cancel()
        super().connection_lost(exc)

    def wait_for_head(self, seconds: float) -> None:
        """The head of a request is due."""
        self.waits = True
        self._hang_up_after(seconds)

    def answer(self) -> None:
        """A head has come: the answer is due."""
        self.waits = False
        self._hang_up_after(self._connections.limits.answer_seconds)

    def hang_up(self) -> None:
        """Close without waiting for what is not sent yet."""
        if isinstance(self._socket, asyncio.Transport):
            self._socket.abort()

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """What is no HTTP gets a status and no more; only what broke in here is logged. Raises
        :class:`ConnectionError`, as aiohttp expects, where an answer has begun."""
        if request.writer.output_size > 0:
            raise ConnectionError  # A part of an answer is sent: no other can follow.
        if status >= 500:
            _log.error("request_broke", exc_info=exc)
        answer = web.Response(status=status, text=f"{status}\n", headers={hdrs.SERVER: NAME})
        answer.force_close()
        return answer

    def _hang_up_after(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if seconds is not None:
            self._deadline = asyncio.get_running_loop().call_later(seconds, self.hang_up)


@asynccontextmanager
async def open_site(
    app: web.Application,
    host: str,
    port: int,
    limits: ConnectionLimits | None = None,
    variable: str = "PORT",
) -> AsyncIterator[int]:
    """Serve the app; the port it listens on, which ``variable`` sets. Raises
    :class:`bot.failures.sentences.StartRefused`."""
    connections = OpenConnections(limits or ConnectionLimits())
    app.middlewares.append(_within_limits(connections.limits))
    app.on_response_prepare.append(_hide_version)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    server = runner.server
    assert server is not None, "it was set up"
    try:
        listening = await asyncio.get_running_loop().create_server(
            lambda: ClientConnection(server, connections), host, port, backlog=BACKLOG
        )
    except OSError as error:
        await runner.cleanup()
        raise sentences.address_refused(host, port, error, variable) from None
    try:
        yield int(listening.sockets[0].getsockname()[1])
    finally:
        listening.close()
        await runner.cleanup()


def _within_limits(limits: ConnectionLimits) -> Middleware:
    @web.middleware
    async def answer_in_time(request: web.Request, handler: Handler) -> web.StreamResponse:
        connection = request.protocol
        if isinstance(connection, ClientConnection):
            connection.answer()
        try:
            async with asyncio.timeout(limits.body_seconds):
                await request.read()
        except TimeoutError:
            return _ended_with(408)
        except (web.RequestPayloadError, BadHttpMessage, ConnectionError):
            # What comes is not what its head says: no gzip, no chunks, less than was said, or who
            # sent it has gone. The rest is not waited for: aiohttp would read it, fail again and
            # log it.
            request.content.feed_eof()
            return _ended_with(400)
        try:
            return await handler(request)
        finally:
            # From here on the answer is sent, and then the next head is due.
            if isinstance(connection, ClientConnection):
                connection.wait_for_head(limits.idle_seconds)

    return answer_in_time


def _ended_with(status: int) -> web.Response:
    """A status, and the connection is closed: where the next head begins nobody knows."""
    answer = web.Response(status=status, text=f"{status}\n")
    answer.force_close()
    return answer


async def _hide_version(_request: web.Request, answer: web.StreamResponse) -> None:
    answer.headers[hdrs.SERVER] = NAME
