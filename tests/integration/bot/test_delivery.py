"""Nothing is lost and nothing is said twice, whatever Slack and the network do."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from sqlalchemy import text

from bot.db import inbox
from bot.incoming.payloads import events
from retrieval.sql import Database
from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import ANA, BOARD, BOT, LOOKUPS, Slack
from tests.waiting import eventually

QUESTION = "What was the response rate in the alpha trial?"


async def rows(database: Database, query: str) -> list[Any]:
    async with database.transaction() as connection:
        return list((await connection.execute(text(query))).all())


def twin_events(number: int) -> list[dict[str, Any]]:
    """The two events of one mention, each delivered three times."""
    ts = f"17000{number:05d}.000100"
    message = {
        "type": "message",
        "channel": BOARD if number % 2 else LOOKUPS,
        "channel_type": "channel",
        "user": ANA,
        "ts": ts,
        "event_ts": ts,
        "text": f"<@{BOT}> {QUESTION}",
    }
    mention = {**message, "type": "app_mention"}
    return [
        {"event": message, "event_id": f"EvM{number}", "times": 3},
        {"event": mention, "event_id": f"EvA{number}", "times": 3},
    ]


async def test_two_hundred_events_three_times_and_out_of_order_are_one_run_each(
    slack: Slack, bot: Bot
) -> None:
    told = [event for number in range(100) for event in twin_events(number)]
    random.Random(7).shuffle(told)
    async with bot.listening():
        await slack.control("POST", "events", {"events": told})
        await slack.control("GET", "idle?timeout=60&quiet=1")

        async def all_routed() -> bool:
            (count,) = (
                await rows(bot.database, "select count(*) from inbox where state='received'")
            )[0]
            return bool(count == 0)

        await eventually(all_routed)
    assert (await rows(bot.database, "select count(*) from runs"))[0][0] == 100
    assert (await rows(bot.database, "select count(*) from procrastinate_jobs"))[0][0] == 100


async def test_a_connection_dropped_after_each_accepted_post_duplicates_nothing(
    slack: Slack, bot: Bot
) -> None:
    fault = {"kind": "drop", "methods": ["chat.postMessage"], "times": 6}
    await slack.control("POST", "faults", fault)
    async with bot.up():
        first = await slack.ask(QUESTION)
        second = await slack.ask(QUESTION, channel=LOOKUPS)
        assert len(await slack.finished(first)) == 2
        assert len(await slack.finished(second, LOOKUPS)) == 2
        await slack.control("GET", "idle?quiet=2")
    assert len(await slack.replies(first)) == 2
    assert len(await slack.replies(second, LOOKUPS)) == 2
    calls = await slack.control("GET", "calls?method=chat.postMessage")
    assert len(calls["calls"]) == 4
    faults = (await slack.control("GET", "faults"))["faults"]
    assert faults[0]["hits"] == 4


async def test_a_server_error_and_a_connection_dropped_before_the_post_lose_nothing(
    slack: Slack, bot: Bot
) -> None:
    for kind in ("server_error", "drop_before"):
        fault = {"kind": kind, "methods": ["chat.postMessage"], "times": 2}
        await slack.control("POST", "faults", fault)
    async with bot.up():
        ts = await slack.ask(QUESTION)
        assert len(await slack.finished(ts)) == 2


async def keys_in(slack: Slack, ts: str) -> list[str]:
    found = [one.get("metadata") for one in await slack.thread(ts)]
    return [one["event_payload"]["k"].split(":")[2] for one in found if one]


async def number_of(slack: Slack, method: str) -> int:
    return len((await slack.control("GET", f"calls?method={method}"))["calls"])


async def change(database: Database, query: str) -> None:
    async with database.transaction() as connection:
        await connection.execute(text(query))


async def replace_leader(database: Database) -> None:
    """As if the sender had been killed: its connection ends."""
    await change(
        database,
        "select pg_terminate_backend(pid) from pg_locks"
        " where locktype = 'advisory' and granted and objid = 727072 and database ="
        " (select oid from pg_database where datname = current_database())",
    )


async def test_a_post_that_may_still_arrive_is_looked_for_and_a_late_twin_is_deleted(
    slack: Slack, bot: Bot
) -> None:
    fault = {"kind": "delay", "methods": ["chat.postMessage"], "times": 1, "seconds": 9000}
    await slack.control("POST", "faults", fault)
    async with bot.up():
        ts = await slack.ask(QUESTION)
        sending = "select 1 from outbox where state = 'sending' and part = 'step'"
        await eventually(lambda: rows(bot.database, sending), "the first reply is under way")
        await replace_leader(bot.database)
        looks = "conversations.replies"
        before = await number_of(slack, looks)
        await eventually(lambda: more_than(slack, looks, before + 2), "it is looked for")
        assert await number_of(slack, "chat.postMessage") <= 1
        # As if Slack had had its time.
        await change(bot.database, "update outbox set called_at = now() - interval '1 hour'")
        assert len(await slack.finished(ts)) == 2
        await slack.control("POST", "clock", {"advance": 9000})
        await eventually(lambda: said(slack, ts, 3), "the first call has arrived")
        await change(bot.database, "update outbox set twins_at = now() where twins_at is not null")
        await eventually(lambda: said(slack, ts, 2), "the twin is deleted")
    assert sorted(await keys_in(slack, ts)) == ["answer", "step"]
    (kept,) = await rows(bot.database, "select slack_ts from outbox where part = 'step'")
    assert kept.slack_ts in [one["ts"] for one in await slack.thread(ts)]


async def test_a_thread_that_slack_refuses_to_show_is_looked_at_for_twins_three_times(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
        refusal = {"kind": "error", "error": "channel_not_found", "times": 50}
        looks = {"methods": ["conversations.replies"]}
        await slack.control("POST", "faults", {**refusal, **looks})
        await change(
            bot.database,
            "update outbox set twins_at = now(), twin_looks = 0 where part = 'step'",
        )
        for number in (1, 2, 3):
            await change(bot.database, "update outbox set twins_at = now() where twin_looks > 0")
            await eventually(lambda number=number: has_looked(bot, number), f"look {number}")
    (row,) = await rows(bot.database, "select twins_at from outbox where part = 'step'")
    assert row.twins_at is None, "after the last look it is let go"


async def has_looked(bot: Bot, number: int) -> bool:
    (row,) = await rows(bot.database, "select twin_looks from outbox where part = 'step'")
    return bool(row.twin_looks == number)


async def more_than(slack: Slack, method: str, number: int) -> bool:
    return await number_of(slack, method) > number


async def said(slack: Slack, ts: str, number: int) -> bool:
    return len(await keys_in(slack, ts)) == number


async def test_a_thread_that_slack_does_not_show_replaces_nobody_and_holds_up_no_other(
    slack: Slack, bot: Bot
) -> None:
    posts, looks = {"methods": ["chat.postMessage"]}, {"methods": ["conversations.replies"]}
    await slack.control("POST", "faults", {"kind": "drop_before", **posts})
    await slack.control("POST", "faults", {"kind": "server_error", "times": 3, **looks})
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await eventually(lambda: more_than(slack, "conversations.replies", 0), "it is looked for")
        other = await slack.ask(QUESTION)
        assert len(await slack.finished(other)) == 2
        assert len(await slack.finished(ts)) == 2
    assert [one["hits"] for one in (await slack.control("GET", "faults"))["faults"]] == [1, 3]
    assert (await rows(bot.database, "select generation from seats"))[0].generation == 1


async def test_a_storm_of_429_delays_everything_and_loses_and_doubles_nothing(
    slack: Slack, bot: Bot
) -> None:
    fault = {"kind": "rate_limited", "times": 5, "retry_after": 1}
    async with bot.up():
        await slack.control("POST", "faults", fault)
        asked = [await slack.ask(QUESTION, channel=LOOKUPS) for _ in range(3)]
        replies = [await slack.finished(ts, LOOKUPS) for ts in asked]
    for said in replies:
        # Where the answers of several threads wait, each goes before the steps.
        answer, step = sorted(said, key=lambda each: "Step 1" in each)
        assert "Step 1" in step
        assert "Sources" in answer


async def test_a_storm_of_429_reorders_nothing_of_a_thread_that_is_alone(
    slack: Slack, bot: Bot
) -> None:
    fault = {"kind": "rate_limited", "times": 3, "retry_after": 1}
    async with bot.up():
        await slack.control("POST", "faults", fault)
        step, answer = await slack.finished(await slack.ask(QUESTION, channel=LOOKUPS), LOOKUPS)
    assert "Step 1" in step
    assert "Sources" in answer


async def test_answers_to_questions_of_one_thread_come_in_the_order_asked(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        for _ in range(3):
            await slack.ask(QUESTION, thread=ts)
        await eventually(lambda: _answers(slack, ts, 4))
    order = await rows(bot.database, "select run_id from runs order by number")
    keys = [
        message["metadata"]["event_payload"]["k"]
        for message in await slack.thread(ts)
        if "metadata" in message
    ]
    answers = [key.split(":")[0] for key in keys if key.endswith(":answer")]
    assert answers == [row.run_id for row in order]


async def _answers(slack: Slack, ts: str, number: int) -> bool:
    replies = await slack.replies(ts)
    return sum("Sources" in reply for reply in replies) >= number


async def test_an_event_stored_and_not_routed_is_routed_at_the_next_start(
    slack: Slack, bot: Bot
) -> None:
    payload = {
        "type": "event_callback",
        "team_id": "T0CURBSIDE",
        "event_id": "EvLeft",
        "event": twin_events(1)[0]["event"],
    }
    async with bot.database.transaction() as connection:
        arrival = events.arrival(events.read(payload), payload)
        assert await inbox.store(connection, arrival) is not None
    async with bot.listening():
        await eventually(lambda: _runs(bot.database, 1))


async def _runs(database: Database, number: int) -> bool:
    return bool((await rows(database, "select count(*) from runs"))[0][0] == number)


async def test_every_update_of_one_message_is_at_least_a_second_apart(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        ts = await slack.ask(QUESTION)
        await slack.finished(ts)
    calls = await slack.control("GET", "calls")
    posts = Counter(call["method"] for call in calls["calls"])
    assert posts["chat.postMessage"] == 2
    assert posts["chat.update"] <= 1
