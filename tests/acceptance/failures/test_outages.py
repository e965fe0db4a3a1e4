"""A part is away for a while: what was asked meanwhile is answered when it is back. Each test
leaves the stack whole."""

from __future__ import annotations

from tests.acceptance.support.conversation import (
    BOARD,
    CHANNELS,
    LOOKUPS,
    Json,
    Slack,
    assert_told_once,
    eventually,
    people,
    run_of,
    settled,
)
from tests.acceptance.support.records import Records
from tests.acceptance.support.stack import Stack

QUESTION = "What is the starting dose of olaparib?"


async def test_without_postgres_a_question_is_not_acknowledged_and_is_answered_later(
    patient_stack: Stack,
) -> None:
    stack = patient_stack
    records = Records(stack.database_url)
    async with people(stack) as slack:
        stack.kill("postgres")
        ts = await slack.ask(QUESTION)

        async def tried_twice() -> bool:
            waiting = await _pending(slack)
            return len(waiting) == 2 and all(int(one["attempt"]) >= 2 for one in waiting)

        await eventually(tried_twice, "both events were refused and tried again")
        assert await slack.signs(ts) == set()
        stack.start("postgres")
        # Slack waits a minute before the next attempt.
        await slack.control("POST", "clock", {"advance": 61})
        await settled(records, ts)
        await assert_told_once(slack, records, ts)
        assert await _pending(slack) == []
        assert stack.alive("bot")
        assert stack.alive("worker")


async def test_postgres_away_while_a_run_goes_on_delays_it(patient_stack: Stack) -> None:
    stack = patient_stack
    records = Records(stack.database_url)
    async with people(stack) as slack:
        ts = await slack.ask("Should CYP2D6 poor metabolizers take tamoxifen?")
        await eventually(lambda: len(records.journal(run_of(ts))) >= 2, "the run goes on")
        before = records.journal(run_of(ts))
        stack.kill("postgres")
        stack.start("postgres")
        await settled(records, ts)
        await assert_told_once(slack, records, ts)
        assert records.journal(run_of(ts))[: len(before)] == before


async def test_a_worker_that_is_away_leaves_the_question_seen_and_answers_when_it_is_back(
    patient_stack: Stack,
) -> None:
    stack = patient_stack
    stack.kill("worker")
    records = Records(stack.database_url)
    async with people(stack) as slack:
        asked = [(await slack.ask(QUESTION, channel=one), one) for one in CHANNELS]
        for ts, channel in asked:
            run_id = run_of(ts, channel)
            await eventually(lambda run_id=run_id: records.run(run_id) is not None, "it is queued")
        stack.start("worker")
        for ts, channel in asked:
            await settled(records, ts, channel)
            await assert_told_once(slack, records, ts, channel)


async def test_a_bot_that_is_away_gets_the_question_when_it_is_back(
    patient_stack: Stack,
) -> None:
    stack = patient_stack
    records = Records(stack.database_url)
    async with people(stack) as slack:
        stack.kill("bot")
        ts = await slack.ask(QUESTION)
        assert len(await _pending(slack)) == 2
        stack.start("bot")
        await settled(records, ts)
        await assert_told_once(slack, records, ts)


async def test_a_bot_that_is_asked_to_stop_goes_and_the_next_one_goes_on(
    patient_stack: Stack,
) -> None:
    stack = patient_stack
    records = Records(stack.database_url)
    async with people(stack) as slack:
        ts = await slack.ask(QUESTION)
        for name in ("bot", "worker"):
            stack.running[name].terminate()
            assert stack.running.pop(name).wait(15) == 0
        stack.start("bot", "worker")
        await settled(records, ts)
        await assert_told_once(slack, records, ts)


async def test_sockets_cut_without_a_close_are_replaced_and_nothing_is_lost(
    patient_stack: Stack,
) -> None:
    stack = patient_stack
    records = Records(stack.database_url)
    async with people(stack) as slack:
        await slack.control("POST", "sockets/kill")
        ts = await slack.ask(QUESTION)
        await settled(records, ts)
        await assert_told_once(slack, records, ts)


async def test_slack_asks_to_reconnect_and_nothing_is_lost(patient_stack: Stack) -> None:
    stack = patient_stack
    records = Records(stack.database_url)
    async with people(stack) as slack:
        asked = []
        for reason in ("warning", "refresh_requested"):
            asked.append((await slack.ask(QUESTION), BOARD))
            await slack.control("POST", "sockets/refresh", {"reason": reason})
            asked.append((await slack.ask(QUESTION, channel=LOOKUPS), LOOKUPS))
        for ts, channel in asked:
            await settled(records, ts, channel)
            await assert_told_once(slack, records, ts, channel)


async def test_slack_away_for_a_while_gets_everything_when_it_is_back(
    patient_stack: Stack,
) -> None:
    stack = patient_stack
    records = Records(stack.database_url)
    async with people(stack) as slack:
        ts = await slack.ask(QUESTION)
        await eventually(lambda: records.run(run_of(ts)) is not None, "it is queued")
        stack.kill("workspace")

        def answered() -> bool:
            run = records.run(run_of(ts))
            return run is not None and run["state"] == "answer"

        await eventually(answered, "the run has ended without anybody to tell")
        stack.start("workspace")
        stack.wait_for_bot()
    async with people(stack) as slack:
        await settled(records, ts)
        await assert_told_once(slack, records, ts)


async def _pending(slack: Slack) -> list[Json]:
    found = (await slack.control("GET", "deliveries"))["pending"]
    return [one for one in found if one["type"] in ("message", "app_mention")]
