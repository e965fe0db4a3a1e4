"""Where more wait for a channel than Slack takes, what a run says in a row goes as one message, and
stays what it would be apart."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.db import event_transactions
from bot.db.outbox import FINAL, Outgoing, SlackAddress
from bot.db.withdrawn_messages import REMOVED
from bot.rendering.blocks import buttons, fold_lines, message_body, sections
from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import BOARD, Slack, running_workspace, words
from tests.integration.bot.test_delivery import number_of, rows
from tests.waiting import eventually

THREADS = 8
FOUND = [f"• Finding {number} of the step: {'word ' * 100}" for number in range(30)]


@pytest.fixture
async def slack() -> AsyncIterator[Slack]:
    async with running_workspace("--limits", "real") as workspace:
        yield workspace


def said(run: str, root: str, part: str, seq: int, told: str = "") -> Outgoing:
    blocks = [*sections([told or f"{part} {seq} of {run}"]), buttons(f"{part}{seq}", [])]
    return Outgoing(
        run_id=run,
        seq=seq,
        part=part,
        address=SlackAddress(team="T0CURBSIDE", channel=BOARD, thread_ts=root),
        priority=FINAL if part == "answer" else 1,
        body=message_body("Notice", [block for block in blocks if block.get("elements") != []]),
    )


async def threads_with_replies(slack: Slack, bot: Bot) -> list[str]:
    """Eight threads of one channel in which two steps and an answer are owed."""
    roots = [await slack.post(f"Hello {number}") for number in range(THREADS)]
    owed = [
        said(f"run{number}", root, part, seq)
        for number, root in enumerate(roots)
        for part, seq in (("step", 2), ("step", 8), ("answer", 0))
    ]
    await event_transactions.enqueue(bot.database, owed)
    return roots


async def all_sent(bot: Bot) -> bool:
    left = await rows(bot.database, "select 1 from outbox where state not in ('sent', 'failed')")
    return not left


async def told_in(slack: Slack, root: str) -> list[str]:
    """What the bot said in the thread, line by line."""
    return "\n".join(await slack.replies(root)).splitlines()


def all_of(number: int) -> list[str]:
    return [f"{part} of run{number}" for part in ("step 2", "step 8", "answer 0")]


async def test_a_crowded_channel_gets_all_in_order_in_fewer_messages(
    slack: Slack, bot: Bot
) -> None:
    roots = await threads_with_replies(slack, bot)
    async with bot.working():
        await eventually(lambda: all_sent(bot))
    for number, root in enumerate(roots):
        assert await told_in(slack, root) == all_of(number)
    assert await number_of(slack, "chat.postMessage") <= THREADS + 2


async def test_an_uncrowded_channel_gets_a_message_for_each(slack: Slack, bot: Bot) -> None:
    root = await slack.post("Hello")
    owed = [said("run0", root, "step", 2), said("run0", root, "answer", 0)]
    await event_transactions.enqueue(bot.database, owed)
    async with bot.working():
        await eventually(lambda: all_sent(bot))
    assert await slack.replies(root) == ["step 2 of run0", "answer 0 of run0"]


async def test_a_change_of_one_part_leaves_the_others_in_the_message(
    slack: Slack, bot: Bot
) -> None:
    roots = await threads_with_replies(slack, bot)
    joined = 1
    async with bot.working():
        await eventually(lambda: all_sent(bot))
        assert len(await slack.replies(roots[joined])) == 1
        changed = said(f"run{joined}", roots[joined], "step", 8, "marked wrong")
        await event_transactions.enqueue(bot.database, [changed])
        await eventually(lambda: all_sent(bot))
    told = await told_in(slack, roots[joined])
    assert told == [f"step 2 of run{joined}", "marked wrong", f"answer 0 of run{joined}"]


async def test_what_is_taken_back_goes_from_the_message_and_with_all_of_it(
    slack: Slack, bot: Bot
) -> None:
    roots = await threads_with_replies(slack, bot)
    joined = 1
    parts = [
        said(f"run{joined}", roots[joined], part, seq) for part, seq in (("step", 2), ("step", 8))
    ]
    gone = [replace(row, body=REMOVED) for row in parts]
    async with bot.working():
        await eventually(lambda: all_sent(bot))
        await event_transactions.enqueue(bot.database, gone[:1])
        await eventually(lambda: all_sent(bot))
        assert await told_in(slack, roots[joined]) == all_of(joined)[1:]
        answer = replace(said(f"run{joined}", roots[joined], "answer", 0), body=REMOVED)
        await event_transactions.enqueue(bot.database, [*gone[1:], answer])
        await eventually(lambda: all_sent(bot))
    assert await slack.replies(roots[joined]) == []


@pytest.mark.parametrize("kind", ["drop", "drop_before", "server_error"])
async def test_an_unanswered_call_loses_and_doubles_no_part(
    slack: Slack, bot: Bot, kind: str
) -> None:
    fault = {"kind": kind, "methods": ["chat.postMessage"], "times": 3, "skip": 3}
    await slack.control("POST", "faults", fault)
    roots = await threads_with_replies(slack, bot)
    async with bot.working():
        await eventually(lambda: all_sent(bot))
    assert [await told_in(slack, root) for root in roots] == [all_of(n) for n in range(THREADS)]


async def test_what_slack_refuses_together_goes_apart(slack: Slack, bot: Bot) -> None:
    fault = {
        "kind": "error", "error": "msg_blocks_too_long", "methods": ["chat.postMessage"],
        "times": 1, "skip": 4,
    }  # fmt: skip
    await slack.control("POST", "faults", fault)
    roots = await threads_with_replies(slack, bot)
    async with bot.working():
        await eventually(lambda: all_sent(bot))
    assert [await told_in(slack, root) for root in roots] == [all_of(n) for n in range(THREADS)]


async def test_folded_findings_are_shortened_until_one_message_holds_all(
    slack: Slack, bot: Bot
) -> None:
    roots = await threads_with_replies(slack, bot)
    long = [
        replace(
            said(f"run{number}", root, "step", 2),
            body=message_body("Step", [*sections(["Step 1"]), fold_lines("Silo", FOUND)]),
        )
        for number, root in enumerate(roots)
    ]
    await event_transactions.enqueue(bot.database, long)
    async with bot.working():
        await eventually(lambda: all_sent(bot))
    last = (await slack.thread(roots[1]))[-1]
    shown = words(last)
    assert shown.startswith("Step 1\n*Silo*\n• Finding 0")
    assert shown.endswith("step 8 of run1\nanswer 0 of run1")
    assert "ask me to open the step" in shown
