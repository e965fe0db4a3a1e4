"""A channel that wants it is told in the morning what people marked, once, and nothing else."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, time, timedelta
from typing import ClassVar
from zoneinfo import ZoneInfo

import pytest

from agents.memory.reviews import add_review
from agents.turns import Review
from bot.db.keeping.forgetting import Selection, forget
from bot.db.mornings.digests import wanted_digests
from bot.processes.mornings.clock import Mornings
from bot.processes.mornings.digests import Digests
from bot.sending.slack_client import identify, web_client
from bot.sending.teams import OneTeam, Team, Teams
from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import ANA, BEN, BOARD, BOT, LOOKUPS, Slack, words
from tests.integration.bot.test_channel_settings import open_settings
from tests.integration.bot.test_delivery import QUESTION, rows
from tests.integration.bot.test_reviews import open_form, submit
from tests.waiting import eventually

MORNINGS = Mornings(time(7), ZoneInfo("Europe/Zurich"))


class Broken(OneTeam):
    """Meets what nobody has foreseen."""

    tried: ClassVar[list[str]] = []

    async def of(self, team: str) -> Team:
        self.tried.append(team)
        raise ZeroDivisionError


async def one_team(bot: Bot) -> Team:
    client = web_client(bot.settings.slack_api_url, "xoxb-local")
    return Team(client, await identify(client))


async def digests(bot: Bot, days: float, teams: Teams | None = None) -> Digests:
    """Those of a process whose clock is so many days ahead."""
    teams = teams or OneTeam(await one_team(bot))
    return Digests(teams, bot.database, MORNINGS, lambda: datetime.now(UTC) + timedelta(days=days))


async def told(slack: Slack) -> list[str]:
    path = f"/page/api/channels/{BOARD}/messages?user={ANA}"
    found = (await slack.call("GET", path))["messages"]
    return [words(one) for one in found if "Marks since" in words(one)]


async def are_told(slack: Slack, number: int) -> bool:
    return len(await told(slack)) == number


async def mark(bot: Bot, run_id: str, verdict: str, by: str = ANA) -> None:
    async with bot.database.transaction() as connection:
        await add_review(connection, run_id, Review(verdict=verdict, by=by))


async def mark_others(slack: Slack, bot: Bot) -> str:
    """Questions in other places, and marks on all answers; the place that Ana alone sees."""
    await slack.finished(await slack.ask(QUESTION, channel=LOOKUPS), LOOKUPS)
    opened = await slack.call("POST", "/page/api/dm", {"user": ANA, "bot": BOT})
    direct = str(opened["channel"]["id"])
    await slack.finished(await slack.post(QUESTION, channel=direct), direct)
    board, lookups, alone = await rows(bot.database, "select run_id from runs order by number")
    await mark(bot, board.run_id, "right")
    await mark(bot, lookups.run_id, "outdated")
    await mark(bot, lookups.run_id, "right", BEN)
    await mark(bot, lookups.run_id, "taken back", BEN)
    await mark(bot, alone.run_id, "wrong")
    return direct


async def is_told_from_the_choice_on(bot: Bot) -> None:
    """What is marked before a worker has looked is in the first digest."""
    changes = "select at from channel_setting_changes"
    await eventually(lambda: rows(bot.database, changes), "the settings are stored")
    await asyncio.sleep(0.05)
    async with bot.database.transaction() as connection:
        (wanted,) = await wanted_digests(connection)
    (chosen,) = await rows(bot.database, changes)
    assert wanted.told_until == chosen.at


async def break_once(bot: Bot) -> None:
    """The look survives; the channel is not tried each minute, and its marks are kept."""
    broken = Broken(await one_team(bot))
    breaking = await digests(bot, 2, broken)
    assert [await breaking.look() for _ in range(2)] == [0, 0]
    assert len(broken.tried) == 1


async def forget_copy(bot: Bot, run_id: str) -> None:
    """Our copy of a digest that links to what is forgotten is emptied."""
    copies = "select 1 from outbox where run_id like 'digest-%' and body <> '{}'"
    assert len(await rows(bot.database, copies)) == 1
    await forget(bot.database, Selection(run_id=run_id), "an admin")
    assert await rows(bot.database, copies) == []


async def test_marks_are_told_once_each_morning_without_words_of_people(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        form = await open_settings(slack)
        await submit(slack, form, digest="daily")
        await is_told_from_the_choice_on(bot)
        ts = await slack.ask(f"{QUESTION} For Ms. Maria Huber.")
        await slack.finished(ts)
        assert await (await digests(bot, 2)).look() == 0, "nothing was marked"
        # From now on: the channel was told up to the morning after tomorrow.
        async with bot.database.transaction() as connection:
            await connection.exec_driver_sql("update digests set told_until = clock_timestamp()")
        form = await open_form(slack, ts, "wrong", user=BEN)
        await submit(slack, form, BEN, verdict="wrong", target="answer", reason="Ms. Huber's.")
        direct = await mark_others(slack, bot)
        await break_once(bot)
        both = [await digests(bot, 2) for _ in range(2)]
        assert [await each.look() for each in both] == [1, 0]
        await eventually(lambda: are_told(slack, 1))
        (digest,) = await told(slack)
        (board, *_) = await rows(bot.database, "select run_id from runs order by number")
        await mark(bot, board.run_id, "outdated", BEN)
        assert await (await digests(bot, 2)).look() == 0, "this morning is over"
        await forget_copy(bot, board.run_id)
    head, *lines = digest.splitlines()
    assert head.endswith("*: wrong 1, outdated 1, right 1, on 2 answers")
    assert f"<#{LOOKUPS}>: *outdated* by <@{ANA}>" in lines[0]
    assert f"<#{BOARD}>: *wrong* by <@{BEN}>, *right* by <@{ANA}>" in lines[1]
    assert all(f"/archives/{one}/p" in digest for one in (BOARD, LOOKUPS))
    assert "Huber" not in digest
    assert direct not in digest, "what somebody asked alone is told nowhere else"


async def test_what_is_forgotten_before_a_digest_is_sent_is_not_told(
    slack: Slack, bot: Bot
) -> None:
    body = "select body::text as body from outbox where run_id like 'digest-%'"
    async with bot.up():
        await submit(slack, await open_settings(slack), digest="daily")
        await is_told_from_the_choice_on(bot)
        for channel in (BOARD, LOOKUPS):
            await slack.finished(await slack.ask(QUESTION, channel=channel), channel)
    board, lookups = await rows(bot.database, "select run_id from runs order by number")
    await mark(bot, board.run_id, "wrong", BEN)
    await mark(bot, lookups.run_id, "right")
    assert await (await digests(bot, 2)).look() == 1
    (waiting,) = await rows(bot.database, body)
    assert f"<@{BEN}>" in waiting.body
    assert waiting.body.count("trial results") == 4, "of two answers, in blocks and plain words"
    for forgotten in (Selection(user=BEN), Selection(run_id=board.run_id)):
        await forget(bot.database, forgotten, "an admin")
    async with bot.up():
        await eventually(lambda: are_told(slack, 1))
    (digest,) = await told(slack)
    assert f"|an answer> in <#{BOARD}>: *wrong* by somebody" in digest
    assert f"|trial results (ALPHA)> in <#{LOOKUPS}>: *right* by <@{ANA}>" in digest


@pytest.mark.parametrize("what", ["person", "question"])
async def test_what_is_forgotten_while_a_digest_is_under_way_is_changed_in_slack(
    slack: Slack, bot: Bot, what: str
) -> None:
    async with bot.up():
        await submit(slack, await open_settings(slack), digest="daily")
        await is_told_from_the_choice_on(bot)
        for channel in (BOARD, LOOKUPS):
            await slack.finished(await slack.ask(QUESTION, channel=channel), channel)
        asked = await rows(bot.database, "select run_id from runs order by number")
        for each in asked:
            await mark(bot, each.run_id, "wrong", BEN)
        await slack.control(
            "POST",
            "faults",
            {"kind": "delay", "methods": ["chat.postMessage"], "times": 1, "seconds": 9000},
        )
        assert await (await digests(bot, 2)).look() == 1
        sending = "select 1 from outbox where run_id like 'digest-%' and state = 'sending'"
        await eventually(lambda: rows(bot.database, sending), "the digest is under way")
        person, question = Selection(user=BEN), Selection(run_id=asked[0].run_id)
        await forget(bot.database, person if what == "person" else question, "an admin")
        await slack.control("POST", "clock", {"advance": 9000})
        word = "by somebody" if what == "person" else "|an answer>"
        await eventually(lambda: tells(slack, word), "Slack shows it without")
        (digest,) = await told(slack)
    assert what != "person" or f"<@{BEN}>" not in digest
    assert digest.count("trial results") == (2 if what == "person" else 1)


async def tells(slack: Slack, word: str) -> bool:
    return any(word in each for each in await told(slack))
