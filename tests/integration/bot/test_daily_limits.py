"""What the calls of a model for a channel's questions have used up in 24 hours, and when it is less
again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from agents.turns import Question, ThreadKey
from bot.db.channels.limits import DailyLimits, limit_reached
from tests.integration.bot.conftest import Bot
from tests.integration.bot.slack import ANA, BEN, BOARD, LOOKUPS, Slack
from tests.integration.bot.test_delivery import QUESTION, rows

NOW = datetime.now(UTC)


async def use(bot: Bot, seq: int, tokens: int, hours_ago: float) -> None:
    """As if the call of this row of the one journal had used so much."""
    at = NOW - timedelta(hours=hours_ago)
    given = tokens // 3
    await rows(
        bot.database,
        f"update journal set input_tokens = {given}, output_tokens = {tokens - given},"
        f" at = '{at.isoformat()}' where seq = {seq} returning 1",
    )


async def reached(bot: Bot, tokens: int, channel: str = BOARD) -> float | None:
    """In how many hours the next question may be asked; None: now."""
    question = Question(thread=ThreadKey("T0CURBSIDE", channel, "1.0"), asker=BEN, text="x")
    async with bot.database.transaction() as connection:
        found = await limit_reached(connection, question, DailyLimits(tokens=tokens))
    if found is None:
        return None
    assert (found.whose, found.limit) == ("tokens", tokens)
    return (found.until - NOW).total_seconds() / 3600


async def test_the_calls_of_the_last_day_count_newest_first(slack: Slack, bot: Bot) -> None:
    async with bot.up():
        await slack.finished(await slack.ask(QUESTION, user=ANA))
    assert await reached(bot, 1) is None, "nothing was used without a model"
    await use(bot, 1, 60, hours_ago=20)
    await use(bot, 2, 50, hours_ago=10)
    assert await reached(bot, 111) is None
    assert await reached(bot, 110) == pytest.approx(4)
    assert await reached(bot, 51) == pytest.approx(4), "when the older call is a day old"
    assert await reached(bot, 50) == pytest.approx(14)
    assert await reached(bot, 1, LOOKUPS) is None, "each channel counts for itself"
    await use(bot, 1, 60, hours_ago=25)
    assert await reached(bot, 51) is None
    ended = NOW - timedelta(hours=30)
    await rows(bot.database, f"update runs set ended_at = '{ended.isoformat()}' returning 1")
    await use(bot, 2, 50, hours_ago=31)
    assert await reached(bot, 50) is None
