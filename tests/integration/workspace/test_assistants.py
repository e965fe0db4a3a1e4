"""Apps of the older kind (`assistant_view`): each conversation is a thread, with Slack's own
middleware for them (slack-bolt's Assistant)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import aiohttp
import pytest
from slack_bolt.middleware.assistant.async_assistant import AsyncAssistant

from tests.integration.workspace.conftest import (
    ANA,
    BOARD,
    BOT,
    Bot,
    StoppedClock,
    connect,
    until,
)
from workspace.http.server import Config, RunningWorkspace, run_workspace
from workspace.slack_objects.app import app_from_manifest

LOOKUPS = "C0LOOKUPS"
DIRECT = "D0ANA"
PROMPTS = [{"title": "Sum it up", "message": "Sum this channel up"}]
HEARD = {"assistant_thread_started", "assistant_thread_context_changed", "message.im"}


@pytest.fixture
async def slack() -> AsyncIterator[RunningWorkspace]:
    """A workspace whose app is an assistant."""
    app = replace(app_from_manifest(), is_assistant=True, bot_events=frozenset(HEARD))
    async with run_workspace(Config(limits="off", app=app), StoppedClock()) as workspace:
        yield workspace


class Helper:
    """An assistant that greets, offers a prompt and says at which channel its person looks."""

    def __init__(self) -> None:
        self.assistant = AsyncAssistant()
        self.assistant.thread_started(self._start)
        self.assistant.user_message(self._answer)

    async def _start(self, say: Any, set_suggested_prompts: Any) -> None:
        await say("Hello!")
        await set_suggested_prompts(prompts=PROMPTS, title="Ask me")

    async def _answer(
        self, payload: Any, say: Any, set_title: Any, get_thread_context: Any
    ) -> None:
        context = await get_thread_context()
        await set_title(payload["text"])
        await say(f"You look at {context and context.get('channel_id')}")


async def enter(slack: RunningWorkspace, seen: str) -> str:
    """Ana comes to the app from a channel; the thread that the page opens."""
    body = {"user": ANA, "bot": BOT, "tab": "messages", "seen": seen}
    async with (
        aiohttp.ClientSession(slack.url) as session,
        session.post("/page/api/dm", json=body) as answer,
    ):
        return str((await answer.json())["thread"])


async def write(slack: RunningWorkspace, text: str, thread_ts: str = "") -> str:
    """Ana writes in the app's conversation; the thread in which it came to stand."""
    body = {"user": ANA, "channel": DIRECT, "text": text, "thread_ts": thread_ts}
    async with (
        aiohttp.ClientSession(slack.url) as session,
        session.post("/page/api/messages", json=body) as answer,
    ):
        return str((await answer.json())["message"]["thread_ts"])


async def test_an_assistant_begins_is_asked_and_knows_what_one_looks_at(
    slack: RunningWorkspace,
) -> None:
    bot, parts = Bot(slack), slack.workspace
    bot.app.assistant(Helper().assistant)
    async with connect(slack, bot):
        thread = await enter(slack, BOARD)
        await until(lambda: parts.agent_status.prompts(DIRECT, thread))
        greeting = parts.history.thread(DIRECT, thread)[1]
        offered = parts.agent_status.prompts(DIRECT, thread)
        expected = {"after": greeting["ts"], "title": "Ask me", "prompts": PROMPTS}
        assert offered == expected
        assert parts.agent_status.prompts(DIRECT) is None

        assert await enter(slack, LOOKUPS) == thread, "nobody has written there"
        await until(lambda: LOOKUPS in str(parts.history.message(DIRECT, greeting["ts"])))
        assert await write(slack, "Where am I?", thread) == thread
        await until(lambda: len(parts.history.thread(DIRECT, thread)) == 4)
        assert parts.history.thread(DIRECT, thread)[3]["text"] == f"You look at {LOOKUPS}"
        root = parts.history.message(DIRECT, thread)
        assert root["assistant_app_thread"]["title"] == "Where am I?"


async def test_what_is_written_outside_a_thread_begins_one(slack: RunningWorkspace) -> None:
    first = await enter(slack, "")
    assert await write(slack, "one") == first
    second = await write(slack, "two")
    assert second != first
    roots = [each["ts"] for each in slack.workspace.history.roots(DIRECT)]
    assert roots == [first, second]
