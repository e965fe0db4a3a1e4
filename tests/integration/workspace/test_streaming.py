"""Messages that grow, with Slack's own client: who sees them grow, and how they end; and messages
that are posted at a time."""

from __future__ import annotations

from typing import Any

import pytest
from slack_sdk.models.messages.chunk import MarkdownTextChunk, PlanUpdateChunk, TaskUpdateChunk
from slack_sdk.web.async_client import AsyncWebClient

from tests.integration.workspace.conftest import ANA, BOARD, Control, say, until
from tests.integration.workspace.test_web_api import refusal
from workspace.http.server import RunningWorkspace

TO_ANA: dict[str, Any] = {"recipient_user_id": ANA, "recipient_team_id": "T0CURBSIDE"}


def seen(slack: RunningWorkspace, viewer: str, root: str) -> dict[str, Any]:
    """The last message of the thread, as this person reads it."""
    workspace = slack.workspace
    last = workspace.history.thread(BOARD, root)[-1:]
    return workspace.streams.seen_by(viewer, BOARD, last)[0]


async def test_in_a_channel_one_person_sees_it_grow_and_all_see_its_end(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    root = say(slack)["ts"]
    others = slack.workspace.changes.subscribe("U0BEN")
    stream = await client.chat_stream(
        channel=BOARD, thread_ts=root, task_display_mode="plan", buffer_size=1, **TO_ANA
    )
    await stream.append(markdown_text="First. ")
    await stream.append(
        chunks=[
            PlanUpdateChunk(title="How"),
            TaskUpdateChunk(id="t1", title="Search", status="in_progress"),
            TaskUpdateChunk(id="t2", title="Read", status="pending", details="two pages"),
        ]
    )
    await stream.append(chunks=[TaskUpdateChunk(id="t1", title="Search", status="complete")])
    await stream.append(chunks=[MarkdownTextChunk(text="Second.")])
    grown, beginning = seen(slack, ANA, root), seen(slack, "U0BEN", root)
    assert grown["text"] == "First. Second."
    first, plan, second = grown["blocks"]
    assert (first["text"], second["text"], plan["title"]) == ("First. ", "Second.", "How")
    assert [(each["task_id"], each["status"]) for each in plan["tasks"]] == [
        ("t1", "complete"),
        ("t2", "pending"),
    ]
    assert beginning["text"] == "First. "
    below = [{"type": "context", "elements": [{"type": "mrkdwn", "text": "end"}]}]
    await stream.stop(markdown_text=" Third.", blocks=below)
    assert seen(slack, "U0BEN", root)["text"] == "First. Second. Third."
    assert seen(slack, "U0BEN", root)["blocks"][-1]["type"] == "context"
    others.close()
    texts = [change["message"]["text"] async for change in others if "message" in change]
    assert [text for text in texts if text.startswith("First")] == [
        "First. ",
        "First. Second. Third.",
    ]


async def test_in_a_direct_conversation_nobody_need_be_named(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    channel = slack.workspace.conversations.open_direct("U0CURBSIDE", ANA)["id"]
    root = say(slack, "hi", channel=channel)["ts"]
    started = await client.chat_startStream(channel=channel, thread_ts=root, markdown_text="a")
    await client.chat_appendStream(channel=channel, ts=started["ts"], markdown_text="b")
    stopped = await client.chat_stopStream(channel=channel, ts=started["ts"])
    assert stopped["message"]["text"] == "ab"


async def test_what_slack_refuses_of_a_stream_is_refused(
    slack: RunningWorkspace, client: AsyncWebClient, control: Control
) -> None:
    root = say(slack)["ts"]
    place: dict[str, Any] = {"channel": BOARD, "thread_ts": root}

    async def error(call: Any) -> str:
        return str((await refusal(call))["error"])

    assert await error(client.chat_startStream(**place)) == "missing_recipient_user_id"
    named = {"recipient_user_id": ANA}
    assert await error(client.chat_startStream(**place, **named)) == "missing_recipient_team_id"
    long = [{"type": "markdown_text", "text": "a" * 12_000}] * 4
    assert await error(client.chat_startStream(**place, **TO_ANA, chunks=long)) == "msg_too_long"
    ts = (await client.chat_startStream(**place, **TO_ANA, markdown_text="a"))["ts"]
    at: dict[str, Any] = {"channel": BOARD, "ts": ts}
    chunk = {"type": "markdown_text", "text": "b"}
    both = client.chat_appendStream(**at, markdown_text="b", chunks=[chunk])
    assert await error(both) == "cannot_provide_both_markdown_text_and_chunks"
    assert await error(client.chat_appendStream(**at, chunks=[chunk])) == "streaming_mode_mismatch"
    wrong = client.chat_appendStream(**at, chunks=[{"type": "task_update", "id": "1"}])
    assert await error(wrong) == "invalid_chunks"
    assert await error(client.chat_update(**at, text="x")) == "streaming_state_conflict"
    await control.post("clock", advance=301)
    dead = client.chat_appendStream(**at, markdown_text="late")
    assert await error(dead) == "message_not_in_streaming_state"
    assert (await client.chat_update(**at, text="mended"))["text"] == "mended"
    of_ana = client.chat_stopStream(channel=BOARD, ts=root)
    assert await error(of_ana) == "message_not_owned_by_app"


@pytest.mark.parametrize("how", ["append", "stop"])
async def test_after_stop_nothing_is_added_and_the_end_can_be_told(
    slack: RunningWorkspace, client: AsyncWebClient, how: str
) -> None:
    root = say(slack)["ts"]
    start = client.chat_startStream(channel=BOARD, thread_ts=root, markdown_text="a", **TO_ANA)
    ts = (await start)["ts"]
    assert slack.workspace.streams.stop_in(BOARD, root) == [ts]
    if how == "append":
        call = client.chat_appendStream(channel=BOARD, ts=ts, markdown_text="b")
        assert (await refusal(call))["error"] == "stopped_by_user"
    else:
        stopped = await client.chat_stopStream(channel=BOARD, ts=ts, markdown_text=" Stopped.")
        assert stopped["message"]["text"] == "a Stopped."


async def test_a_scheduled_message_is_posted_at_its_time_unless_it_is_taken_back(
    slack: RunningWorkspace, client: AsyncWebClient, control: Control
) -> None:
    now = int(slack.workspace.clock.now())
    first = await client.chat_scheduleMessage(channel=BOARD, post_at=now + 60, text="soon")
    second = await client.chat_scheduleMessage(channel=BOARD, post_at=now + 50, text="never")
    listed = await client.chat_scheduledMessages_list(channel=BOARD)
    assert [each["text"] for each in listed["scheduled_messages"]] == ["never", "soon"]
    ident = second["scheduled_message_id"]
    await client.chat_deleteScheduledMessage(channel=BOARD, scheduled_message_id=ident)
    again = client.chat_deleteScheduledMessage(channel=BOARD, scheduled_message_id=ident)
    assert (await refusal(again))["error"] == "invalid_scheduled_message_id"
    for at, told in ((now - 1, "time_in_past"), (now + 11_000_000, "time_too_far")):
        late = client.chat_scheduleMessage(channel=BOARD, post_at=at, text="x")
        assert (await refusal(late))["error"] == told
    await control.post("clock", advance=61)
    await until(lambda: slack.workspace.history.roots(BOARD))
    assert [each["text"] for each in slack.workspace.history.roots(BOARD)] == ["soon"]
    assert first["message"]["text"] == "soon"
    assert slack.workspace.scheduled.all() == []
