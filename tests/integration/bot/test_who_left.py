"""Who has left a channel does nothing there from a form that stood open, a private answer or their
Home, through the whole wire; and is told so where they are."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import ANA, BEN, BOARD, LOOKUPS, Slack, running_workspace
from tests.integration.bot.test_asking import MANIFEST, roots, use
from tests.integration.bot.test_asking import send as send_case
from tests.integration.bot.test_board_decisions import EMPTY, WORDS, decision_of, record
from tests.integration.bot.test_channel_settings import announcements, open_settings
from tests.integration.bot.test_delivery import QUESTION, rows
from tests.integration.bot.test_homes import open_home, says
from tests.integration.bot.test_offers import (
    ask_by_button,
    invitations,
    press_invitation,
    seen_by,
    thread_says,
)
from tests.integration.bot.test_open_cases import choose_in_home
from tests.integration.bot.test_private_answers import (
    DIRECT,
    SHOWN,
    be_private,
    is_decided,
    press_directly,
    says_directly,
)
from tests.integration.bot.test_reviews import forms, open_form, submit
from tests.waiting import eventually

CHANGES = "select kind from journal where kind in ('review', 'vote', 'decision', 'signature')"


@pytest.fixture
async def slack() -> AsyncIterator[Slack]:
    """As for all, with what the bot's own manifest declares."""
    async with running_workspace("--limits", "real", "--manifest", str(MANIFEST)) as workspace:
        yield workspace


async def leave(slack: Slack, user: str = ANA) -> None:
    body = {"user": user, "channel": BOARD, "text": "/leave"}
    assert (await slack.call("POST", "/page/api/commands", body))["taken"]


async def come_back(slack: Slack, user: str = ANA) -> None:
    body = {"user": user, "channel": LOOKUPS, "text": f"/join <#{BOARD}>"}
    assert (await slack.call("POST", "/page/api/commands", body))["taken"]


async def are_told(slack: Slack, user: str, number: int) -> bool:
    """Whether the person was told so often, in their direct messages with the bot."""
    calls = (await slack.control("GET", "calls?method=chat.postEphemeral"))["calls"]
    told = [
        one["outcome"]
        for one in calls
        if f"you are in <#{BOARD}> now" in str(one["arguments"])
        and one["arguments"]["channel"] == f"D{user[1:]}"
        and one["arguments"]["user"] == user
    ]
    return told == ["ok"] * number


async def test_the_settings_of_a_channel_stay_as_they_are(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        form = await open_settings(slack)
        await leave(slack)
        await submit(slack, form, display="quiet")
        await eventually(lambda: are_told(slack, ANA, 1))
        await come_back(slack)
        assert await announcements(slack) == []
        assert await rows(bot.database, "select 1 from channel_settings") == []
        form = await open_settings(slack)
        await submit(slack, form, display="quiet")
        await eventually(lambda: announcements(slack))


async def test_no_case_and_no_question_is_posted(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        case = await use(slack, "present_case")
        await leave(slack)
        given = {"diagnosis": "Alpha cancer", "question": QUESTION}
        await send_case(slack, case, channel=BOARD, **given)
        await eventually(lambda: are_told(slack, ANA, 1))
        await come_back(slack)
        about = await use(slack, "ask_about_message", channel=BOARD, ts=ts)
        await leave(slack)
        await send_case(slack, about, question="And now?")
        await eventually(lambda: are_told(slack, ANA, 2))
        await come_back(slack)
        assert await roots(slack, "presents a case") == []
        assert len(await rows(bot.database, "select 1 from runs")) == 1
        case = await use(slack, "present_case")
        await send_case(slack, case, channel=BOARD, **given)
        await eventually(lambda: roots(slack, "presents a case"))


async def test_a_second_reader_is_asked_where_they_find_it_later(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        _, answer = await slack.finished(ts)
        await ask_by_button(slack, ts, BEN)
        # Nobody looks at the page of Ben: what only who is online sees would be gone.
        await eventually(lambda: invitations(slack, BEN))
        await press_invitation(slack, BEN)
        await eventually(lambda: forms(slack, BEN))
        (form,) = await forms(slack, BEN)
        assert answer.splitlines()[0] not in str(form["blocks"])
        async with seen_by(slack, BEN) as shown:
            await submit(slack, form, BEN, choice="0", reason="It says so.")
            await eventually(lambda: thread_says(slack, ts, "agrees with the answer"))
            await eventually(lambda: is_shown(shown))
        assert "outside the thread" in str(await slack.replies(ts))
    (run,) = await rows(bot.database, "select run_id from runs")
    assert [each.by for each in (await bot.memory.view(run.run_id)).votes] == [BEN]


async def test_nobody_outside_the_channel_reads_blind(slack: Slack, bot: Bot) -> None:
    async with bot.up(), seen_by(slack, ANA) as shown:
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await leave(slack, BEN)
        await ask_by_button(slack, ts, BEN)
        await eventually(lambda: is_shown(shown))
        assert await invitations(slack, BEN) == []
        assert not await thread_says(slack, ts, "asked to read")
        await come_back(slack, BEN)
        await ask_by_button(slack, ts, BEN)
        await eventually(lambda: invitations(slack, BEN))
        await leave(slack, BEN)
        await press_invitation(slack, BEN)
        await eventually(lambda: are_told(slack, BEN, 1))
        assert await forms(slack, BEN) == []


async def test_no_vote_and_no_decision_is_stored(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await ask_by_button(slack, ts, BEN)
        await eventually(lambda: invitations(slack, BEN))
        await press_invitation(slack, BEN)
        await eventually(lambda: forms(slack, BEN))
        vote = (await forms(slack, BEN))[-1]
        await leave(slack, BEN)
        await submit(slack, vote, BEN, choice="0")
        await eventually(lambda: are_told(slack, BEN, 1))
        await come_back(slack, BEN)
        decision = await open_form(slack, ts, "decide", user=BEN)
        await leave(slack, BEN)
        await submit(slack, decision, BEN, **WORDS, **EMPTY)
        await eventually(lambda: are_told(slack, BEN, 2))
        await come_back(slack, BEN)
        await record(slack, ts)
        await eventually(lambda: thread_says(slack, ts, "signed by 1"))
        signing = await open_form(slack, ts, "sign", user=BEN)
        await leave(slack, BEN)
        await submit(slack, signing, BEN, stance="agrees", role="Pathology")
        await eventually(lambda: are_told(slack, BEN, 3))
        assert f"<@{BEN}>" not in await decision_of(slack, ts)
    (run,) = await rows(bot.database, "select run_id from runs")
    view = await bot.memory.view(run.run_id)
    assert view.votes == ()
    assert view.decided is not None
    assert [each.signature.by for each in view.decided.signatures] == [ANA]


async def is_shown(shown: list[str]) -> bool:
    return bool(shown)


async def test_no_case_is_followed_from_the_home(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await open_home(slack, ANA)
        await eventually(lambda: says(slack, ANA, "What is searched"))
        await leave(slack)
        await choose_in_home(slack, "follow_case", f"{BOARD}:{ts}")
        await eventually(lambda: are_told(slack, ANA, 1))
        assert await rows(bot.database, "select 1 from open_cases") == []
        await come_back(slack)
        await choose_in_home(slack, "follow_case", f"{BOARD}:{ts}")
        await eventually(lambda: rows(bot.database, "select 1 from open_cases"))


async def test_no_packet_is_given_from_a_private_answer(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        await be_private(bot)
        await slack.ask(QUESTION)
        await eventually(lambda: says_directly(slack, SHOWN))
        (run,) = await rows(bot.database, "select run_id from runs")
        await post_button(slack, "packet", run.run_id)
        await leave(slack)
        await press_directly(slack, "packet")
        await eventually(lambda: is_decided(bot, "refused", 1))
        await eventually(lambda: are_told(slack, ANA, 1))
        assert not await was_given(slack)
        await come_back(slack)
        await press_directly(slack, "packet")
        await eventually(lambda: was_given(slack))


async def post_button(slack: Slack, action: str, run_id: str) -> None:
    """A message of the bot with a button on a run, as one of those that stood there before."""
    text = {"type": "plain_text", "text": "Packet"}
    button = {"type": "button", "action_id": action, "text": text, "value": run_id}
    blocks = [{"type": "actions", "elements": [button]}]
    client = AsyncWebClient(token="xoxb-local", base_url=f"{slack.url}/api/")
    await client.chat_postMessage(channel=DIRECT, text="Packet", blocks=blocks)


async def was_given(slack: Slack) -> bool:
    calls = (await slack.control("GET", "calls?method=chat.postEphemeral"))["calls"]
    return any("Curbside packet" in str(one) and DIRECT in str(one) for one in calls)
