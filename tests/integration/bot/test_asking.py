"""Questions that are asked by a press or in a form: posted and answered once, within admission."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.db import event_transactions
from bot.db.keeping.forgetting import Selection, forget
from bot.db.outbox import SlackAddress
from bot.db.posting.posted_questions import asked_by
from bot.rendering.posted_questions.posted import posted_question, question_blocks
from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import ANA, BEN, BOARD, BOT, Json, Slack, running_workspace, words
from tests.integration.bot.test_channel_settings import choose, was_said_to_one
from tests.integration.bot.test_delivery import QUESTION, rows
from tests.integration.bot.test_messages import press
from tests.integration.bot.test_offers import seen_by
from tests.integration.bot.test_reviews import forms
from tests.waiting import eventually

MANIFEST = Path(__file__).parents[3] / "bot/manifest.json"


@pytest.fixture
async def slack() -> AsyncIterator[Slack]:
    """As for all, with the shortcuts of the bot."""
    async with running_workspace("--limits", "real", "--manifest", str(MANIFEST)) as workspace:
        yield workspace


async def use(slack: Slack, shortcut: str, user: str = ANA, **more: str) -> Json:
    """Choose a shortcut and wait for the form that it opens."""
    before = len(await forms(slack, user))
    await choose_shortcut(slack, shortcut, user, **more)

    async def is_open() -> bool:
        return len(await forms(slack, user)) > before

    await eventually(is_open, f"{shortcut} opens a form")
    return (await forms(slack, user))[-1]


async def use_in_vain(slack: Slack, shortcut: str, user: str = ANA, **more: str) -> None:
    """Choose a shortcut and wait until the person is told why; no form opens."""
    before = await forms(slack, user)
    async with seen_by(slack, user) as shown:
        await choose_shortcut(slack, shortcut, user, **more)
        await eventually(lambda: is_told(shown), f"{shortcut} is refused")
    await slack.control("GET", "idle?quiet=0.3")
    assert await forms(slack, user) == before


async def choose_shortcut(slack: Slack, shortcut: str, user: str, **more: str) -> None:
    body = {"user": user, "callback_id": shortcut, **more}
    await slack.call("POST", "/page/api/shortcuts", body)


async def send(slack: Slack, form: Json, user: str = ANA, **entries: str) -> None:
    entered = {name: {name: value} for name, value in entries.items()}
    body = {"user": user, "view_id": form["id"], "entries": entered}
    told = await slack.call("POST", "/page/api/views/submit", body)
    assert told == {"errors": {}, "trouble": ""}


async def roots(slack: Slack, said: str) -> list[str]:
    path = f"/page/api/channels/{BOARD}/messages?user={ANA}"
    found = (await slack.call("GET", path))["messages"]
    return [one["ts"] for one in found if said in words(one)]


@pytest.mark.parametrize("fault", ["drop", "drop_before"])
async def test_a_call_without_an_answer_asks_once(slack: Slack, bot: Bot, fault: str) -> None:
    await slack.ask("settings")  # so that the bot has seen the team
    async with bot.listening():
        await eventually(lambda: rows(bot.database, "select 1 from inbox"))
        await slack.control(
            "POST", "faults", {"kind": fault, "methods": ["chat.postMessage"], "times": 1}
        )
        (row,) = await rows(bot.database, "select distinct team from inbox")
        address = SlackAddress(team=row.team, channel=BOARD, thread_ts="")
        blocks, asked = question_blocks(BEN, QUESTION), asked_by(BEN, QUESTION)
        post = posted_question("a-press", address, blocks, asked)
        await event_transactions.enqueue(bot.database, [post])
        async with bot.working():
            await eventually(lambda: roots(slack, "asks:"))
            (ts,) = await roots(slack, "asks:")
            await slack.finished(ts)
            runs = await rows(bot.database, "select run_id, asker, thread, state from runs")
            assert [(run.asker, run.thread, run.state) for run in runs] == [(BEN, ts, "answer")]
            assert len(await roots(slack, "asks:")) == 1
            await forget(bot.database, Selection(run_id=runs[0].run_id), "an admin")
            # What is owed to Slack yet, such as taking the eyes off, is sent before the words go.
            await eventually(lambda: is_without_words(bot))
    kept = await rows(bot.database, "select body::text as body from outbox where part = 'asked'")
    assert [QUESTION in row.body for row in kept] == [False], "the message is the run's"


async def test_admission_holds_for_forms(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        about = {"channel": BOARD, "ts": ts}
        form = await use(slack, "ask_about_message", BEN, **about)
        assert form["blocks"][0]["element"]["initial_value"] == QUESTION
        await choose(bot, may_ask="named", askers=(ANA,))
        await send(slack, form, BEN, question="And now?")
        await eventually(lambda: was_said_to_one(bot, "only the people named"))
        await use_in_vain(slack, "ask_about_message", BEN, **about)
    assert len(await rows(bot.database, "select 1 from runs")) == 1


async def test_a_case_is_asked_where_the_bot_is_and_refused_elsewhere(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        case = await use(slack, "present_case")
        elsewhere = await channel_without_bot(slack)
        given = {"diagnosis": "Alpha cancer", "question": QUESTION}
        async with seen_by(slack, ANA) as shown:
            await send(slack, case, channel=elsewhere, **given)
            await eventually(lambda: was_said_to_one(bot, "I am not in that channel yet"))
            await eventually(lambda: is_told(shown))
        case = await use(slack, "present_case")
        await send(slack, case, channel=BOARD, **given)
        await eventually(lambda: roots(slack, "presents a case"))
        (root,) = await roots(slack, "presents a case")
        await slack.finished(root)
        runs = await rows(bot.database, "select asker, question->>'text' as text from runs")
        assert [(run.asker, run.text) for run in runs] == [
            (ANA, f"Diagnosis: Alpha cancer.\n{QUESTION}")
        ]
        await press(slack, root, "take_back", user=BEN)
        await eventually(lambda: was_said_to_one(bot, "Only who asked can take this"))
        await press(slack, root, "take_back")
        await eventually(lambda: is_without_words(bot))
        assert await roots(slack, "presents a case") == []


async def is_without_words(bot: Bot) -> bool:
    return bool(await rows(bot.database, "select 1 from runs where redacted_at is not null"))


async def is_told(shown: list[str]) -> bool:
    return bool(shown)


async def channel_without_bot(slack: Slack) -> str:
    body = {"user": ANA, "name": "without-bot", "is_private": False}
    return str((await slack.call("POST", "/page/api/channels", body))["channel"]["id"])


async def test_the_evidence_of_an_answer_opens_from_its_menu(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        answer = (await slack.thread(ts))[-1]["ts"]
        form = await use(slack, "show_evidence", BEN, channel=BOARD, ts=answer)
        assert "*Claim 1 of" in words(form)
        other = await slack.post("lunch at noon", user=BEN)
        await use_in_vain(slack, "show_evidence", BEN, channel=BOARD, ts=other)
        await slack.call(
            "POST",
            "/page/api/commands",
            {"user": ANA, "channel": BOARD, "text": "/curbside settings"},
        )
        await eventually(lambda: forms(slack, ANA))
        assert (await forms(slack, ANA))[-1]["callback_id"] == "channel_settings"
    assert f"<@{BOT}>" not in words(form)
