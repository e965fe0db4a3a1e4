"""Whatever Slack does with events and calls: one run each, everything said once and in order."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import aiohttp

from evals.bench.soak.messages import Workspace
from evals.bench.soak.soaking import SoakPlan, soak
from evals.bench.soak.tally import figures_of
from tests.acceptance.conftest import StartStack
from tests.acceptance.support.conversation import (
    ANA,
    BOARD,
    BOT,
    CHANNELS,
    LOOKUPS,
    Slack,
    assert_told_once,
    bot_messages,
    eventually,
    key_of,
    people,
    run_of,
    settled,
)
from tests.acceptance.support.records import Records
from tests.acceptance.support.stack import Stack

QUESTION = "What is the starting dose of olaparib?"
SHORT = "What dose should I give?"
"""Answered at once: no drug is named."""
EVENTS = 200
KINDS = ("message", "app_mention")


def events_of_mentions() -> list[dict[str, Any]]:
    """Both events that Slack sends of each mention, in either order, and some time later a copy of
    one of them; the mentions are not in the order of their time."""
    order = random.Random(5)
    placed = []
    for place, number in enumerate(order.sample(range(EVENTS), EVENTS)):
        both = [_event(number, kind) for kind in order.sample(KINDS, len(KINDS))]
        placed += [(float(place), each) for each in both]
        placed.append((place + order.uniform(1, 20), order.choice(both)))
    return [each for _, each in sorted(placed, key=lambda one: one[0])]


def _event(number: int, kind: str) -> dict[str, Any]:
    ts = f"17000{number:05d}.000100"
    event = {
        "type": kind,
        "channel": CHANNELS[number % len(CHANNELS)],
        "channel_type": "channel",
        "user": ANA,
        "ts": ts,
        "event_ts": ts,
        "text": f"<@{BOT}> {SHORT}",
    }
    return {"event": event, "event_id": f"Ev{number}-{kind}"}


async def test_two_hundred_events_three_times_and_out_of_order_are_one_run_each(
    start_stack: StartStack,
) -> None:
    stack = start_stack(limits="off")
    records = Records(stack.database_url)
    events = events_of_mentions()
    async with people(stack) as slack:
        await slack.control("POST", "events", {"events": events})

        def all_answered() -> bool:
            (runs,) = records.rows("select count(*) as n from runs where state <> 'open'")
            (posts,) = records.rows("select count(*) as n from outbox where part = 'answer'")
            return bool(runs["n"] == posts["n"] == EVENTS)

        async def all_delivered() -> bool:
            deliveries = await slack.control("GET", "deliveries")
            assert not deliveries["lost"]
            await _come_to_the_next(slack, [one["due"] for one in deliveries["pending"]])
            return bool(deliveries["delivered"] >= len(events))

        await eventually(all_answered, "every run has ended in an answer")
        # A copy may still be on its way when all runs have ended.
        await eventually(all_delivered, "every copy has been delivered")
    expected = {run_of(each["event"]["ts"], each["event"]["channel"]) for each in events}
    assert {row["run_id"] for row in records.rows("select run_id from runs")} == expected
    inbox = records.rows("select run_id, event_id, state, decision from inbox")
    assert len(inbox) == EVENTS
    numbers = {row["event_id"].removeprefix("Ev").partition("-")[0] for row in inbox}
    assert numbers == {str(number) for number in range(EVENTS)}
    assert {(row["state"], row["decision"]) for row in inbox} == {("routed", "ask")}
    answers = records.rows("select run_id from outbox where part = 'answer'")
    assert sorted(row["run_id"] for row in answers) == sorted(expected)


async def _come_to_the_next(slack: Slack, due: Sequence[float]) -> None:
    """Move Slack's clock to the next repetition, if nothing is under way: a delivery that nobody
    acknowledged in time, as on a busy machine, is repeated after one minute and after five."""
    now = (await slack.control("GET", "clock"))["now"]
    if due and min(due) > now:
        await slack.control("POST", "clock", {"advance": min(due) - now})


async def test_a_message_and_its_mention_are_one_question(patient_stack: Stack) -> None:
    stack = patient_stack
    async with people(stack) as slack:
        await slack.control("POST", "deliveries", {"copies": 3, "copies_of": 10, "reorder": 4})
        asked = [(await slack.ask(QUESTION, channel=one), one) for one in CHANNELS]
        for ts, channel in asked:
            await settled(Records(stack.database_url), ts, channel)
            await assert_told_once(slack, Records(stack.database_url), ts, channel)
        await slack.control("POST", "deliveries", {})


async def test_a_connection_dropped_after_each_accepted_post_doubles_nothing(
    patient_stack: Stack,
) -> None:
    stack = patient_stack
    records = Records(stack.database_url)
    async with people(stack) as slack:
        before = len(await _posts(slack))
        fault = {"kind": "drop", "methods": ["chat.postMessage"], "times": 100}
        await slack.control("POST", "faults", fault)
        asked = [(await slack.ask(QUESTION, channel=one), one) for one in CHANNELS]
        for ts, channel in asked:
            await settled(records, ts, channel)
            await assert_told_once(slack, records, ts, channel)
        posted = len(await _posts(slack)) - before
        (struck,) = (await slack.control("GET", "faults"))["faults"]
        await slack.control("DELETE", "faults")
        assert struck["hits"] == posted == sum([await _said(slack, *one) for one in asked])


async def test_every_kind_of_broken_call_doubles_and_loses_nothing(
    patient_stack: Stack,
) -> None:
    stack = patient_stack
    records = Records(stack.database_url)
    calls = ["chat.postMessage", "chat.update", "reactions.add", "reactions.remove"]
    async with people(stack) as slack:
        for kind in ("drop", "server_error", "drop_before", "drop"):
            await slack.control("POST", "faults", {"kind": kind, "methods": calls, "times": 2})
        asked = [(await slack.ask(QUESTION, channel=one), one) for one in CHANNELS]
        for ts, channel in asked:
            await settled(records, ts, channel)
            await assert_told_once(slack, records, ts, channel)
        faults = (await slack.control("GET", "faults"))["faults"]
        assert [one["hits"] for one in faults] == [2, 2, 2, 2]


async def test_in_a_storm_of_429_everything_arrives_in_order_and_within_the_limits(
    patient_stack: Stack,
) -> None:
    stack = patient_stack
    async with people(stack) as slack:
        await _limits(slack, "real")
        before = await _refused(slack)
        fault = {"kind": "rate_limited", "times": 6, "retry_after": 1, "skip": 4}
        await slack.control("POST", "faults", {**fault, "methods": ["chat.postMessage"]})
        await _ask_four_and_expect_order(stack, slack)
        refused = await _refused(slack) - before
        await _limits(slack, "off")
        assert refused == 6, "the bot called more than Slack allows"


async def test_strict_limits_without_any_burst_delay_and_lose_nothing(
    patient_stack: Stack,
) -> None:
    stack = patient_stack
    async with people(stack) as slack:
        await _limits(slack, "strict")
        records, before = Records(stack.database_url), await _refused(slack)
        asked = [(await slack.ask(QUESTION, channel=one), one) for one in (BOARD, LOOKUPS)]
        for ts, channel in asked:
            await settled(records, ts, channel)
            await assert_told_once(slack, records, ts, channel)
        await _limits(slack, "off")
        assert await _refused(slack) > before, "nothing was refused: the limits were not strict"


async def _ask_four_and_expect_order(stack: Stack, slack: Slack) -> None:
    """Two questions in each of two threads of one channel."""
    records = Records(stack.database_url)
    roots = [await slack.ask(QUESTION) for _ in range(2)]
    later = [await slack.ask("And of tucatinib?", thread=root) for root in roots]
    for root, follow_up in zip(roots, later, strict=True):
        for ts in (root, follow_up):
            await settled(records, ts)
        keys = [key_of(one) for one in await bot_messages(slack, root)]
        assert keys == _in_order(records, (root, follow_up))


def _in_order(records: Records, asked: Sequence[str]) -> list[str]:
    """The keys of all that a thread should show: each question's steps, then its answer."""
    keys: list[str] = []
    for run_id in map(run_of, asked):
        journal = records.journal(run_id)
        steps = [row["seq"] for row in journal if row["payload"].get("actions")]
        keys += [f"{run_id}:{seq}:step" for seq in steps] + [f"{run_id}:0:answer"]
    return keys


async def _limits(slack: Slack, mode: str) -> None:
    await slack.control("DELETE", "faults")
    await slack.control("POST", "limits", {"mode": mode})


async def _refused(slack: Slack) -> int:
    """How many posts were refused for being too many, so far."""
    return sum("limited" in str(one["outcome"]) for one in await _posts(slack))


async def _posts(slack: Slack) -> list[Any]:
    calls = await slack.control("GET", "calls?method=chat.postMessage")
    return list(calls["calls"])


async def _said(slack: Slack, ts: str, channel: str) -> int:
    return len(await bot_messages(slack, ts, channel))


@dataclass(frozen=True)
class StackProcesses:
    """The processes of a stack, for a soak."""

    stack: Stack
    killed = ("worker",)
    stopped = ("bot",)

    def pid(self, name: str) -> int:
        return self.stack.running[name].pid

    async def replace(self, name: str) -> None:
        self.stack.kill(name)
        self.stack.start(name)


async def test_a_short_soak_loses_and_doubles_nothing(patient_stack: Stack) -> None:
    plan = SoakPlan(events=5, at_once=1, every=2.0, rest=0.5, stopped=2.0)
    async with aiohttp.ClientSession() as session:
        workspace, processes = Workspace(session, patient_stack.url), StackProcesses(patient_stack)
        soaked = await soak(workspace, processes, plan, [QUESTION], lambda _number: None)
    missed = [each for each in figures_of(soaked) if each.met is False]
    assert missed == []
    assert {each.partition(":")[0] for each in soaked.troubles} >= {"call", "delivery"}
    assert any(each.startswith(("killed", "stopped")) for each in soaked.troubles)
