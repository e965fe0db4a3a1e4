"""Questions of one thread that wait for each other say so, until they begin."""

from __future__ import annotations

import asyncio

from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import BEN, Slack
from tests.integration.bot.test_facts import says
from tests.integration.bot.test_steering import SCRIPT, WaitsAtOnce
from tests.waiting import eventually


async def test_a_waiting_question_says_its_place_until_it_begins(slack: Slack, bot: Bot) -> None:
    core = WaitsAtOnce(SCRIPT)
    core.heard, core.asked = asyncio.Event(), asyncio.Event()
    bot.core = core
    async with bot.up():
        ts = await slack.ask("What does drug alpha do?")
        await core.asked.wait()
        asked = await slack.ask("Dose of olaparib for Maria Huber?", thread=ts, user=BEN)
        second = f"p{asked.replace('.', '')}?thread_ts={ts}"
        label = f"Place 2 in this thread: one question before it · <{slack.url}/archives/"
        await eventually(lambda: says(slack, ts, label))
        await slack.ask("Dose of tucatinib?", thread=ts)
        await eventually(lambda: says(slack, ts, "Place 3 in this thread: 2 questions before it"))
        waiting = "\n".join(await slack.replies(ts))
        assert second in waiting
        assert f"|the dose (olaparib)>, asked by <@{BEN}>" in waiting
        assert "Huber" not in waiting
        core.heard.set()
        await eventually(lambda: says(slack, ts, "Sources", times=3))
        await eventually(lambda: nobody_waits(slack, ts))
        told = "\n".join(await slack.replies(ts))
    assert told.count(second) == 1, "the answer names its question, too"


async def nobody_waits(slack: Slack, ts: str) -> bool:
    return not any("in this thread:" in reply for reply in await slack.replies(ts))
