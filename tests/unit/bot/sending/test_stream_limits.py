"""Streams begin only as often as Slack lets them begin and end."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.db.outbox import STREAM, RowToSend, SlackAddress
from bot.db.taking_over.leader_election import Leadership
from bot.sending.schedule import CallRate
from bot.sending.streaming.limits import StreamLimits
from bot.sending.streaming.streams import StreamedPosts
from retrieval.sql import Database


def most_in_a_minute(times: list[float]) -> int:
    return max(sum(at <= other < at + 60 for other in times) for at in times)


def test_starts_and_ends_stay_within_tier_2_whenever_the_streams_end() -> None:
    limits, starts, ends = StreamLimits(), list[float](), list[float]()
    begun: list[str] = []
    for second in range(600):
        now = 1000.0 + second
        if limits.may_begin("T1", f"row {second}", now):
            starts.append(now)
            begun.append(f"row {second}")
        # All that go on end in the same moment.
        for key in begun if second % 97 == 0 else ():
            limits.end("T1", key, now)
            ends.append(now)
        begun = [] if second % 97 == 0 else begun
    assert 10 <= most_in_a_minute(starts) <= 20
    assert 10 <= most_in_a_minute(ends) <= 20
    assert len(starts) > 60, "they go on beginning"


def test_workspaces_do_not_wait_for_each_other_and_dead_streams_for_nobody() -> None:
    limits = StreamLimits()
    assert [limits.may_begin("T1", f"{n}", 0.0) for n in range(11)] == [*[True] * 10, False]
    assert limits.may_begin("T2", "other", 0.0)
    assert not limits.may_begin("T1", "late", 299.0), "the ends of the ten are owed yet"
    assert limits.may_begin("T1", "later", 300.0)


class Posting(AsyncWebClient):
    """Slack that takes posts."""

    async def chat_postMessage(self, *, text: str = "", **_more: Any) -> AsyncSlackResponse:  # type: ignore[override]  # noqa: N802
        return AsyncSlackResponse(
            client=self, http_verb="POST", api_url="", req_args={}, data={"ts": f"1.1 {text}"},
            headers={}, status_code=200,
        )  # fmt: skip


async def test_where_no_stream_may_begin_the_message_is_posted_plainly() -> None:
    row = RowToSend(
        key="run:1:answer",
        address=SlackAddress(team="T1", channel="D1", thread_ts="1.0"),
        operation="post",
        body={STREAM: "So far.", "text": "Being written", "blocks": []},
        revision=1,
        slack_ts=None,
        unsure=False,
        generation=0,
        plainness=0,
        attempts=0,
        written_at=datetime.now(UTC),
        called_seconds=None,
    )
    # Nobody listens there: of a stream it would be noted first.
    database = Database("postgresql://127.0.0.1:9/none")
    posts = StreamedPosts(database, StreamLimits(CallRate(0.15, 0)))
    assert await posts.deliver(Posting(), row, Leadership(1)) == "1.1 Being written"
