"""A channel in which who asks alone sees the answer first, and publishes it once."""

from __future__ import annotations

import asyncio

from agents.memory.reviews import publish
from bot.db.channels.choices import ChannelChoices
from bot.db.channels.settings import change
from bot.sending.slack_client import identify, web_client
from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import ANA, BEN, BOARD, LOOKUPS, Json, Slack, words
from tests.integration.bot.test_changed_questions import delete
from tests.integration.bot.test_delivery import QUESTION, rows
from tests.integration.bot.test_messages import press
from tests.integration.bot.test_reviews import was_told
from tests.waiting import eventually

DIRECT = f"D{ANA[1:]}"
SHOWN = "Publish in the thread"
OTHERS = "went to the person who asked it alone"


async def be_private(bot: Bot) -> None:
    """As if somebody had saved the form of the channel."""
    client = web_client(bot.settings.slack_api_url, "xoxb-local")
    team = (await identify(client)).team
    await client.conversations_open(users=ANA)  # What is read below is there from the first.
    async with bot.database.transaction() as connection:
        await change(connection, team, BOARD, ANA, ChannelChoices(private_first=True))


async def direct_messages(slack: Slack) -> list[Json]:
    path = f"/page/api/channels/{DIRECT}/messages?user={ANA}"
    return list((await slack.call("GET", path))["messages"])


async def press_directly(slack: Slack, action: str, user: str = ANA) -> None:
    """Press a button of the newest direct message that has it."""
    blocks = [
        (one, block, element)
        for one in await direct_messages(slack)
        for block in one.get("blocks", [])
        for element in block.get("elements", [])
        if element.get("action_id") == action
    ]
    message, block, _ = blocks[-1]
    body = {"user": user, "channel": DIRECT, "ts": message["ts"], "block_id": block["block_id"]}
    await slack.call("POST", "/page/api/actions", {**body, "action_id": action})


async def says_directly(slack: Slack, said: str) -> bool:
    return any(said in str(one.get("blocks")) for one in await direct_messages(slack))


async def signs_are(slack: Slack, ts: str, signs: set[str]) -> bool:
    """The sign of an ending would tell others how it ended."""
    return await slack.signs(ts) == signs


async def is_decided(bot: Bot, decision: str, number: int) -> bool:
    found = await rows(bot.database, "select decision from inbox")
    return [row.decision for row in found].count(decision) == number


async def test_an_answer_is_published_once_however_often_it_is_asked_for(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        await be_private(bot)
        ts = await slack.ask(QUESTION)
        await eventually(lambda: says_directly(slack, SHOWN))
        await eventually(lambda: signs_are(slack, ts, {"lock"}))
        assert await slack.replies(ts) == [], "nobody else sees a word of it"
        assert "You alone see this" in words((await direct_messages(slack))[-3])

        await slack.ask("more", user=BEN, thread_ts=ts)
        await eventually(lambda: was_told(slack, OTHERS))
        await asyncio.gather(*(press_directly(slack, "publish") for _ in range(3)))
        await slack.finished(ts)
        await eventually(lambda: is_decided(bot, "published", 3))
        said = await slack.replies(ts)
        assert len(said) == 2, "the step and the answer, once"
        await eventually(lambda: says_directly(slack, "Published"))
        assert not await says_directly(slack, SHOWN)
        await eventually(lambda: signs_are(slack, ts, {"white_check_mark"}))
        await press(slack, ts, "right", user=BEN)
        await eventually(lambda: says_directly(slack, "Marked right"))
    found = await rows(bot.database, "select payload from journal where kind = 'published'")
    assert [row.payload["by"] for row in found] == [ANA]


async def test_a_deleted_question_takes_the_private_answer_with_it(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        await be_private(bot)
        ts = await slack.ask(QUESTION)
        await eventually(lambda: says_directly(slack, SHOWN))
        await delete(slack, ts)
        await eventually(lambda: is_empty(slack))
        await eventually(lambda: is_redacted(bot))
        left = await rows(bot.database, "select body::text as body from outbox")
    assert "alpha" not in str(left)


async def test_the_next_question_of_somebody_else_knows_nothing_of_it(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        await be_private(bot)
        ts = await slack.ask(QUESTION)
        await eventually(lambda: says_directly(slack, SHOWN))
        for user in (BEN, ANA):
            await slack.ask(QUESTION, user=user, thread_ts=ts)
        await eventually(lambda: have_ended(bot, 3))
        asked = await rows(bot.database, "select run_id from runs order by number")
        first, of_ben, of_ana = (row.run_id for row in asked)
        assert [turn.run_id for turn in (await bot.memory.view(of_ben)).turns] == []
        assert [turn.run_id for turn in (await bot.memory.view(of_ana)).turns] == [first]
        async with bot.database.transaction() as connection:
            await publish(connection, first, ANA)
        assert [turn.run_id for turn in (await bot.memory.view(of_ben)).turns] == [first]


async def have_ended(bot: Bot, number: int) -> bool:
    found = await rows(bot.database, "select state from runs")
    return [row.state for row in found] == ["answer"] * number


async def is_empty(slack: Slack) -> bool:
    return await direct_messages(slack) == []


async def is_redacted(bot: Bot) -> bool:
    (run,) = await rows(bot.database, "select redacted_at from runs")
    return run.redacted_at is not None


async def test_who_left_the_channel_does_nothing_there_from_a_private_answer(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        await be_private(bot)
        await slack.ask(QUESTION)
        await eventually(lambda: says_directly(slack, SHOWN))
        answer = str((await direct_messages(slack))[-1]["ts"])
        await typed(slack, BOARD, "/leave")
        await slack.post("follow this case", channel=DIRECT, thread=answer)
        for number, button in enumerate(("right", "publish"), start=2):
            await press_directly(slack, button)
            await eventually(lambda number=number: is_decided(bot, "refused", number), button)
        await press_directly(slack, "wrong")
        await eventually(lambda: are_refused(bot, 4), "no form is opened either")
        assert (await slack.call("GET", f"/page/api/bootstrap?user={ANA}"))["modals"] == []
        assert await rows(bot.database, "select 1 from open_cases") == []
        assert await rows(bot.database, _CHANGES) == []
        await typed(slack, LOOKUPS, f"/join <#{BOARD}>")
        await slack.post("follow this case", channel=DIRECT, thread=answer)
        await eventually(lambda: rows(bot.database, "select 1 from open_cases"))
        await press_directly(slack, "right")
        await eventually(lambda: rows(bot.database, _CHANGES))


_CHANGES = "select 1 from journal where kind in ('review', 'published')"


async def typed(slack: Slack, channel: str, command: str) -> None:
    body = {"user": ANA, "channel": channel, "text": command}
    await slack.call("POST", "/page/api/commands", body)


async def are_refused(bot: Bot, number: int) -> bool:
    query = "select 1 from outbox where body::text like '%Slack does not show me that you%'"
    return len(await rows(bot.database, query)) == number
