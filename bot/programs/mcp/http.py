"""The same server over HTTP (the protocol's "streamable HTTP"), for clients with a token."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from bot.db.programs.tokens import client_of_token
from bot.failures import sentences
from bot.lifecycle import ended_when_it_hangs, stop_on_signals
from bot.logs import log
from bot.programs.mcp.server import build_server
from bot.programs.mcp.tools import Caller, McpTools
from bot.programs.parts import ProgramParts

_log = log(__name__)
_CLIENT = "curbside-client"
"""A header that only we set: whose token came with the request."""
MOST_BYTES = 1_000_000
"""Of a request. Chosen by hand: a check may bring a whole document."""
STOP_SECONDS = 8
"""How long what is being answered may go on when the process is asked to stop."""
Ready = Callable[[], Awaitable[ProgramParts]]


async def serve_http(ready: Ready, host: str, port: int) -> None:
    """Serve at ``/mcp`` until SIGTERM or SIGINT. Raises
    :class:`bot.failures.sentences.StartRefused`."""
    try:
        listening = socket.create_server((host, port))
    except OSError as error:
        raise sentences.address_refused(host, port, error, "CURBSIDE_MCP_PORT") from None
    # uvicorn raises a signal again when it has stopped: the event loop takes it, so that what
    # else is open is closed.
    stop_on_signals()
    with listening:
        config = uvicorn.Config(
            build_app(ready),
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=STOP_SECONDS,
        )
        _log.info("serving_agents", host=host, port=listening.getsockname()[1])
        async with ended_when_it_hangs():
            await uvicorn.Server(config).serve(sockets=[listening])


def build_app(ready: Ready) -> ASGIApp:
    """The application, for clients with a token alone."""
    app = build_server(McpTools(ready, _client_of)).streamable_http_app(
        stateless_http=True,
        max_request_body_size=MOST_BYTES,
        # That guards servers without tokens against pages in a browser of the same machine.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    return OnlyWithToken(app, ready)


class OnlyWithToken:
    """Refuses requests without a token that holds, and notes whose it is."""

    def __init__(self, app: ASGIApp, ready: Ready) -> None:
        self._app = app
        self._ready = ready

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, as ASGI has it."""
        if scope["type"] == "http":
            given = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
            kind, _, token = given.partition(" ")
            client = ""
            if kind.lower() == "bearer" and token:
                client = await client_of_token((await self._ready()).database, token.strip())
            if not client:
                await _refusal()(scope, receive, send)
                return
            own = (_CLIENT.encode(), client.encode())
            others = (each for each in scope["headers"] if each[0].lower() != own[0])
            scope = {**scope, "headers": [*others, own]}
        await self._app(scope, receive, send)


def _client_of(call: Caller) -> str:
    return (call.headers or {})[_CLIENT]


def _refusal() -> JSONResponse:
    said = {"code": "no_token", "message": "Send the header Authorization: Bearer TOKEN."}
    return JSONResponse({"error": said}, 401, headers={"WWW-Authenticate": "Bearer"})
