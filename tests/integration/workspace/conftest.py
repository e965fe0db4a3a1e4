"""A workspace, Slack's own clients for it, and small ways to act and to wait."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from workspace.http.server import Config, Running, running
from workspace.model.workspace import Draft

BOARD = "C0TUMORBOARD"
ANA = "U0ANA"
BOT = "U0CURBSIDE"


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slack's clients would send loopback calls through a proxy of the environment."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
async def slack() -> AsyncIterator[Running]:
    """A workspace without limits."""
    async with running(Config(limits="off")) as workspace:
        yield workspace


@pytest.fixture
def client(slack: Running) -> AsyncWebClient:
    """Slack's client with the bot token, which does not repeat failed calls."""
    return web_client(slack)


@pytest.fixture
async def control(slack: Running) -> AsyncIterator[Control]:
    async with aiohttp.ClientSession(slack.url) as session:
        yield Control(session)


class Control:
    """The control API as a test uses it."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    async def post(self, path: str, **body: Any) -> dict[str, Any]:
        async with self._session.post(f"/_control/{path}", json=body) as answer:
            assert answer.status == 200, await answer.text()
            return dict(await answer.json())

    async def get(self, path: str, **query: str) -> dict[str, Any]:
        async with self._session.get(f"/_control/{path}", params=query) as answer:
            assert answer.status == 200, await answer.text()
            return dict(await answer.json())


def web_client(slack: Running, token: str = "xoxb-local") -> AsyncWebClient:
    return AsyncWebClient(token=token, base_url=slack.api_url, retry_handlers=[])


async def until(happened: Callable[[], object], seconds: float = 5.0) -> None:
    """Wait until `happened()` is true."""
    deadline = asyncio.get_running_loop().time() + seconds
    while not happened():
        assert asyncio.get_running_loop().time() < deadline, "it did not happen in time"
        await asyncio.sleep(0.005)


async def say(slack: Running, text: str = f"<@{BOT}> hi", **more: Any) -> dict[str, Any]:
    """Ana posts in the channel of the board."""
    draft = Draft(**({"channel": BOARD, "user": ANA, "text": text} | more))
    return await slack.workspace.post_message(draft)


class Bot:
    """An unmodified AsyncApp that notes the events it gets."""

    def __init__(self, slack: Running) -> None:
        self.app = AsyncApp(client=web_client(slack), signing_secret="local-signing-secret")
        self.bodies: list[dict[str, Any]] = []
        self.retries: list[str] = []
        self.app.use(self._note)
        for name in ("app_mention", "message", "reaction_added", "reaction_removed"):
            self.app.event(name)(_nothing)
        for name in ("member_joined_channel", "app_home_opened", "agent_session_stopped"):
            self.app.event(name)(_nothing)

    @property
    def events(self) -> list[dict[str, Any]]:
        return [body["event"] for body in self.bodies if "event" in body]

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["type"] == kind]

    async def _note(self, body: Any, request: Any, next: Callable[[], Awaitable[Any]]) -> Any:
        self.bodies.append(body)
        self.retries.append(request.headers.get("x-slack-retry-num", ["0"])[0])
        return await next()


async def _nothing() -> None:
    """Acknowledge, no more."""


@asynccontextmanager
async def connected(
    slack: Running, bot: Bot, ping_interval: float = 10
) -> AsyncIterator[AsyncSocketModeHandler]:
    """The bot connected by Socket Mode; it looks after its connection every `ping_interval`."""
    handler = AsyncSocketModeHandler(bot.app, "xapp-local", ping_interval=ping_interval)
    handler.client.web_client.retry_handlers = []
    before = len(slack.post_office.sockets.live)
    await handler.connect_async()
    await until(lambda: len(slack.post_office.sockets.live) > before)
    try:
        yield handler
    finally:
        await handler.close_async()


@pytest.fixture
async def bot(slack: Running) -> AsyncIterator[Bot]:
    """A bot that is connected."""
    bot = Bot(slack)
    async with connected(slack, bot):
        yield bot
