"""In direct messages an answer grows by Slack's streaming, and stands there whole at its end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from agents.cores import DraftListener, ToolCard, ignore_draft
from agents.turns import Draft, Thought, View
from bot.db.posting import delivery
from tests.fakes import ScriptedCore, every_finding, search
from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import ANA, BOT, Slack
from tests.integration.bot.test_delivery import QUESTION, change, number_of, replace_leader, rows
from tests.sample_documents import DOCUMENTS
from tests.waiting import eventually

FIRST, SECOND = (document.text.split(".")[0] for document in DOCUMENTS[:2])
TWO = Thought(
    text="I look at two silos.",
    actions=(search("clinical_trials", "trial alpha"), search("pubmed", "drug alpha")),
)


_UNDER_WAY = "select 1 from outbox where state = 'sending' and slack_ts is not null"
_STREAMED = "select 1 from outbox where stream->>'length' > '0'"


class SlowCore(ScriptedCore):
    """Goes on after each sentence when it is let."""

    def __init__(self) -> None:
        super().__init__((TWO,))
        self.let = asyncio.Semaphore(0)

    async def answer(
        self, view: View, cards: Sequence[ToolCard], on_draft: DraftListener = ignore_draft
    ) -> Draft:
        draft = every_finding(view)
        for written in (1, 2):
            await on_draft(Draft(sentences=draft.sentences[:written], note=draft.note))
            await self.let.acquire()
        return draft


async def calls(slack: Slack) -> list[str]:
    """What was called to stream, in order."""
    found = (await slack.control("GET", "calls"))["calls"]
    return [str(one["method"]).removeprefix("chat.") for one in found if "Stream" in one["method"]]


async def grows(slack: Slack, channel: str, ts: str, said: str) -> bool:
    """Whether the last message of the thread is an unfinished answer that says it."""
    last = str((await slack.thread(ts, channel))[-1])
    return said in last and ("being written" in last or "Still writing" in last)


async def answered(slack: Slack, bot: Bot, channel: str, *, between: str = "") -> list[str]:
    """Ask, and let the answer grow by two sentences; the replies at its end. ``between``: what
    happens to the stream after the first."""
    core = bot.core
    assert isinstance(core, SlowCore)
    ts = await slack.post(QUESTION, channel=channel)
    await eventually(lambda: grows(slack, channel, ts, FIRST))
    if between == "it is old":
        await eventually(lambda: rows(bot.database, _STREAMED))
        async with bot.database.transaction() as connection:
            query = "update outbox set stream = jsonb_set(stream, '{began_at}', '0')"
            await connection.exec_driver_sql(f"{query} where stream is not null")
    if between == "slack ends it":
        await slack.control("POST", "clock", {"advance": 301})
    if between == "its sender goes":
        lost = {"kind": "delay", "methods": ["chat.appendStream"], "times": 1, "seconds": 9000}
        await slack.control("POST", "faults", lost)
    core.let.release()
    if between == "its sender goes":
        await eventually(lambda: rows(bot.database, _UNDER_WAY))
        await replace_leader(bot.database)
    await eventually(lambda: grows(slack, channel, ts, SECOND))
    core.let.release()
    await slack.finished(ts, channel)
    await eventually(lambda: is_whole(slack, channel, ts))
    return await slack.replies(ts, channel)


async def is_whole(slack: Slack, channel: str, ts: str) -> bool:
    last = (await slack.replies(ts, channel))[-1]
    return FIRST in last and SECOND in last and "writ" not in last


async def test_it_grows_in_one_message_and_ends_whole_whatever_becomes_of_the_stream(
    slack: Slack, bot: Bot
) -> None:
    bot.core = SlowCore()
    async with bot.up():
        opened = await slack.call("POST", "/page/api/dm", {"user": ANA, "bot": BOT})
        channel = str(opened["channel"]["id"])
        usual = await answered(slack, bot, channel)
        assert await calls(slack) == ["startStream", "appendStream", "stopStream"]
        rolled = await answered(slack, bot, channel, between="it is old")
        assert (await calls(slack))[3:] == ["startStream", "stopStream"]
        lost = {"kind": "drop", "methods": ["chat.startStream"], "times": 1}
        await slack.control("POST", "faults", lost)
        unanswered = await answered(slack, bot, channel)
        assert (await calls(slack))[5:] == ["startStream", "stopStream"]
        refused = {"kind": "error", "methods": ["chat.startStream"], "error": "not_allowed"}
        await slack.control("POST", "faults", refused)
        other = await answered(slack, bot, channel)
        ended = await answered(slack, bot, channel, between="slack ends it")
        await slack.control("DELETE", "faults")
        looked = await number_of(slack, "conversations.replies")
        taken = await answered(slack, bot, channel, between="its sender goes")
        assert await number_of(slack, "conversations.replies") == looked, "it is not looked for"
    assert len(usual) == 2, "a step and the answer"
    assert [len(each) for each in (rolled, unanswered, other, ended, taken)] == [2] * 5, (
        "none twice"
    )
    assert await rows(bot.database, "select 1 from outbox where stream is not null") == []


async def test_a_start_that_arrives_after_the_answer_was_posted_leaves_no_second_message(
    slack: Slack, bot: Bot
) -> None:
    bot.core = SlowCore()
    late = {"kind": "delay", "methods": ["chat.startStream"], "times": 1, "seconds": 9000}
    await slack.control("POST", "faults", late)
    async with bot.up():
        opened = await slack.call("POST", "/page/api/dm", {"user": ANA, "bot": BOT})
        channel = str(opened["channel"]["id"])
        ts = await slack.post(QUESTION, channel=channel)
        begun = "select 1 from outbox where state = 'sending' and stream is not null"
        await eventually(lambda: rows(bot.database, begun), "the stream is under way")
        await replace_leader(bot.database)
        unsure = "select 1 from outbox where state = 'unsure'"
        await eventually(lambda: rows(bot.database, unsure), "it is looked for")
        # As if Slack had had its time.
        await change(bot.database, "update outbox set called_at = now() - interval '1 hour'")
        for _ in range(2):
            bot.core.let.release()
        await slack.finished(ts, channel)
        await eventually(lambda: is_whole(slack, channel, ts))
        await slack.control("POST", "clock", {"advance": 9000})
        await eventually(lambda: are_said(slack, channel, ts, 3), "the start has arrived")
        # While the stream of another row begins, nobody can tell which is whose.
        (step,) = await rows(bot.database, "select slack_ts from outbox where part = 'step'")
        of_step = "where part = 'step'"
        due = "update outbox set twins_at = now() where twins_at is not null"
        begins = f"update outbox set stream = '{{}}', slack_ts = null {of_step}"
        await change(bot.database, f"{begins}; {due}")
        looked = "select 1 from outbox where twins_at > now() + interval '20 seconds'"
        await eventually(lambda: rows(bot.database, looked), "it is put off")
        assert await are_said(slack, channel, ts, 3)
        ends = f"update outbox set stream = null, slack_ts = '{step.slack_ts}' {of_step}"
        await change(bot.database, f"{ends}; {due}")
        await eventually(lambda: are_said(slack, channel, ts, 2), "the twin is deleted")
        assert await is_whole(slack, channel, ts)


_ANOTHER = """
    insert into outbox (key, run_id, seq, part, team, channel, thread_ts, operation, body, priority,
                        state, revision, sent_revision, attempts, next_attempt_at, created_at,
                        called_at, stream)
    select key || '-another', run_id, seq, part || '-another', team, channel, thread_ts, operation,
           body, priority, 'unsure', 1, 1, 1, now(), created_at, now() - interval '1 hour', stream
    from outbox where stream->>'length' > '0'
"""
"""As if the start of a second answer of the thread had got no answer while the first grows."""
_OF_BOTH = "select slack_ts, stray_stream from outbox where part like 'answer%' order by part"


async def test_the_stream_of_another_answer_is_not_taken_for_the_own_one(
    slack: Slack, bot: Bot
) -> None:
    bot.core = SlowCore()
    async with bot.up():
        opened = await slack.call("POST", "/page/api/dm", {"user": ANA, "bot": BOT})
        channel = str(opened["channel"]["id"])
        ts = await slack.post(QUESTION, channel=channel)
        await eventually(lambda: grows(slack, channel, ts, FIRST))
        await eventually(lambda: rows(bot.database, _STREAMED))
        await change(bot.database, _ANOTHER)
        await eventually(lambda: are_posted(bot, 2), "the second is posted by itself")
        first, second = await rows(bot.database, _OF_BOTH)
        assert first.slack_ts != second.slack_ts
        assert (first.stray_stream, second.stray_stream) == (False, True)
        async with bot.database.transaction() as connection:
            key = "select key from outbox where part like 'answer%-another'"
            (row,) = await rows(bot.database, key)
            await delivery.send_again(connection, row.key)
        assert (await rows(bot.database, _OF_BOTH))[1].stray_stream, "it may still arrive"
        for _ in range(2):
            bot.core.let.release()
        await slack.finished(ts, channel)


async def are_posted(bot: Bot, number: int) -> bool:
    found = await rows(bot.database, _OF_BOTH)
    return len([row for row in found if row.slack_ts is not None]) == number


async def are_said(slack: Slack, channel: str, ts: str, number: int) -> bool:
    return len(await slack.replies(ts, channel)) == number
