"""How messages reach Slack when it refuses their form, and what the buttons do."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from agents.extractive.question import parsing
from agents.turns import Draft, View
from bot.db.keeping.closing_links import close_links, open_links
from bot.db.keeping.forgetting import Selection
from bot.db.posting.lost_answers import NOT_SHOWN
from bot.incoming.slack_runtime import run_slack_runtime
from bot.pages.site import open_site
from bot.processes.serve import add_events
from tests.fakes import ScriptedCore, every_finding
from tests.integration.bot.conftest import ONE_SEARCH, Bot
from tests.integration.bot.slack import ANA, BEN, BOARD, Slack
from tests.integration.bot.test_delivery import QUESTION, rows
from tests.waiting import eventually

LOGGED_IN = {"X-User": "ana"}


async def refuse(slack: Slack, method: str, error: str, times: int = 1, skip: int = 0) -> None:
    fault = {"kind": "error", "methods": [method], "error": error, "times": times, "skip": skip}
    await slack.control("POST", "faults", fault)


async def test_blocks_that_slack_refuses_go_out_as_plain_text(slack: Slack, bot: Bot) -> None:
    await refuse(slack, "chat.postMessage", "invalid_blocks", times=2)
    async with bot.up():
        ts = await slack.ask(QUESTION)
        step, answer = await slack.finished(ts)
    assert "41.5%" in step
    assert "41.5%" in answer


async def test_a_message_too_long_in_every_form_is_shortened(slack: Slack, bot: Bot) -> None:
    await refuse(slack, "chat.postMessage", "msg_too_long", times=3)
    async with bot.up():
        ts = await slack.ask(QUESTION)
        replies = await slack.finished(ts)
    assert "shortened" in replies[0]


async def test_a_step_that_cannot_be_updated_is_said_again_in_a_new_reply(
    slack: Slack, bot: Bot
) -> None:
    await refuse(slack, "chat.update", "edit_window_closed")
    bot.core = ScriptedCore(ONE_SEARCH, pause=0.5)
    async with bot.up():
        ts = await slack.ask(QUESTION)
        replies = await slack.finished(ts)
    assert sum("Step 1" in reply for reply in replies) == 2
    assert any("41.5%" in reply for reply in replies if "Step 1" in reply)


async def test_a_channel_that_is_gone_is_recorded_and_blocks_nothing(
    slack: Slack, bot: Bot
) -> None:
    await refuse(slack, "chat.postMessage", "channel_not_found", times=2)
    async with bot.up():
        await slack.ask(QUESTION)
        await eventually(lambda: _failed(bot, "channel_not_found", "channel_not_found", NOT_SHOWN))
        ts = await slack.ask(QUESTION)
        assert len(await slack.finished(ts)) == 2


async def _failed(bot: Bot, *errors: str) -> bool:
    found = await rows(bot.database, "select error from outbox where state = 'failed'")
    return sorted(row.error for row in found) == sorted(errors)


async def test_the_passages_are_shown_to_who_asked_for_them(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await press(slack, ts, "passages", user=BEN)
        await eventually(lambda: _called(slack, "chat.postEphemeral"))


async def test_the_rest_of_a_long_answer_comes_for_a_word_and_for_a_button(
    slack: Slack, bot: Bot
) -> None:
    bot.core = ScriptedCore(ONE_SEARCH, draft=said_six_times)
    async with bot.up():
        ts = await slack.ask(QUESTION)
        *_, answer = await slack.finished(ts)
        assert "2 further points: press *More* or reply *more*." in answer
        await press(slack, ts, "more", user=BEN)
        await eventually(lambda: _called(slack, "chat.postEphemeral"))
        await slack.post("more", thread=ts)
        await eventually(lambda: _rest_is_said(slack, ts))
        assert len(await rows(bot.database, "select 1 from runs")) == 1


def said_six_times(view: View) -> Draft:
    """More points than are said at once."""
    draft = every_finding(view)
    return replace(draft, sentences=draft.sentences[:1] * 6)


async def _rest_is_said(slack: Slack, ts: str) -> bool:
    return any("*Sources in full*" in reply for reply in await slack.replies(ts))


async def _called(slack: Slack, method: str) -> bool:
    return bool((await slack.control("GET", f"calls?method={method}"))["calls"])


async def press(slack: Slack, ts: str, action: str, user: str = ANA) -> None:
    """Press the button of this action, wherever in the thread it is."""
    for message in await slack.thread(ts):
        for block in message.get("blocks") or ():
            for element in block.get("elements", ()):
                if element.get("action_id") == action:
                    body = {"user": user, "channel": BOARD, "ts": message["ts"]}
                    body |= {"block_id": block["block_id"], "action_id": action}
                    answer = await slack.call("POST", "/page/api/actions", body)
                    assert answer["acknowledged"]
                    return
    pytest.fail(f"no button {action}")


@pytest.mark.parametrize("display", ["plan", "quiet"])
async def test_the_other_displays_say_the_same_answer_in_fewer_messages(
    slack: Slack, bot: Bot, display: str
) -> None:
    bot.settings = bot.settings.model_copy(update={"display": display})
    async with bot.up():
        ts = await slack.ask(QUESTION)
        replies = await slack.finished(ts)
        assert len(replies) == (2 if display == "plan" else 1)
        assert "41.5%" in replies[-1]
        await press(slack, ts, "steps")


@pytest.mark.parametrize("pause", [0.0, 1.5])
async def test_a_workspace_that_refuses_the_plan_block_gets_plain_sections(
    slack: Slack, bot: Bot, pause: float
) -> None:
    """Also where the plan is revised after it was refused, as in a run that takes longer."""
    bot.settings = bot.settings.model_copy(update={"display": "plan"})
    bot.core = ScriptedCore(ONE_SEARCH, pause=pause)
    await refuse(slack, "chat.postMessage", "invalid_blocks")
    async with bot.up():
        ts = await slack.ask(QUESTION)
        progress, _answer = await slack.finished(ts)
    assert "I look at the trials." in progress


async def test_no_word_of_the_question_or_the_answer_is_in_notifications_or_metadata(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        said = (await slack.thread(ts))[1:]
    for message in said:
        assert "alpha" not in message["text"]
        assert "alpha" not in str(message.get("metadata"))
        values = [
            element.get("value", "")
            for block in message["blocks"]
            for element in block.get("elements", ())
        ]
        assert "alpha" not in "".join(values)


async def test_events_over_http_are_answered_and_citations_open_the_stored_passage(
    slack: Slack, bot: Bot
) -> None:
    stop = asyncio.Event()
    async with aiohttp.ClientSession() as browser:
        given = {"public_url": "http://127.0.0.1:1", "login_header": "X-User"}
        bot.settings = bot.settings.model_copy(update=given)
        async with run_slack_runtime(
            bot.settings, stop, database=bot.database, memory=bot.memory, silos=bot.silos
        ) as runtime:
            site = web.Application()
            runtime.http_handlers().add_routes(site)
            add_events(site, runtime.app, "local-signing-secret")
            async with open_site(site, "127.0.0.1", 0) as port, bot.working():
                here = f"http://127.0.0.1:{port}"
                await slack.control("POST", "request-url", {"url": f"{here}/slack/events"})
                ts = await slack.ask(QUESTION)
                answer = (await slack.finished(ts))[-1]
                page = await _opened(browser, here, answer)
                (run,) = await rows(bot.database, "select run_id from runs")
                await close_links(bot.database, Selection(run_id=run.run_id))
                await _refused(browser, here, answer)
                await open_links(bot.database, Selection(run_id=run.run_id))
                async with bot.database.transaction() as connection:
                    old = "update journal set at = at - interval '181 days'"
                    await connection.exec_driver_sql(old)
                await _refused(browser, here, answer)
                async with browser.get(f"{here}/healthz") as response:
                    health: dict[str, Any] = await response.json()
    assert '<mark id="quote">In the alpha trial the response rate was 41.5%' in page
    assert health["ok"]
    assert health["queue_depth"] == 0
    assert health["too_old"] == []


async def test_what_labels_a_question_is_read_before_the_first_event(
    slack: Slack, bot: Bot
) -> None:
    parsing._parse_cached.cache_clear()
    async with run_slack_runtime(
        bot.settings, asyncio.Event(), database=bot.database, memory=bot.memory, silos=bot.silos
    ):
        assert parsing._parse_cached.cache_info().currsize


async def _refused(browser: aiohttp.ClientSession, here: str, answer: str) -> None:
    found = re.search(r"<http://127\.0\.0\.1:1(/passages/[^|]+)\|\[1\]>", answer)
    assert found is not None
    async with browser.get(here + found[1], headers=LOGGED_IN) as response:
        assert response.status == 410
        assert "aiohttp" not in response.headers["Server"]


async def _opened(browser: aiohttp.ClientSession, here: str, answer: str) -> str:
    found = re.search(r"<http://127\.0\.0\.1:1(/passages/[^|]+)\|\[1\]>", answer)
    assert found is not None, answer
    async with browser.get(here + found[1]) as response:
        assert response.status == 401
    async with browser.get(here + found[1].replace("s=", "s=0"), headers=LOGGED_IN) as response:
        assert response.status == 403
    async with browser.post(f"{here}/slack/events", data={"ssl_check": "1"}) as response:
        assert (response.status, await response.read()) == (200, b"")
    async with browser.post(f"{here}/slack/events", data={"command": "/gene"}) as response:
        assert response.status == 401
    async with browser.get(here + found[1], headers=LOGGED_IN) as response:
        assert response.status == 200
        assert "default-src 'none'" in response.headers["Content-Security-Policy"]
        return await response.text()
