"""The Home of a person: what is theirs, of this team, in channels they are in, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.event import listen, remove

from agents.memory.forks import NewFork
from agents.memory.reviews import add_review
from agents.turns import Question, Review, ThreadKey
from bot.db import event_transactions, inbox
from bot.db.homes.opened import is_new
from bot.db.homes.usage import usage_of
from bot.db.homes.visible_questions import own_questions
from bot.db.keeping.forgetting import Selection, forget
from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import ANA, BEN, BOARD, BOT, Slack, words
from tests.integration.bot.test_channel_settings import announcements, choose, invite
from tests.integration.bot.test_delivery import QUESTION, rows
from tests.integration.bot.test_messages import press
from tests.integration.bot.test_offers import seen_by
from tests.integration.bot.test_reviews import forms, submit
from tests.waiting import eventually

GUEST = "U0GIL"


@pytest.fixture
def known_people() -> tuple[str, ...]:
    """Nobody has opened theirs before."""
    return ()


async def open_home(slack: Slack, user: str) -> None:
    await slack.call("POST", "/page/api/dm", {"user": user, "bot": BOT, "tab": "home"})


async def home_of(slack: Slack, user: str) -> str:
    """What stands there; empty before it was published."""
    found = (await slack.call("GET", f"/page/api/bootstrap?user={user}"))["apps"][0]["home"]
    return words(found) if found else ""


async def says(slack: Slack, user: str, said: str) -> bool:
    return said in await home_of(slack, user)


async def opened_home(slack: Slack, user: str) -> str:
    """What a person finds there."""
    await open_home(slack, user)
    await eventually(lambda: says(slack, user, "What is searched"))
    return await home_of(slack, user)


async def hidden_channel(slack: Slack) -> str:
    """A private channel with Ana and the bot in it."""
    body = {"user": ANA, "name": "hidden", "is_private": True}
    channel = str((await slack.call("POST", "/page/api/channels", body))["channel"]["id"])
    typed = {"user": ANA, "channel": channel, "text": f"/invite <@{BOT}>"}
    await slack.call("POST", "/page/api/commands", typed)
    return channel


async def ask_in_other_team(bot: Bot) -> None:
    """Somebody with Ana's id asks in a channel with the board's id, in another workspace."""
    arrival = inbox.Arrival(
        event_id="other", team="T0OTHER", channel=BOARD, sender=ANA, payload={},
        message_ts="7.000000", thread_ts="7.000000",
    )  # fmt: skip
    async with bot.database.transaction() as connection:
        row = await inbox.store(connection, arrival)
    assert row is not None
    asked = Question(thread=ThreadKey("T0OTHER", BOARD, "7.000000"), asker=ANA, text=QUESTION)
    new = event_transactions.NewRun(run_id="other", question=asked, message_ts="7.000000")
    await event_transactions.ask(bot.database, row, new)


async def test_each_sees_their_own_and_nothing_else(slack: Slack, bot: Bot) -> None:
    await slack.control("POST", "people", {"name": "gil", "real_name": "Gil", "guest": "multi"})
    async with bot.up():
        await invite(slack, GUEST)
        hidden = await hidden_channel(slack)
        await open_home(slack, ANA)
        await eventually(lambda: says(slack, ANA, "Welcome to Curbside"))
        open_one = await slack.ask(QUESTION)
        secret = await slack.ask(QUESTION, channel=hidden)
        await slack.finished(open_one)
        await slack.finished(secret, hidden)
        await slack.finished(await slack.ask(QUESTION, user=GUEST))
        await eventually(lambda: says(slack, ANA, f"cid={hidden}"))
        renewed = await home_of(slack, ANA)
        assert "Welcome" not in renewed, "it is said once"
        assert renewed.count(f"cid={BOARD}") == 1
        await choose(bot, reviewers=(BEN,))
        await ask_in_other_team(bot)
        await press(slack, open_one, "right", user=BEN)
        of_ana, of_ben, of_guest = [await opened_home(slack, each) for each in (ANA, BEN, GUEST)]
        assert "p7000000" not in of_ana, "of another team"
        assert "You have asked nothing yet" in of_ben
        assert hidden not in of_ben + of_guest
        assert of_guest.count("cid=") == 1
        typed = {"user": ANA, "channel": hidden, "text": "/leave"}
        await slack.call("POST", "/page/api/commands", typed)
        await open_home(slack, ANA)
        await eventually(lambda: is_gone(slack, ANA, hidden))
        assert await says(slack, ANA, f"cid={BOARD}")
    pages = await rows(bot.database, "select body from outbox where operation = 'home'")
    assert {"view" in row.body for row in pages} == {False}, "no copy of a page is kept"


async def is_gone(slack: Slack, user: str, said: str) -> bool:
    return said not in await home_of(slack, user)


async def test_a_mark_of_others_is_open_until_one_marks_oneself(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        (run,) = await rows(bot.database, "select run_id, team from runs")
        async with bot.database.transaction() as connection:
            await add_review(connection, run.run_id, Review(verdict="outdated", by=BEN))
        await open_home(slack, ANA)
        await eventually(lambda: says(slack, ANA, f"marked outdated by <@{BEN}>"))
        assert "• 1 question\n• 1 search: Clinical trials 1" in await home_of(slack, ANA)
        await open_home(slack, BEN)
        await eventually(lambda: says(slack, BEN, "What is searched"))
        of_ben = await home_of(slack, BEN)
        assert "Open reviews" not in of_ben
        assert "Your last 30 days" not in of_ben, "he has asked nothing"
        await press(slack, ts, "right", user=ANA)
        await eventually(lambda: has_marks(bot, 2))
        await open_home(slack, ANA)
        await eventually(lambda: is_gone(slack, ANA, "Open reviews"))
    await forget(bot.database, Selection(user=ANA), "an admin")
    assert [row.person for row in await rows(bot.database, "select person from homes")] == [BEN]


async def has_marks(bot: Bot, number: int) -> bool:
    return len(await rows(bot.database, "select 1 from journal where kind = 'review'")) == number


async def test_who_asks_for_the_first_time_is_welcomed_once(slack: Slack, bot: Bot) -> None:
    async with bot.up(), seen_by(slack, ANA) as to_ana, seen_by(slack, BEN) as to_ben:
        for _ in range(2):
            await slack.finished(await slack.ask(QUESTION))
        await eventually(lambda: is_welcomed(bot, 1))
        await eventually(lambda: len(to_ana) == 1)
        await opened_home(slack, BEN)
        await slack.finished(await slack.ask(QUESTION, user=BEN))
        assert to_ben == [], "who has opened the Home knows it"
    assert await is_welcomed(bot, 1)


async def test_who_is_new_is_found_in_one_statement(bot: Bot) -> None:
    """Each question asks that before it is opened."""
    asked: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *rest: object) -> None:
        asked.append(statement)

    async with bot.database.transaction() as connection:
        await connection.execute(text("insert into homes (team, person) values ('T1', 'U0ANA')"))
    listen(Engine, "before_cursor_execute", note)
    try:
        assert await is_new(bot.database, "T1", "U0BEN")
        assert not await is_new(bot.database, "T1", "U0ANA")
    finally:
        remove(Engine, "before_cursor_execute", note)
    assert len([each for each in asked if "homes" in each]) == len(asked) == 2


async def is_welcomed(bot: Bot, number: int) -> bool:
    found = await rows(
        bot.database, "select 1 from outbox where part = 'welcome' and state = 'sent'"
    )
    return len(found) == number


async def test_a_fork_of_an_admin_is_no_question_of_who_asked(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        await slack.finished(await slack.ask(QUESTION))
    (run,) = await rows(bot.database, "select run_id, team from runs")
    for maker in (ANA, "admin"):
        made = NewFork(run_id=f"fork-{maker}", parent=run.run_id, step=1, text="", by=maker)
        assert await bot.memory.fork(made)
    async with bot.database.transaction() as connection:
        found = await own_questions(connection, run.team, ANA, [BOARD])
        usage = await usage_of(connection, run.team, ANA)
    assert [each.run_id for each in found] == [f"fork-{ANA}", run.run_id]
    assert usage.questions == 2


async def choose_on_home(slack: Slack, user: str, channel: str) -> dict[str, object]:
    """Choose a channel in the menu of the Home; what opens."""
    found = (await slack.call("GET", f"/page/api/bootstrap?user={user}"))["apps"][0]["home"]
    body = {"user": user, "view_id": found["id"], "block_id": "settings"}
    chosen = {"action_id": "home_settings", "value": channel}
    await slack.call("POST", "/page/api/actions", body | chosen)
    await eventually(lambda: forms(slack, user))
    return (await forms(slack, user))[-1]


async def test_settings_of_a_channel_open_from_the_home_of_who_is_in_it(
    slack: Slack, bot: Bot
) -> None:
    await slack.control("POST", "people", {"name": "gil", "real_name": "Gil", "guest": "multi"})
    async with bot.up():
        await invite(slack, GUEST)
        hidden = await hidden_channel(slack)
        for user in (ANA, BEN, GUEST):
            assert "Of a channel that you are in" in await opened_home(slack, user)
        assert "Join the channel" in str(await choose_on_home(slack, BEN, hidden))
        assert "Guests and people of other organisations cannot change" in str(
            await choose_on_home(slack, GUEST, BOARD)
        )
        form = await choose_on_home(slack, ANA, BOARD)
        told = await submit(slack, form, display="quiet")
        assert (told["errors"], told["trouble"]) == ({}, "")
        await eventually(lambda: announcements(slack))
