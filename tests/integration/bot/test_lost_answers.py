"""No sign of an answer stands on a question whose answer Slack refused."""

from __future__ import annotations

import pytest

from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import ANA, BOT, Slack, words
from tests.waiting import eventually

DIRECT = "D0ANA"
QUESTION = "What was the response rate in the alpha trial?"


async def refused(slack: Slack, error: str, *, skip: int, times: int = 1) -> None:
    fault = {"kind": "error", "methods": ["chat.postMessage"], "error": error}
    await slack.control("POST", "faults", fault | {"skip": skip, "times": times})


async def told_directly(slack: Slack) -> list[str]:
    """What the bot said in Ana's direct messages."""
    await slack.call("POST", "/page/api/dm", {"user": ANA, "bot": BOT})
    said = await slack.call("GET", f"/page/api/channels/{DIRECT}/messages?user={ANA}")
    return [words(each) for each in said["messages"] if each.get("bot_id")]


@pytest.mark.parametrize(
    ("error", "times", "told"),
    [
        ("not_in_channel", 1, "Invite me there with"),
        ("channel_not_found", 1, "Invite me there with"),
        ("is_archived", 1, "That channel is archived."),
        ("restricted_action_thread_locked", 1, "closed to apps"),
        ("invalid_blocks", 4, "Slack did not take it. Please write"),
    ],
)
async def test_an_answer_that_slack_refuses_is_told_to_who_asked(
    slack: Slack, bot: Bot, error: str, times: int, told: str
) -> None:
    await refused(slack, error, skip=1, times=times)
    async with bot.up():
        ts = await slack.ask(QUESTION)

        async def is_told() -> bool:
            return any(told in each for each in await told_directly(slack))

        await eventually(is_told)
        await eventually(lambda: has_failed(slack, ts))
        (said,) = await told_directly(slack)
    assert said.startswith("❌ I could not show the answer to <")
    assert "|your question>." in said
    assert "alpha" not in said


async def has_failed(slack: Slack, ts: str) -> bool:
    return await slack.signs(ts) == {"x"}


async def test_a_step_that_slack_refuses_takes_no_answer_away(slack: Slack, bot: Bot) -> None:
    await refused(slack, "restricted_action", skip=0)
    async with bot.up():
        ts = await slack.ask(QUESTION)
        assert len(await slack.finished(ts)) == 1
        await eventually(lambda: is_answered(slack, ts))
    assert await told_directly(slack) == []


async def is_answered(slack: Slack, ts: str) -> bool:
    return await slack.signs(ts) == {"white_check_mark"}


async def test_what_is_owed_when_a_token_is_revoked_comes_with_the_next_one(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        before = await slack.ask(QUESTION)
        await slack.finished(before)
        await refused(slack, "token_revoked", skip=1, times=6)
        ts = await slack.ask(QUESTION)

        async def is_said() -> bool:
            return "eyes" not in await slack.signs(ts) and len(await slack.replies(ts)) > 1

        await eventually(is_said)
    assert await slack.signs(ts) == await slack.signs(before)
    assert len(await slack.replies(ts)) == len(await slack.replies(before))
    assert await told_directly(slack) == []
