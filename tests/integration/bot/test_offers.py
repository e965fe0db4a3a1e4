"""What may or may not be meant for the bot: its writer is asked, and nobody else sees that."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import ANA, BEN, BOARD, Slack
from tests.integration.bot.test_delivery import QUESTION, rows
from tests.integration.bot.test_reviews import forms, submit
from tests.waiting import eventually

OFFERED = "did she have a mastectomy?"
TALK = "ignored: people talk to each other"


async def has_decided(bot: Bot, *expected: str) -> bool:
    return await decisions(bot) == [*expected]


async def decisions(bot: Bot) -> list[str]:
    return [
        row.decision for row in await rows(bot.database, "select decision from inbox order by id")
    ]


async def test_the_writer_is_offered_an_answer_and_gets_it_on_request(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up(), seen_by(slack, BEN) as shown, seen_by(slack, ANA) as others:
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await slack.post("I will call the pharmacy.", user=BEN, thread=ts)
        # Two events that come side by side may be stored in either order.
        await eventually(lambda: has_decided(bot, "ask", TALK))
        written = await slack.post(OFFERED, user=BEN, thread=ts)
        await eventually(lambda: was_offered(bot))
        assert await decisions(bot) == ["ask", TALK, "offered"]
        calls = (await slack.control("GET", "calls?method=chat.postEphemeral"))["calls"]
        assert len(calls) == 1
        assert OFFERED not in str(calls), "no words of the message"
        (offer,) = await rows(bot.database, "select body from outbox where part = 'offer'")
        assert offer.body["user"] == BEN
        (button,) = offer.body["blocks"][-1]["elements"]
        assert button["value"] == f"{ts}:{written}"
        await eventually(lambda: len(shown) == 1)
        assert others == []
        await press_offer(slack, shown[0])
        await eventually(lambda: asked_by_ben(bot))
        await slack.post("and the median survival?", user=ANA, thread=ts)
        await eventually(lambda: three_runs(bot))
    (row,) = await rows(bot.database, f"select run_id from inbox where message_ts = '{written}'")
    assert row.run_id, "an edit or a deletion of the message finds its run"


@asynccontextmanager
async def seen_by(slack: Slack, user: str) -> AsyncIterator[list[str]]:
    """The timestamps of messages that only this person sees, as they come."""
    shown: list[str] = []
    is_open = asyncio.Event()

    async def read() -> None:
        async with slack.session.get(f"{slack.url}/page/api/stream?user={user}") as stream:
            is_open.set()
            async for line in stream.content:
                if line.startswith(b"data: ") and b'"ephemeral"' in line:
                    change = json.loads(line.removeprefix(b"data: "))
                    if change.get("type") == "ephemeral":
                        shown.append(change["message"]["ts"])

    reading = asyncio.create_task(read())
    try:
        await is_open.wait()
        yield shown
    finally:
        reading.cancel()


async def press_offer(slack: Slack, ts: str) -> None:
    body = {"user": BEN, "channel": BOARD, "ts": ts, "block_id": "offer", "action_id": "ask"}
    answer = await slack.call("POST", "/page/api/actions", body)
    assert answer["acknowledged"]


async def was_offered(bot: Bot) -> bool:
    sent = await rows(bot.database, "select 1 from outbox where part = 'offer' and state = 'sent'")
    return len(sent) == 1


async def asked_by_ben(bot: Bot) -> bool:
    found = await rows(bot.database, "select asker, question, state from runs order by number")
    return [(row.asker, row.question["text"]) for row in found[1:]] == [(BEN, OFFERED)]


async def three_runs(bot: Bot) -> bool:
    return len(await rows(bot.database, "select 1 from runs")) == 3


async def test_a_second_reader_votes_on_the_findings_before_the_answer_is_shown(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up(), seen_by(slack, BEN) as shown, seen_by(slack, ANA) as others:
        ts = await slack.ask(QUESTION)
        _, answer = await slack.finished(ts)
        await slack.ask("second reader", thread=ts)
        await eventually(lambda: thread_says(slack, ts, "Name who reads"))
        await ask_by_button(slack, ts, BEN)
        await eventually(lambda: invitations(slack, BEN))
        assert shown == others == []
        await press_invitation(slack, BEN)
        await eventually(lambda: forms(slack, BEN))
        (form,) = await forms(slack, BEN)
        seen = str(form["blocks"])
        assert "41.5%" in seen
        assert answer.splitlines()[0] not in seen
        assert "Answered" not in seen
        await submit(slack, form, BEN, choice="0", reason="It says so.")
        await eventually(lambda: thread_says(slack, ts, "agrees with the answer"))
        await eventually(lambda: len(shown) == 1)
        # A second vote does not count: by then the answer was seen.
        await press_invitation(slack, BEN)
        await eventually(lambda: forms(slack, BEN))
        (form,) = await forms(slack, BEN)
        await submit(slack, form, BEN, choice="1")
        await eventually(lambda: len(shown) == 2)
    (run, *_) = await rows(bot.database, "select run_id from runs order by number")
    (vote,) = (await bot.memory.view(run.run_id)).votes
    assert (vote.by, vote.outcome, vote.comment) == (BEN, "agrees", "It says so.")
    assert await bot.memory.votes_by_channel() == {("T0CURBSIDE", BOARD): {"agrees": 1}}
    assert await bot.memory.verify(run.run_id) is None


async def invitations(slack: Slack, user: str) -> list[str]:
    """What asks them in their direct messages to read blind."""
    body = {"user": user, "bot": "U0CURBSIDE", "tab": "messages"}
    channel = (await slack.call("POST", "/page/api/dm", body))["channel"]["id"]
    found = await slack.call("GET", f"/page/api/channels/{channel}/messages?user={user}")
    return [one["ts"] for one in found["messages"] if "blind_read" in str(one.get("blocks"))]


async def press_invitation(slack: Slack, user: str) -> None:
    (invited,) = await invitations(slack, user)
    button = {"user": user, "channel": f"D{user[1:]}", "ts": invited, "block_id": "blind"}
    await slack.call("POST", "/page/api/actions", button | {"action_id": "blind_read"})


async def ask_by_button(slack: Slack, ts: str, reader: str) -> None:
    """Ana presses "Second reader…" below the answer and chooses a colleague."""
    (answer,) = [
        one["ts"] for one in await slack.thread(ts) if "ask_second_reader" in str(one["blocks"])
    ]
    body = {"user": ANA, "channel": BOARD, "ts": answer, "block_id": "answer"}
    await slack.call("POST", "/page/api/actions", body | {"action_id": "ask_second_reader"})
    await eventually(lambda: forms(slack, ANA))
    (form,) = await forms(slack, ANA)
    await submit(slack, form, ANA, readers=[reader])


async def thread_says(slack: Slack, ts: str, words: str) -> bool:
    return any(words in reply for reply in await slack.replies(ts))
