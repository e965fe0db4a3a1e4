"""What people do in a thread, and what the bot makes of it."""

from __future__ import annotations

import pytest
from sqlalchemy import text as text_of

from agents.turns import Thought
from bot.failures.sentences import HELP, StartRefused
from tests.fakes import ScriptedCore, search
from tests.integration.bot.conftest import ONE_SEARCH, Bot
from tests.integration.bot.slack import ANA, BEN, BOARD, BOT, Slack
from tests.integration.bot.test_delivery import QUESTION, rows
from tests.waiting import eventually

PDF = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF"


@pytest.fixture
def slow(bot: Bot) -> Bot:
    """The bot with a core that takes its time to answer."""
    bot.core = ScriptedCore(ONE_SEARCH, hang="answer")
    return bot


async def has_step(slack: Slack, ts: str) -> bool:
    return any("41.5%" in reply for reply in await slack.replies(ts))


async def was_stopped(slack: Slack, ts: str) -> bool:
    """Whether the run ended by the stop; left alone, its core would hang for ever."""
    return "Stopped by <@U0ANA>" in (await slack.finished(ts))[-1]


async def test_stop_in_the_thread_ends_the_run(slack: Slack, slow: Bot) -> None:
    async with slow.up():
        ts = await slack.ask(QUESTION)
        await eventually(lambda: has_step(slack, ts))
        await slack.post("stop", thread=ts)
        assert await was_stopped(slack, ts)


async def test_a_stop_sign_on_the_question_ends_the_run(slack: Slack, slow: Bot) -> None:
    async with slow.up():
        ts = await slack.ask(QUESTION)
        await eventually(lambda: has_step(slack, ts))
        await slack.react(ts, "octagonal_sign")
        assert await was_stopped(slack, ts)


async def test_a_stop_sign_on_a_step_ends_the_run(slack: Slack, slow: Bot) -> None:
    async with slow.up():
        ts = await slack.ask(QUESTION)
        await eventually(lambda: has_step(slack, ts))
        await slack.react((await slack.thread(ts))[1]["ts"], "octagonal_sign")
        assert await was_stopped(slack, ts)


async def test_deleting_the_question_ends_the_run(slack: Slack, slow: Bot) -> None:
    async with slow.up():
        ts = await slack.ask(QUESTION)
        await eventually(lambda: has_step(slack, ts))
        body = {"user": ANA, "channel": BOARD, "ts": ts}
        await slack.call("POST", "/page/api/messages/delete", body)
        await eventually(lambda: _ended(slow, "stopped"))


async def _ended(bot: Bot, state: str) -> bool:
    return [row.state for row in await rows(bot.database, "select state from runs")] == [state]


async def test_an_edited_question_is_asked_anew_and_the_old_run_stops(
    slack: Slack, slow: Bot
) -> None:
    async with slow.up():
        ts = await slack.ask(QUESTION)
        await eventually(lambda: has_step(slack, ts))
        slow.core.hang = ""  # type: ignore[attr-defined]
        text = f"<@{BOT}> What was the median survival in the alpha trial?"
        body = {"user": ANA, "channel": BOARD, "ts": ts, "text": text}
        await slack.call("POST", "/page/api/messages/edit", body)
        await eventually(lambda: _states(slow, ["stopped", "answer"]))
        await eventually(lambda: _says(slack, ts, "Sources"))


async def _states(bot: Bot, states: list[str]) -> bool:
    return [
        row.state for row in await rows(bot.database, "select state from runs order by number")
    ] == states


async def _says(slack: Slack, ts: str, words: str) -> bool:
    return any(words in reply for reply in await slack.replies(ts))


async def test_a_follow_up_without_a_mention_is_answered_when_two_talk(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await slack.post("and the median survival?", thread=ts)
        await eventually(lambda: _states(bot, ["answer", "answer"]))


async def test_people_who_talk_to_each_other_in_the_thread_are_left_alone(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await slack.post("Ana, did you see the scan?", user=BEN, thread=ts)
        await slack.post(f"<@{BEN}> yes, shall we meet?", thread=ts)
        await slack.control("GET", "idle?quiet=1")
    assert await _states(bot, ["answer"])


async def test_what_people_say_in_the_channel_is_not_kept(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        await slack.post("The patient in room 4 has a question.")
        await slack.control("GET", "idle?quiet=0.5")
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        await slack.post("<@U0BEN> my words to you", thread=ts)
        await slack.control("GET", "idle?quiet=0.5")
    kept = await rows(bot.database, "select payload from inbox")
    assert len(kept) == 2
    assert all(row.payload == {} for row in kept)


async def test_direct_messages_are_one_conversation(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        opened = await slack.call("POST", "/page/api/dm", {"user": ANA, "bot": BOT})
        channel = opened["channel"]["id"]
        ts = await slack.post(QUESTION, channel=channel)
        assert "41.5%" in (await slack.finished(ts, channel))[-1]
        follow_up = await slack.post("and in the beta trial?", channel=channel)
        await slack.finished(follow_up, channel)
        later = await slack.post("is that also so in renal impairment?", channel=channel)
        await slack.finished(later, channel)
        other = await slack.post("What is the dose of alpelisib?", channel=channel)
        await slack.finished(other, channel)
    found = await rows(bot.database, "select run_id from runs order by number")
    views = [await bot.memory.view(row.run_id) for row in found]
    assert [[turn.question for turn in view.turns] for view in views] == [
        [],
        [QUESTION],
        [QUESTION, "and in the beta trial?"],
        [],
    ]


async def test_an_empty_mention_gets_a_hint(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        ts = await slack.ask("")
        await eventually(lambda: _says(slack, ts, HELP["empty"][:40]))


async def test_forty_thousand_characters_get_a_sentence_that_says_what_to_do(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        ts = await slack.ask("alpha " * 6600)
        await eventually(lambda: _says(slack, ts, HELP["too_long"][:40]))
    assert await _states(bot, [])


async def test_the_text_of_a_file_reaches_the_question(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        file = await slack.upload("case.txt", b"The tumour carries variant beta.", "text/plain")
        ts = await slack.ask(QUESTION, file_ids=[file])
        await slack.finished(ts)
    (row,) = await rows(bot.database, "select question from runs")
    assert row.question["attachments"][0]["text"] == "The tumour carries variant beta."


@pytest.mark.parametrize(
    ("name", "content", "mimetype", "says"),
    [
        ("scan.png", b"\x89PNG\r\n\x1a\n0000", "image/png", "image"),
        ("letter.pdf", PDF, "application/pdf", "letter.pdf"),
    ],
)
async def test_a_file_that_cannot_be_read_is_named_and_the_question_is_answered(
    slack: Slack, bot: Bot, name: str, content: bytes, mimetype: str, says: str
) -> None:
    async with bot.up():
        file = await slack.upload(name, content, mimetype)
        ts = await slack.ask(QUESTION, file_ids=[file])
        await slack.finished(ts)
        await eventually(lambda: _says(slack, ts, says))
        assert await _says(slack, ts, "Sources")


async def test_files_that_slack_left_out_of_the_mention_are_recovered(
    slack: Slack, bot: Bot
) -> None:
    await slack.control("POST", "deliveries", {"hold": True})
    file = await slack.upload("case.txt", b"The tumour carries variant beta.", "text/plain")
    ts = await slack.ask(QUESTION, file_ids=[file])
    await slack.control("POST", "deliveries", {})
    mention = {"type": "app_mention", "channel": BOARD, "user": ANA, "ts": ts, "event_ts": ts}
    mention["text"] = f"<@{BOT}> {QUESTION}"
    async with bot.up():
        await slack.control("POST", "events", {"event": mention})
        await slack.finished(ts)
    (row,) = await rows(bot.database, "select question from runs")
    assert row.question["attachments"][0]["name"] == "case.txt"


async def test_a_silo_that_is_down_is_said_and_the_rest_answers(slack: Slack, bot: Bot) -> None:
    bot.silos.down = frozenset({"pubmed"})
    actions = (search("clinical_trials", "trial alpha"), search("pubmed", "alpha"))
    bot.core = ScriptedCore((Thought(text="I look.", actions=actions),))
    async with bot.up():
        ts = await slack.ask(QUESTION)
        step, answer = await slack.finished(ts)
    assert "Unavailable" in step
    assert "41.5%" in answer


async def test_wrong_tokens_are_named_with_where_to_get_them(bot: Bot) -> None:
    wrong = bot.settings.model_copy(update={"slack_bot_token": None})
    with pytest.raises(StartRefused, match="SLACK_BOT_TOKEN is not set: copy it from"):
        async with Bot(wrong, bot.database, bot.memory).listening():
            pass


@pytest.mark.parametrize(
    ("token", "name"), [("xoxb-local", "SLACK_BOT_TOKEN"), ("xapp-local", "SLACK_APP_TOKEN")]
)
async def test_a_token_that_slack_refuses_is_named(
    slack: Slack, bot: Bot, token: str, name: str
) -> None:
    await slack.control("POST", "tokens/revoke", {"token": token})
    with pytest.raises(StartRefused, match=f"Slack did not accept {name}"):
        async with bot.listening():
            pass


async def test_a_direct_message_on_the_answer_above_is_told_below_itself(
    slack: Slack, bot: Bot
) -> None:
    opened = await slack.call("POST", "/page/api/dm", {"user": ANA, "bot": BOT})
    channel = opened["channel"]["id"]
    async with bot.up():
        asked = await slack.post(QUESTION, channel=channel)
        replies = await slack.finished(asked, channel)
        cited = await slack.post("[1]", channel=channel)
        # Two events that come side by side may be stored in either order.
        await eventually(lambda: slack.replies(cited, channel))
        rest = await slack.post("more", channel=channel)
        await eventually(lambda: slack.replies(rest, channel))
    assert "41.5%" in (await slack.replies(cited, channel))[0]
    assert len(await slack.replies(asked, channel)) == len(replies)
    found = await rows(bot.database, "select decision from inbox order by id")
    assert [row.decision for row in found][-2:] == ["told", "more"]


async def test_a_greeting_between_does_not_end_a_conversation(slack: Slack, bot: Bot) -> None:
    opened = await slack.call("POST", "/page/api/dm", {"user": ANA, "bot": BOT})
    channel = opened["channel"]["id"]
    async with bot.up():
        for text in (QUESTION, "Hello Curbside"):
            await slack.finished(await slack.post(text, channel=channel), channel)
        async with bot.database.transaction() as connection:
            greeting = "update runs set state = 'reply' where question->>'text' like 'Hello%'"
            await connection.execute(text_of(greeting))
        later = await slack.post("is that also so in renal impairment?", channel=channel)
        await slack.finished(later, channel)
    found = await rows(bot.database, "select run_id from runs order by number")
    view = await bot.memory.view(found[-1].run_id)
    assert [turn.question for turn in view.turns] == [QUESTION]
