"""Slash commands and shortcuts, answered by an unmodified slack-bolt app."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import pytest
from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_sdk.errors import SlackApiError
from slack_sdk.webhook.async_client import AsyncWebhookClient

from tests.integration.workspace.conftest import (
    ANA,
    BOARD,
    BOT,
    Bot,
    StoppedClock,
    connect,
    say,
    until,
)
from workspace.errors import SlackRefusal
from workspace.http.server import Config, RunningWorkspace, run_workspace
from workspace.slack_objects.app import app_from_manifest

COMMANDS = (
    {"command": "/gene", "description": "Look a gene up", "usage_hint": "BRAF"},
    {"command": "/tell", "description": "Tell a colleague", "should_escape": True},
    {"command": "/slow", "description": "Never answered"},
)
SHORTCUTS = (
    {"name": "New case", "type": "global", "callback_id": "case", "description": "A form"},
    {"name": "Ask about it", "type": "message", "callback_id": "ask", "description": "Ask"},
)
MODAL = {
    "type": "modal",
    "title": {"type": "plain_text", "text": "Ask"},
    "blocks": [{"type": "divider"}],
}


@pytest.fixture
async def slack() -> AsyncIterator[RunningWorkspace]:
    """A workspace whose app has commands and shortcuts; no time passes by itself."""
    app = replace(app_from_manifest(), commands=COMMANDS, shortcuts=SHORTCUTS)
    async with run_workspace(Config(limits="off", app=app), StoppedClock()) as workspace:
        yield workspace


class Desk:
    """A bot that notes the commands and shortcuts it gets, and Ana, who uses them."""

    def __init__(self, slack: RunningWorkspace, bot: Bot) -> None:
        self.slack, self.bot = slack, bot
        self.heard: list[dict[str, Any]] = []
        self.answer: Any = ""
        for command in ("/gene", "/tell"):
            bot.app.command(command)(self._answer)
        bot.app.command("/slow")(self._note)
        bot.app.shortcut("case")(self._open)
        bot.app.shortcut("ask")(self._open)
        self.changes = slack.workspace.changes.subscribe(ANA)

    async def _note(self, body: dict[str, Any]) -> None:
        self.heard.append(body)

    async def _answer(self, ack: Any, body: dict[str, Any]) -> None:
        self.heard.append(body)
        await ack(self.answer)

    async def _open(self, ack: Any, body: dict[str, Any], client: Any) -> None:
        self.heard.append(body)
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=MODAL)

    async def run(self, typed: str, channel: str = BOARD, **more: Any) -> bool:
        return await self.slack.workspace.commands.run(ANA, channel, typed, **more)

    async def private(self) -> dict[str, Any]:
        """The next message that Ana alone sees."""
        while (change := await anext(self.changes))["type"] != "ephemeral":
            continue
        return dict(change["message"])

    def open_views(self) -> list[str]:
        return [one["title"]["text"] for one in self.slack.workspace.modals.stack(ANA)]


async def serve(slack: RunningWorkspace, bot: Bot, until_end: AsyncExitStack) -> None:
    """Answer over signed HTTP at a request URL of the bot's own."""

    async def answer(request: web.Request) -> web.StreamResponse:
        answered = await bot.app.async_dispatch(await to_bolt_request(request))
        return await to_aiohttp_response(answered)

    application = web.Application()
    application.router.add_post("/slack/events", answer)
    runner = web.AppRunner(application)
    await runner.setup()
    until_end.push_async_callback(runner.cleanup)
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events"
    assert await slack.delivery.request_url.verify(url)


@pytest.fixture(params=["socket", "http"])
async def desk(slack: RunningWorkspace, request: pytest.FixtureRequest) -> AsyncIterator[Desk]:
    bot = Bot(slack)
    desk = Desk(slack, bot)
    async with AsyncExitStack() as until_end:
        if request.param == "http":
            await serve(slack, bot, until_end)
        else:
            await until_end.enter_async_context(connect(slack, bot))
        yield desk


async def test_a_command_brings_who_typed_what_and_where(desk: Desk) -> None:
    assert await desk.run("/gene  BRAF V600E ")
    (body,) = desk.heard
    assert (body["command"], body["text"]) == ("/gene", "BRAF V600E")
    assert (body["user_id"], body["user_name"]) == (ANA, "ana")
    assert (body["channel_id"], body["channel_name"]) == (BOARD, "tumor-board")
    assert body["is_enterprise_install"] == "false"
    assert body["response_url"].startswith(desk.slack.url)
    assert body["trigger_id"]
    assert desk.slack.workspace.history.roots(BOARD) == []


async def test_mentions_are_names_unless_the_command_wants_them_escaped(desk: Desk) -> None:
    typed = f"<@{ANA}> a < b & c in <#{BOARD}>"
    await desk.run(f"/gene {typed}")
    await desk.run(f"/tell {typed}")
    assert [body["text"] for body in desk.heard] == [
        "@ana a < b & c in #tumor-board",
        f"<@{ANA}|ana> a &lt; b &amp; c in <#{BOARD}|tumor-board>",
    ]


async def test_the_acknowledgement_answers_the_person_alone_or_all(desk: Desk) -> None:
    desk.answer = "BRAF is a gene"
    assert await desk.run("/gene BRAF")
    private = await desk.private()
    assert (private["text"], private["user"], private["is_ephemeral"]) == (
        "BRAF is a gene",
        BOT,
        True,
    )
    desk.answer = {"text": "For all", "response_type": "in_channel"}
    assert await desk.run("/gene BRAF")
    assert [one["text"] for one in desk.slack.workspace.history.roots(BOARD)] == ["For all"]


async def test_an_answer_may_come_later_by_the_response_url(desk: Desk) -> None:
    await desk.run("/gene BRAF")
    url = AsyncWebhookClient(desk.heard[0]["response_url"])
    assert (await url.send(text="Later")).status_code == 200
    assert (await desk.private())["text"] == "Later"


async def test_the_app_answers_where_it_is_no_member(desk: Desk) -> None:
    directory = desk.slack.workspace.storage.directory
    elsewhere = desk.slack.workspace.conversations.get(BOARD) | {"id": "C0ELSEWHERE"}
    directory.put_channel(elsewhere)
    directory.add_member("C0ELSEWHERE", ANA)
    desk.answer = {"text": "Here", "response_type": "in_channel"}
    assert await desk.run("/gene BRAF", "C0ELSEWHERE")
    assert [one["text"] for one in desk.slack.workspace.history.roots("C0ELSEWHERE")] == ["Here"]


@pytest.mark.parametrize(
    ("typed", "thread", "words"),
    [
        ("/genes BRAF", "", "`/genes` is not a valid command. In Slack, all messages that start"),
        ("/gene BRAF", "1.1", "`/gene` is not supported in threads. Sorry!"),
    ],
)
async def test_slackbot_tells_why_a_command_is_none(
    desk: Desk, typed: str, thread: str, words: str
) -> None:
    assert not await desk.run(typed, thread_ts=thread)
    told = await desk.private()
    assert (told["username"], told["user"]) == ("Slackbot", "USLACKBOT")
    assert told["text"].startswith(words)
    assert told.get("thread_ts", "") == thread
    assert desk.heard == []


async def test_a_command_that_is_not_acknowledged_in_time_is_told(desk: Desk) -> None:
    running = asyncio.create_task(desk.run("/slow"))
    await until(lambda: desk.heard)
    desk.slack.workspace.clock.advance(3.5)
    assert not await running
    assert "`/slow` failed because the app did not respond." in (await desk.private())["text"]


async def test_a_command_without_an_app_fails(slack: RunningWorkspace) -> None:
    desk = Desk(slack, Bot(slack))
    assert not await desk.run("/gene BRAF")
    assert (await desk.private())["text"] == "`/gene` failed with the error “dispatch_failed”"


async def test_an_answer_with_wrong_blocks_is_told(desk: Desk) -> None:
    desk.answer = {"text": "x", "blocks": [{"type": "nonsense"}]}
    assert not await desk.run("/gene BRAF")
    assert "failed with the error “invalid_blocks”" in (await desk.private())["text"]


async def test_nobody_runs_a_command_where_they_are_not(desk: Desk) -> None:
    with pytest.raises(SlackRefusal, match="channel_not_found"):
        await desk.run("/gene BRAF", "D0BEN")


async def test_a_global_shortcut_opens_a_modal_and_knows_no_place(desk: Desk) -> None:
    assert await desk.slack.workspace.shortcuts.run(ANA, "case")
    await until(desk.open_views)
    (body,) = desk.heard
    assert (body["type"], body["callback_id"], body["user"]["id"]) == ("shortcut", "case", ANA)
    assert not {"channel", "message", "response_url"} & body.keys()


async def test_a_message_shortcut_opens_a_modal_and_answers_at_its_message(desk: Desk) -> None:
    message = say(desk.slack, "a case")
    assert await desk.slack.workspace.shortcuts.run_on(ANA, "ask", BOARD, message["ts"])
    await until(desk.open_views)
    (body,) = [one for one in desk.heard if "callback_id" in one]
    assert (body["type"], body["callback_id"]) == ("message_action", "ask")
    assert body["channel"] == {"id": BOARD, "name": "tumor-board"}
    assert (body["message_ts"], body["message"]["text"]) == (message["ts"], "a case")
    assert body["action_ts"] != message["ts"]
    assert body["response_url"]


async def test_a_trigger_of_a_shortcut_lives_three_seconds(desk: Desk) -> None:
    await desk.run("/gene BRAF")
    desk.slack.workspace.clock.advance(3.5)
    late = desk.bot.app.client.views_open(trigger_id=desk.heard[0]["trigger_id"], view=MODAL)
    with pytest.raises(SlackApiError) as refused:
        await late
    assert refused.value.response["error"] == "expired_trigger_id"


async def test_only_declared_shortcuts_run_and_none_on_private_messages(desk: Desk) -> None:
    shortcuts = desk.slack.workspace.shortcuts
    message = say(desk.slack, "a case")
    await desk.run("/genes")
    private = await desk.private()
    for attempt in (
        shortcuts.run(ANA, "ask"),
        shortcuts.run_on(ANA, "case", BOARD, message["ts"]),
        shortcuts.run_on(ANA, "ask", BOARD, private["ts"]),
    ):
        with pytest.raises(SlackRefusal, match="invalid_shortcut"):
            await attempt
