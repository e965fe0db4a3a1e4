"""In direct messages of several people the bot is asked by a mention, through the whole wire."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import ANA, BEN, BOT, Slack, running_workspace
from tests.integration.bot.test_asking import MANIFEST
from tests.integration.bot.test_delivery import QUESTION, rows
from tests.waiting import eventually

CHEN = "U0CHEN"


@pytest.fixture
async def slack() -> AsyncIterator[Slack]:
    """As for all, with the events and scopes that the bot asks for."""
    async with running_workspace("--limits", "real", "--manifest", str(MANIFEST)) as workspace:
        yield workspace


async def is_stored(bot: Bot, ts: str) -> bool:
    return bool(await rows(bot.database, f"select 1 from inbox where message_ts = '{ts}'"))


async def test_a_mention_is_answered_there_and_what_people_say_to_each_other_is_not(
    slack: Slack, bot: Bot
) -> None:
    made = {"user": ANA, "members": f"{BEN},{BOT}"}
    group = (await slack.call("POST", "/page/api/channels", made))["channel"]
    assert group["is_mpim"]
    channel = str(group["id"])
    async with bot.up():
        said = await slack.post("Shall we start her on olaparib?", user=BEN, channel=channel)
        ts = await slack.ask(QUESTION, user=BEN, channel=channel)
        replies = await slack.finished(ts, channel)
        follow_up = await slack.ask("and in which trial?", thread=ts, channel=channel)
        await eventually(lambda: is_answered(bot, 2))
    assert "Sources" in replies[-1]
    assert await slack.replies(said, channel) == []
    assert not await is_stored(bot, said), "what people say to each other is not kept"
    assert await is_stored(bot, follow_up)
    asked = await rows(bot.database, "select channel, asker from runs order by number")
    assert [(row.channel, row.asker) for row in asked] == [(channel, BEN), (channel, ANA)]
    of_chen = (await slack.call("GET", f"/page/api/bootstrap?user={CHEN}"))["channels"]
    assert channel not in [each["id"] for each in of_chen]


async def is_answered(bot: Bot, number: int) -> bool:
    found = await rows(bot.database, "select 1 from runs where ended_at is not null")
    return len(found) == number
