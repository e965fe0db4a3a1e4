"""The same unmodified app over signed HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request

from tests.integration.workspace.conftest import ANA, BOARD, Bot, Control, say, until
from workspace.delivery.events_api import signature
from workspace.http.server import RunningWorkspace
from workspace.model.interactions.presses import Press


class HttpBot(Bot):
    """A bot behind a request URL; it can be made to answer something else."""

    url = ""
    broken: web.Response | None = None
    """Answered instead of asking the bot."""
    tries: int = 0

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.tries += 1
        if self.broken is not None:
            return web.Response(status=self.broken.status, headers=self.broken.headers)
        answered = await self.app.async_dispatch(await to_bolt_request(request))
        return await to_aiohttp_response(answered)


@asynccontextmanager
async def served(bot: HttpBot) -> AsyncIterator[None]:
    """The bot behind an address of its own."""
    application = web.Application()
    application.router.add_post("/slack/events", bot.answer)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    bot.url = f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events"
    try:
        yield
    finally:
        await runner.cleanup()


@pytest.fixture
async def http_bot(slack: RunningWorkspace, control: Control) -> AsyncIterator[HttpBot]:
    """A bot whose request URL was verified."""
    bot = HttpBot(slack)
    async with served(bot):
        assert await control.post("request-url", url=bot.url) == {"url": bot.url}
        bot.tries = 0
        yield bot


def attempts(slack: RunningWorkspace) -> list[tuple[int, str]]:
    return [(one.attempt, one.reason) for one in slack.delivery.pending.values()]


async def test_signed_events_reach_the_app(slack: RunningWorkspace, http_bot: HttpBot) -> None:
    message = say(slack)
    await until(lambda: len(http_bot.events) == 2)
    assert {event["type"] for event in http_bot.events} == {"message", "app_mention"}
    assert http_bot.of("message")[0]["ts"] == message["ts"]
    assert http_bot.retries == ["0", "0"]


async def test_buttons_reach_the_app_over_http(slack: RunningWorkspace, http_bot: HttpBot) -> None:
    @http_bot.app.action("go")
    async def _(ack: Callable[[], Awaitable[None]]) -> None:
        await ack()

    button = {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}}
    blocks = [{"type": "actions", "block_id": "b", "elements": [button]}]
    posted = await http_bot.app.client.chat_postMessage(channel=BOARD, text="x", blocks=blocks)
    press = Press(user=ANA, channel=BOARD, ts=posted["ts"], block_id="b", action_id="go")
    assert await slack.workspace.interactions.press(press)


async def test_failures_are_tried_again_on_schedule(
    slack: RunningWorkspace, http_bot: HttpBot, control: Control
) -> None:
    http_bot.broken = web.Response(status=500)
    say(slack, "x")
    await until(lambda: attempts(slack) == [(2, "http_error")])
    assert http_bot.tries == 2
    http_bot.broken = None
    await control.post("clock", advance=60)
    await until(lambda: len(http_bot.events) == 1)
    assert http_bot.retries == ["2"]


async def test_the_app_can_decline_retries(slack: RunningWorkspace, http_bot: HttpBot) -> None:
    http_bot.broken = web.Response(status=500, headers={"X-Slack-No-Retry": "1"})
    say(slack, "x")
    await until(lambda: slack.delivery.lost != [])
    assert http_bot.tries == 1


async def test_an_app_that_is_away_is_tried_again(
    slack: RunningWorkspace, control: Control
) -> None:
    slack.delivery.request_url.url = "http://127.0.0.1:9/slack/events"
    say(slack, "x")
    await until(lambda: attempts(slack) == [(2, "connection_failed")])


async def test_a_lost_answer_brings_the_event_again(
    slack: RunningWorkspace, http_bot: HttpBot, control: Control
) -> None:
    await control.post("deliveries", lose_acks=1)
    say(slack, "x")
    await until(lambda: len(http_bot.events) == 2)
    assert http_bot.retries == ["0", "1"]
    assert len({body["event_id"] for body in http_bot.bodies}) == 1


async def test_a_wrong_signature_is_refused_by_the_app(
    slack: RunningWorkspace, http_bot: HttpBot
) -> None:
    headers = {
        "X-Slack-Request-Timestamp": "1",
        "X-Slack-Signature": signature("another-secret", "1", b"{}"),
    }
    async with (
        aiohttp.ClientSession() as session,
        session.post(http_bot.url, data=b"{}", headers=headers) as answer,
    ):
        assert answer.status == 401


async def test_an_address_that_does_not_echo_is_not_accepted(slack: RunningWorkspace) -> None:
    async with aiohttp.ClientSession(slack.url) as session:
        for url in ("http://127.0.0.1:9/", f"{slack.url}/"):
            async with session.post("/_control/request-url", json={"url": url}) as answer:
                assert answer.status == 400
    assert slack.delivery.request_url.url == ""
