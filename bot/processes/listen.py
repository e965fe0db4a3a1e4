"""``curbside listen``: Slack's events over Socket Mode, watched, and the passage viewer."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable
from typing import Any

import aiohttp
from aiohttp import web
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.errors import SlackApiError

from bot.failures import sentences
from bot.incoming.slack_runtime import SlackRuntime, open_slack_runtime
from bot.lifecycle import (
    ended_when_it_hangs,
    keep_what_is_loaded,
    share_interpreter,
    sleep_unless,
    stop_on_signals,
)
from bot.logs import log
from bot.pages.site import open_site
from bot.sending.slack_errors import name_and_status
from bot.settings import Settings
from bot.teams.install_pages import add_install_pages

_log = log(__name__)
_KEEPALIVE_SECONDS = 60.0
"""A Web API call now and then keeps events coming after a reconnect that went quiet. Chosen by
hand: far below what Slack allows."""
_LOOK_SECONDS = 5.0
"""Between two looks whether the connection is alive. Chosen by hand."""
_SILENT_SECONDS = 45.0
"""Without hello, envelope or pong for so long, the socket is taken for dead. Chosen by hand: a pong
is due every three seconds, and a machine that does much else delays some."""
_TEARDOWN_SECONDS = 3.0
"""For closing a connection that may be dead. Chosen by hand."""
_PING_SECONDS = 3.0
"""The client looks this often whether its connection still is one. Chosen by hand."""


async def listen(settings: Settings) -> None:
    """Listen until SIGTERM or SIGINT. Raises :class:`bot.failures.sentences.StartRefused`."""
    if settings.slack_app_token is None:
        raise sentences.setting_missing("SLACK_APP_TOKEN")
    stop = stop_on_signals()
    share_interpreter()
    async with open_slack_runtime(settings, stop) as runtime:
        keep_what_is_loaded()
        token = settings.slack_app_token.get_secret_value()
        socket = SlackConnection(runtime.app, token)
        await socket.open()
        try:
            async with _viewer(settings, runtime, socket), ended_when_it_hangs():
                await socket.watch(stop)
        finally:
            await socket.close()


class SlackConnection:
    """A Socket Mode connection that notices when it has died."""

    def __init__(self, app: AsyncApp, token: str) -> None:
        self._handler = AsyncSocketModeHandler(app, token, ping_interval=_PING_SECONDS)
        self._client = self._handler.client
        # The client would take a proxy from the environment, even for loopback.
        self._client.proxy = self._client.web_client.proxy
        self._heard: float | None = None
        self._client.message_listeners.append(self._on_message)

    def age(self) -> float | None:
        """Seconds since anything came over the socket; None before the first time."""
        heard = max(self._heard or 0.0, self._last_pong())
        return None if heard == 0.0 else max(0.0, time.time() - heard)

    async def open(self) -> None:
        """Connect. Raises :class:`bot.failures.sentences.StartRefused`."""
        try:
            # Asked for here, since the client itself would try a refused token for ever.
            self._client.wss_uri = await self._client.issue_new_wss_url()
        except (SlackApiError, aiohttp.ClientError, OSError, TimeoutError) as error:
            await self.close()
            if not isinstance(error, SlackApiError):
                raise sentences.unreachable(self._client.web_client.base_url) from None
            name = name_and_status(error)[0] or "no reason given"
            raise sentences.token_refused("SLACK_APP_TOKEN", name) from None
        await self._handler.connect_async()  # type: ignore[no-untyped-call]
        self._heard = time.time()

    async def watch(self, stop: asyncio.Event) -> None:
        """Until ``stop``: keep the connection warm, and replace it when it is silent."""
        called = time.monotonic()
        while not stop.is_set():
            await sleep_unless(stop, _LOOK_SECONDS)
            if time.monotonic() - called > _KEEPALIVE_SECONDS:
                called = time.monotonic()
                await self._attempt("keepalive", self._call())
            age = self.age()
            if not stop.is_set() and age is not None and age > _SILENT_SECONDS:
                _log.warning("socket_silent", seconds=round(age))
                self._heard = time.time()
                await self._attempt("reconnect", self._client.connect_to_new_endpoint(force=True))

    async def close(self) -> None:
        """Close; a connection that does not close in time is left behind."""
        closing = self._handler.close_async()  # type: ignore[no-untyped-call]
        await self._attempt("close", closing, _TEARDOWN_SECONDS)
        # What was cut off above has not come to its own HTTP connections.
        await self._attempt("close", self._client.aiohttp_client_session.close(), _TEARDOWN_SECONDS)

    async def _call(self) -> object:
        """A call of the app: with its token where it has one for all, else with the connection's,
        whose new address nobody uses."""
        if self._client.web_client.token:
            return await self._client.web_client.auth_test()
        return await self._client.issue_new_wss_url()

    async def _attempt(self, what: str, call: Awaitable[object], seconds: float = 15.0) -> None:
        try:
            await asyncio.wait_for(call, seconds)
        except Exception as error:  # noqa: BLE001 - the watch goes on whatever the client raises
            _log.warning("socket_trouble", doing=what, cause=type(error).__name__)

    def _last_pong(self) -> float:
        return float(getattr(self._client, "last_ping_pong_time", None) or 0.0)

    async def _on_message(self, _client: Any, _message: dict[str, Any], _raw: str | None) -> None:
        self._heard = time.time()


@contextlib.asynccontextmanager
async def _viewer(
    settings: Settings, runtime: SlackRuntime, socket: SlackConnection
) -> AsyncIterator[None]:
    """The pages beside Socket Mode, when people's browsers can reach them."""
    if not settings.public_url:
        yield
        return
    site = web.Application()
    runtime.http_handlers(socket.age).add_routes(site)
    if runtime.install_flow is not None:
        add_install_pages(site, runtime.install_flow)
    async with open_site(site, settings.host, settings.port) as port:
        _log.info("showing_passages", host=settings.host, port=port)
        yield
