"""What reads threads and what sends stay together within what Slack allows for one method."""

from __future__ import annotations

from typing import Any

from slack_sdk.web.async_client import AsyncWebClient

from bot.incoming.thread.thread_reader import CALLS_PER_MINUTE, ThreadReader
from bot.sending.schedule import Pace

TIER_3 = 50


class CountedSlack(AsyncWebClient):
    """Answers with one message, and counts how often it is asked."""

    asked = 0

    async def conversations_replies(self, **_: Any) -> dict[str, Any]:  # type: ignore[override]
        self.asked += 1
        return {"messages": [{"ts": "1.0", "text": "alpha"}, {"ts": "2.0", "text": "beta"}]}


def test_readers_and_the_sender_share_the_calls_of_the_tier() -> None:
    lookup = Pace().lookup
    assert lookup.burst + 60 * lookup.each + CALLS_PER_MINUTE <= TIER_3


async def test_all_who_read_share_one_limit() -> None:
    slack = CountedSlack()
    reader = ThreadReader(slack, per_minute=6)
    assert await reader.take_turn()
    await reader.read("C", "1.0")
    assert await reader.read_message("C", "1.0", "2.0") == {"ts": "2.0", "text": "beta"}
    assert await reader.read_message("C", "1.0", "3.0") is None
    assert slack.asked == 3
    assert not await reader.take_turn(), "half of a minute's calls at once, the others behind it"
