"""Slack's text is read once: whatever way the words come in, they are stored, searched and shown
as a person sees them."""

from __future__ import annotations

from typing import Any

import pytest

from agents.turns import Thought
from tests.fakes import ScriptedCore, search
from tests.integration.bot.conftest import ONE_SEARCH, Bot
from tests.integration.bot.slack import ANA, BEN, BOARD, BOT, Slack
from tests.integration.bot.test_delivery import rows
from tests.waiting import eventually

TYPED = "Is alpha safe with clearance <40 mL/min & *2/*3, c.1905+1G>A, &lt; 5_FU?"


async def questions(bot: Bot) -> list[str]:
    found = await rows(bot.database, "select question from runs order by number")
    return [row.question["text"] for row in found]


async def asked(bot: Bot, expected: list[str]) -> bool:
    return await questions(bot) == expected


async def test_a_mention_and_a_follow_up_are_stored_as_typed(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask(TYPED)
        await slack.finished(ts)
        await slack.post(f"and {TYPED}", thread=ts)
        await eventually(lambda: asked(bot, [TYPED, f"and {TYPED}"]))


async def test_a_direct_message_is_stored_as_typed(slack: Slack, bot: Bot) -> None:
    async with bot.listening():
        opened = await slack.call("POST", "/page/api/dm", {"user": ANA, "bot": BOT})
        await slack.post(TYPED, channel=opened["channel"]["id"])
        await eventually(lambda: asked(bot, [TYPED]))


async def test_an_edited_question_is_stored_as_typed(slack: Slack, bot: Bot) -> None:
    async with bot.listening():
        ts = await slack.ask("What was the response rate?")
        await eventually(lambda: asked(bot, ["What was the response rate?"]))
        body = {"user": ANA, "channel": BOARD, "ts": ts, "text": f"<@{BOT}> {TYPED}"}
        await slack.call("POST", "/page/api/messages/edit", body)
        await eventually(lambda: asked(bot, ["What was the response rate?", TYPED]))


async def test_a_fact_is_noted_as_typed(slack: Slack, bot: Bot) -> None:
    bot.core = ScriptedCore(ONE_SEARCH, hang="answer")
    async with bot.up():
        ts = await slack.ask("What was the response rate?")
        await eventually(lambda: has_row(bot, "observation"))
        await slack.post(f"<@{BOT}> note: clearance <40 mL/min & *2/*3", thread=ts)
        await eventually(lambda: has_row(bot, "fact"))
        await slack.react(ts, "octagonal_sign")
        await eventually(lambda: has_row(bot, "stopped"))
    (row,) = await rows(bot.database, "select payload from journal where kind = 'fact'")
    assert row.payload["text"] == "clearance <40 mL/min & *2/*3"


async def has_row(bot: Bot, kind: str) -> bool:
    return bool(await rows(bot.database, f"select seq from journal where kind = '{kind}'"))


async def test_the_name_of_a_file_is_read_and_shown_as_it_is(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        file = await slack.upload("R&D <2>.png", b"\x89PNG\r\n\x1a\n0000", "image/png")
        ts = await slack.ask("What was the response rate in the alpha trial?", file_ids=[file])
        await slack.finished(ts)
        await eventually(lambda: says(slack, ts, "R&amp;D &lt;2&gt;.png is an image"))
    (row,) = await rows(bot.database, "select question from runs")
    assert row.question["attachments"][0]["name"] == "R&D <2>.png"


async def says(slack: Slack, ts: str, words: str) -> bool:
    return any(words in reply for reply in await slack.replies(ts))


async def test_people_and_channels_are_stored_by_name(slack: Slack, bot: Bot) -> None:
    async with bot.listening():
        await slack.ask(f"does <@{BEN}> say so in <#C0LOOKUPS>?")
        await eventually(lambda: asked(bot, ["does @Ben Okafor say so in #drug-gene-lookups?"]))


async def test_a_mention_of_nobody_known_keeps_its_id(slack: Slack, bot: Bot) -> None:
    async with bot.listening():
        await slack.ask("does <@U0NOBODY> say so?")
        await eventually(lambda: asked(bot, ["does @U0NOBODY say so?"]))


async def test_what_is_shown_is_encoded_once_and_pings_nobody(slack: Slack, bot: Bot) -> None:
    hostile = "<!channel> <@U0BEN> &lt; *2/*3 <40 & alpha"
    bot.core = ScriptedCore((Thought(text=hostile, actions=(search("pubmed", hostile),)),))
    async with bot.up():
        ts = await slack.ask(hostile)
        step = (await slack.finished(ts))[0]
    assert "&lt;!channel&gt; &lt;@U0BEN&gt; &amp;lt;" in step
    assert "&lt;40 &amp; alpha" in step
    assert "<!" not in step
    assert "<@" not in step


EVENTS: tuple[tuple[str, list[dict[str, Any]] | None, str], ...] = (
    ("is TMB &lt; 10 &amp; MSI &gt; 3?", None, "is TMB < 10 & MSI > 3?"),
    (
        "*is* <https://example.org/a_b|this _label_> `x &lt; y` ok?",
        None,
        "is this _label_ x < y ok?",
    ),
    (
        "is *4 mg* right?",
        [
            {"type": "text", "text": " is "},
            {"type": "text", "text": "4 mg", "style": {"bold": True}},
            {"type": "text", "text": " right?"},
        ],
        "is 4 mg right?",
    ),
    (
        "is &amp;lt; *2/*3* right?",
        [{"type": "text", "text": " is &lt; *2/*3* right?"}],
        "is &lt; *2/*3* right?",
    ),
)


@pytest.mark.parametrize(("text", "elements", "stored"), EVENTS)
@pytest.mark.parametrize("kind", ["message", "app_mention"])
async def test_events_as_slack_writes_them_are_read_from_block_or_text(
    slack: Slack,
    bot: Bot,
    text: str,
    elements: list[dict[str, Any]] | None,
    stored: str,
    kind: str,
) -> None:
    ts = "1700000000.000100"
    event: dict[str, Any] = {
        "type": kind,
        "channel": BOARD,
        "channel_type": "channel",
        "user": ANA,
        "ts": ts,
        "event_ts": ts,
        "text": f"<@{BOT}> {text}",
    }
    if elements is not None:
        words = [{"type": "user", "user_id": BOT}, *elements]
        section = {"type": "rich_text_section", "elements": words}
        event["blocks"] = [{"type": "rich_text", "block_id": "b1", "elements": [section]}]
    async with bot.listening():
        await slack.control("POST", "events", {"event": event})
        await eventually(lambda: asked(bot, [stored]))
