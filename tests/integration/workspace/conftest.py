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

from workspace.clock import Clock
from workspace.http.server import Config, RunningWorkspace, run_workspace
from workspace.model.messages.new_message import NewMessage

_POLL_SECONDS = 0.005
BOARD = "C0TUMORBOARD"
ANA = "U0ANA"
BOT = "U0CURBSIDE"


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slack's clients would send loopback calls through a proxy of the environment."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.delenv(name, raising=False)


class StoppedClock(Clock):
    """A clock that stands still unless it is advanced: no test depends on the machine's speed."""

    def now(self) -> float:
        return 1_800_000_000 + self.offset


@pytest.fixture
async def slack() -> AsyncIterator[RunningWorkspace]:
    """A workspace without limits, in which no time passes by itself."""
    async with run_workspace(Config(limits="off"), StoppedClock()) as workspace:
        yield workspace


@pytest.fixture
def client(slack: RunningWorkspace) -> AsyncWebClient:
    """Slack's client with the bot token, which does not repeat failed calls."""
    return web_client(slack)


@pytest.fixture
async def control(slack: RunningWorkspace) -> AsyncIterator[Control]:
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


def web_client(slack: RunningWorkspace, token: str = "xoxb-local") -> AsyncWebClient:
    return AsyncWebClient(token=token, base_url=slack.api_url, retry_handlers=[])


async def until(happened: Callable[[], object], seconds: float = 20.0) -> None:
    """Wait until `happened()` is true; raises `TimeoutError` after so many seconds."""
    async with asyncio.timeout(seconds):
        while not happened():  # noqa: ASYNC110 (the server has no event for it)
            await asyncio.sleep(_POLL_SECONDS)


def say(slack: RunningWorkspace, text: str = f"<@{BOT}> hi", **more: Any) -> dict[str, Any]:
    """Ana posts in the channel of the board."""
    new = NewMessage(**({"channel": BOARD, "user": ANA, "text": text} | more))
    return slack.workspace.timeline.post(new)


class Bot:
    """An unmodified AsyncApp that notes the events it gets."""

    def __init__(self, slack: RunningWorkspace) -> None:
        own = slack.workspace.app
        self.app_token = own.app_token
        client = web_client(slack, own.bot_token)
        # Without a name Bolt looks for its caller among the files of all modules: 0.4 s here.
        self.app = AsyncApp(name="bot", client=client, signing_secret=own.signing_secret)
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
async def connect(
    slack: RunningWorkspace, bot: Bot, ping_interval: float = 10
) -> AsyncIterator[AsyncSocketModeHandler]:
    """The bot connected by Socket Mode; it looks after its connection every `ping_interval`."""
    handler = AsyncSocketModeHandler(bot.app, bot.app_token, ping_interval=ping_interval)
    handler.client.web_client.retry_handlers = []
    before = len(slack.delivery.sockets.live)
    await handler.connect_async()
    await until(lambda: len(slack.delivery.sockets.live) > before)
    try:
        yield handler
    finally:
        await handler.close_async()


@pytest.fixture
async def bot(slack: RunningWorkspace) -> AsyncIterator[Bot]:
    """A bot that is connected."""
    bot = Bot(slack)
    async with connect(slack, bot):
        yield bot
