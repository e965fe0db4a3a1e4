"""Curbside beside a second bot in one channel: it answers people and never the other bot, however
that one talks to it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import ANA, BOARD, BOT, Slack, running_workspace, words
from tests.integration.bot.test_asking import MANIFEST
from tests.integration.bot.test_delivery import QUESTION, rows
from tests.waiting import eventually

MOST = 40
"""Messages after which the other bot falls silent, so that a loop ends the test and not the
machine; Curbside writes some five for one question."""
ECHO = {
    "display_information": {"name": "Echo"},
    "oauth_config": {"scopes": {"bot": ["chat:write", "channels:history", "reactions:write"]}},
    "settings": {"event_subscriptions": {"bot_events": ["message.channels"]}},
}


@pytest.fixture
async def slack(tmp_path: Path) -> AsyncIterator[Slack]:
    """As for all, with one more app."""
    other = tmp_path / "echo.json"
    other.write_text(json.dumps(ECHO))
    options = ("--manifest", str(MANIFEST), "--manifest", str(other))
    async with running_workspace("--limits", "off", *options) as workspace:
        yield workspace


class Echo:
    """An unmodified slack-bolt app that answers every message in the channel with a question to
    Curbside, in the thread."""

    def __init__(self, url: str) -> None:
        client = AsyncWebClient(token="xoxb-local-2", base_url=f"{url}/api/")
        self.app = AsyncApp(client=client, signing_secret="local-signing-secret-2")
        self.app.event("message")(self.answer)
        self.heard: list[dict[str, Any]] = []
        self.said: list[str] = []

    async def answer(self, event: dict[str, Any]) -> None:
        if event.get("user") == "U0ECHO" or event.get("subtype"):
            return
        self.heard.append(event)
        if len(self.said) < MOST:
            await self.say(f"<@{BOT}> {QUESTION}", event.get("thread_ts") or event["ts"])

    async def say(self, text: str, thread: str | None = None) -> str:
        said = await self.app.client.chat_postMessage(channel=BOARD, text=text, thread_ts=thread)
        self.said.append(str(said["ts"]))
        return self.said[-1]

    @asynccontextmanager
    async def up(self) -> AsyncIterator[None]:
        handler = AsyncSocketModeHandler(self.app, "xapp-local-2")
        await handler.connect_async()
        try:
            yield
        finally:
            await handler.close_async()


async def is_quiet(slack: Slack) -> None:
    assert (await slack.control("GET", "idle?quiet=1&timeout=60"))["idle"], "they talk for ever"


async def test_it_answers_ana_once_and_the_other_bot_never(slack: Slack, bot: Bot) -> None:
    echo = Echo(slack.url)
    async with echo.up(), bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        alone = await echo.say(f"<@{BOT}> {QUESTION}")
        in_thread = await echo.say(f"<@{BOT}> and in which trial?", ts)
        await is_quiet(slack)
    assert len(echo.said) < MOST, "the two bots talk to each other"
    assert any(one.get("bot_id") == "B0CURBSIDE" for one in echo.heard), "it heard Curbside"
    asked = await rows(bot.database, "select asker from runs")
    assert [row.asker for row in asked] == [ANA]
    assert await slack.signs(alone) == set()
    by = {one.get("user") for one in await slack.thread(alone)}
    assert BOT not in by
    thread = await slack.thread(ts)
    after = [one for one in thread if one["ts"] > in_thread and one.get("user") == BOT]
    assert after == []


async def test_ana_asks_in_the_thread_of_the_other_bot_and_is_answered_there(
    slack: Slack, bot: Bot
) -> None:
    echo = Echo(slack.url)
    async with bot.up():
        root = await echo.say("The case of Thursday: what about her kidneys?")
        await slack.ask(QUESTION, thread=root)

        async def is_answered() -> bool:
            thread = await slack.thread(root)
            return any("Sources" in words(one) for one in thread if one.get("user") == BOT)

        await eventually(is_answered)
