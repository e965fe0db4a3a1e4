"""A mention becomes a run, steps and an answer in the thread."""

from __future__ import annotations

from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import Slack
from tests.waiting import eventually


async def test_a_mention_is_answered_in_its_thread_with_steps_and_sources(
    slack: Slack, bot: Bot
) -> None:
    async with bot.up():
        ts = await slack.ask("What was the response rate in the alpha trial?")
        step, answer = await slack.finished(ts)
    assert "I look at the trials." in step
    assert "41.5%" in step
    assert "41.5%" in answer
    assert "<https://example.org/clinical_trials/trial-alpha|About trial-alpha>" in answer


async def test_the_eyes_come_at_once_and_give_way_to_the_sign_of_the_end(
    slack: Slack, bot: Bot
) -> None:
    async with bot.listening():
        ts = await slack.ask("What was the response rate in the alpha trial?")
        async with bot.working():
            await eventually(lambda: _has(slack, ts, "eyes"))
            await slack.finished(ts)
            await eventually(lambda: _only(slack, ts, "white_check_mark"))


async def _has(slack: Slack, ts: str, sign: str) -> bool:
    return sign in await slack.signs(ts)


async def _only(slack: Slack, ts: str, sign: str) -> bool:
    return await slack.signs(ts) == {sign}
