"""The settings of a channel: changed in a form, announced, kept, heeded by the next question."""

from __future__ import annotations

from typing import Any

from bot.db.channels.choices import ChannelChoices
from bot.db.channels.settings import change, changes_of, choices_of
from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import ANA, BEN, BOARD, LOOKUPS, Json, Slack, words
from tests.integration.bot.test_delivery import QUESTION, rows
from tests.integration.bot.test_messages import press
from tests.integration.bot.test_offers import seen_by
from tests.integration.bot.test_reviews import forms, submit
from tests.waiting import eventually


async def team_of(bot: Bot) -> str:
    (row,) = await rows(bot.database, "select distinct team from inbox")
    return str(row.team)


async def choose(bot: Bot, **chosen: Any) -> None:
    """As if somebody had saved the form."""
    async with bot.database.transaction() as connection:
        choices = ChannelChoices(**chosen)
        await change(connection, await team_of(bot), BOARD, ANA, choices)


async def open_settings(slack: Slack, user: str = ANA) -> Json:
    """Ask for the settings and press the button that the person is shown; the form."""
    async with seen_by(slack, user) as shown:
        await slack.ask("settings", user=user)
        await eventually(lambda: is_shown(shown))
    body = {"user": user, "channel": BOARD, "ts": shown[0]}
    await slack.call(
        "POST", "/page/api/actions", {**body, "block_id": "settings", "action_id": "settings"}
    )
    await eventually(lambda: forms(slack, user))
    return (await forms(slack, user))[-1]


async def is_shown(shown: list[str]) -> bool:
    return bool(shown)


async def was_said_to_one(bot: Bot, said: str) -> bool:
    found = await rows(
        bot.database,
        "select body from outbox where operation = 'ephemeral' and state = 'sent'",
    )
    return any(said in row.body.get("plain", "") for row in found)


async def announcements(slack: Slack) -> list[str]:
    path = f"/page/api/channels/{BOARD}/messages?user={ANA}"
    found = (await slack.call("GET", path))["messages"]
    return [words(one) for one in found if "changed the settings" in words(one)]


async def test_what_is_saved_is_announced_kept_and_heeded(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        form = await open_settings(slack)
        wrong = await submit(slack, form, steps="many")
        assert list(wrong["errors"]) == ["steps"]
        told = await submit(slack, form, display="quiet", without=["pubmed"], questions_a_day="1")
        assert (told["errors"], told["trouble"]) == ({}, "")
        await eventually(lambda: announcements(slack))
        (line,) = await announcements(slack)
        assert f"<@{ANA}> changed the settings of this channel" in line
        assert "what a thread shows: “As set for all channels” → “The answer only”" in line
        ts = await slack.ask(QUESTION)
        assert len(await slack.finished(ts)) == 1, "quiet: the answer only"
        await slack.ask(QUESTION, user=BEN)
        await eventually(lambda: was_said_to_one(bot, "can ask one question in 24 hours, and"))
    team = await team_of(bot)
    assert await choices_of(bot.database, team, BOARD) == ChannelChoices(
        display="quiet", without=("pubmed",), questions_a_day=1
    )
    changes = await changes_of(bot.database, BOARD, 5)
    assert {(it.by, it.setting) for it in changes} == {
        (ANA, "display"), (ANA, "without"), (ANA, "questions_a_day"),
    }  # fmt: skip
    assert len(await rows(bot.database, "select 1 from runs")) == 1


async def test_who_may_ask_and_who_may_mark(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await choose(bot, may_ask="named", askers=(ANA,), reviewers=(ANA,))
        other = await slack.ask(QUESTION, user=BEN)
        await eventually(lambda: was_said_to_one(bot, "only the people named"))
        await press(slack, ts, "right", user=BEN)
        await eventually(lambda: was_said_to_one(bot, "named in its settings mark answers"))
        await slack.control("GET", "idle?quiet=0.5")
        assert await slack.signs(other) == set()
    assert len(await rows(bot.database, "select 1 from runs")) == 1
    assert await rows(bot.database, "select 1 from journal where kind = 'review'") == []


async def test_a_channel_has_its_own_rule_for_replies(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await choose(bot, follow_ups="mention")
        await slack.post("What is the dose of drug alpha?", thread=ts)
        await eventually(lambda: was_ignored(bot, "ignored: no mention"))


async def was_ignored(bot: Bot, decision: str) -> bool:
    found = await rows(bot.database, "select decision from inbox")
    return decision in [row.decision for row in found]


async def test_guests_change_nothing_and_their_questions_stay(slack: Slack, bot: Bot) -> None:
    bot.settings = bot.settings.model_copy(update={"model": "openai:some"})
    await slack.control("POST", "people", {"name": "gil", "real_name": "Gil", "guest": "multi"})
    guest = "U0GIL"
    async with bot.up():
        await invite(slack, guest)
        async with seen_by(slack, guest) as shown:
            await slack.ask("settings", user=guest)
            await eventually(lambda: is_shown(shown))
        body = {"user": guest, "channel": BOARD, "ts": shown[0], "block_id": "settings"}
        await slack.call("POST", "/page/api/actions", {**body, "action_id": "settings"})
        await eventually(lambda: was_said_to_one(bot, "Guests and people of other"))
        assert await forms(slack, guest) == []
        await slack.finished(await slack.ask(QUESTION, user=guest))
        await slack.finished(await slack.ask(QUESTION, user=ANA))
    sealed = await rows(
        bot.database, "select asker, (question->>'is_sealed')::boolean as sealed from runs"
    )
    assert {(row.asker, row.sealed) for row in sealed} == {(guest, True), (ANA, False)}


async def test_what_is_asked_where_another_organisation_reads_stays_here(
    slack: Slack, bot: Bot
) -> None:
    bot.settings = bot.settings.model_copy(update={"model": "openai:some"})
    sam = {"name": "sam", "real_name": "Sam Roe", "guest": "stranger"}
    await slack.control("POST", "people", sam)
    stranger = "U0SAM"
    async with bot.up():
        await invite(slack, stranger)
        of_sam = await slack.ask(QUESTION, user=stranger)
        for asked in (of_sam, await slack.ask(QUESTION, user=ANA)):
            await slack.finished(asked)
        elsewhere = await slack.ask(QUESTION, user=ANA, channel=LOOKUPS)
        await slack.finished(elsewhere, LOOKUPS)
        async with seen_by(slack, stranger) as shown:
            await slack.ask("settings", user=stranger)
            await eventually(lambda: is_shown(shown))
        body = {"user": stranger, "channel": BOARD, "ts": shown[0], "block_id": "settings"}
        await slack.call("POST", "/page/api/actions", {**body, "action_id": "settings"})
        await eventually(lambda: was_said_to_one(bot, "Guests and people of other"))
        assert await forms(slack, stranger) == []
    told = await rows(
        bot.database,
        "select team, channel, asker, (question->>'is_sealed')::boolean as sealed from runs",
    )
    assert {(row.team, row.channel, row.asker, row.sealed) for row in told} == {
        ("T0CURBSIDE", BOARD, stranger, True),
        ("T0CURBSIDE", BOARD, ANA, True),
        ("T0CURBSIDE", LOOKUPS, ANA, False),
    }
    (written, *_) = await slack.thread(of_sam)
    assert (written["team"], written["user_team"]) == ("T0ELSEWHERE", "T0ELSEWHERE")


async def invite(slack: Slack, user: str) -> None:
    body = {"user": ANA, "channel": BOARD, "text": f"/invite <@{user}>"}
    await slack.call("POST", "/page/api/commands", body)
