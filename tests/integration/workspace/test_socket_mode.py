"""Socket Mode with the unmodified slack-bolt client: delivery, redelivery, reconnection."""

from __future__ import annotations

from pathlib import Path

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from tests.integration.workspace.conftest import (
    ANA,
    BOARD,
    BOT,
    Bot,
    Control,
    connect,
    say,
    until,
)
from workspace.http.server import Config, RunningWorkspace, run_workspace


def pending(slack: RunningWorkspace) -> list[tuple[int, str]]:
    return [(one.attempt, one.reason) for one in slack.delivery.pending.values()]


def seconds_until_next(slack: RunningWorkspace) -> float:
    (only,) = slack.delivery.pending.values()
    return only.due - slack.workspace.clock.now()


async def test_a_mention_brings_two_events_with_one_timestamp(
    slack: RunningWorkspace, bot: Bot
) -> None:
    message = say(slack)
    await until(lambda: len(bot.events) == 2)
    assert {event["type"] for event in bot.events} == {"message", "app_mention"}
    assert {event["ts"] for event in bot.events} == {message["ts"]}
    assert len({body["event_id"] for body in bot.bodies}) == 2


async def test_the_bot_answers_in_the_thread(slack: RunningWorkspace, bot: Bot) -> None:
    message = say(slack)
    await bot.app.client.chat_postMessage(channel=BOARD, thread_ts=message["ts"], text="Hello")
    thread = slack.workspace.history.thread(BOARD, message["ts"])
    assert [one["text"] for one in thread] == [f"<@{BOT}> hi", "Hello"]
    assert thread[0]["reply_count"] == 1


async def test_an_acknowledged_event_is_not_kept(slack: RunningWorkspace, bot: Bot) -> None:
    say(slack, "no mention")
    await until(lambda: slack.delivery.delivered == 1)
    assert pending(slack) == []
    assert slack.workspace.storage.deliveries.all() == []


async def test_the_files_of_a_mention_are_only_in_the_message_event(
    slack: RunningWorkspace, bot: Bot
) -> None:
    file = slack.workspace.files.add(ANA, "report.txt", b"synthetic")
    say(slack, file_ids=(file["id"],))
    await until(lambda: len(bot.events) == 2)
    assert bot.of("message")[0]["files"][0]["name"] == "report.txt"
    assert bot.of("message")[0]["subtype"] == "file_share"
    assert "files" not in bot.of("app_mention")[0]


async def test_edits_and_deletions_are_events(slack: RunningWorkspace, bot: Bot) -> None:
    message = say(slack, "first")
    slack.workspace.timeline.edit(BOARD, message["ts"], user=ANA, text="second")
    slack.workspace.timeline.delete(BOARD, message["ts"], user=ANA)
    await until(lambda: len(bot.events) == 3)
    changed = next(one for one in bot.events if one.get("subtype") == "message_changed")
    assert changed["message"]["text"] == "second"
    assert changed["previous_message"]["text"] == "first"
    deleted = next(one for one in bot.events if one.get("subtype") == "message_deleted")
    assert deleted["deleted_ts"] == message["ts"]


async def test_reactions_joins_and_the_stop_button_are_events(
    slack: RunningWorkspace, bot: Bot
) -> None:
    message = say(slack, "x")
    slack.workspace.reactions.add(BOARD, message["ts"], "octagonal_sign", user=ANA)
    slack.workspace.reactions.remove(BOARD, message["ts"], "octagonal_sign", user=ANA)
    slack.workspace.agent_status.stop_session(ANA, BOARD, message["ts"], [])
    slack.workspace.homes.open(ANA, "messages")
    other = slack.workspace.conversations.get(BOARD) | {"id": "C0OTHER", "name": "other"}
    slack.workspace.storage.directory.put_channel(other)
    slack.workspace.conversations.join("C0OTHER", BOT)
    slack.workspace.conversations.join("C0OTHER", ANA)
    await until(lambda: len(bot.events) == 7)
    assert [one["user"] for one in bot.of("member_joined_channel")] == [BOT, ANA]
    assert bot.of("reaction_added")[0]["item"]["ts"] == message["ts"]
    assert bot.of("reaction_removed")[0]["reaction"] == "octagonal_sign"
    assert bot.of("agent_session_stopped")[0]["thread_ts"] == message["ts"]
    assert bot.of("app_home_opened")[0]["user"] == ANA


async def test_a_direct_message_is_a_message_without_a_mention_event(
    slack: RunningWorkspace, bot: Bot
) -> None:
    channel = slack.workspace.homes.open(ANA, "messages")
    say(slack, channel=channel["id"])
    await until(lambda: len(bot.of("message")) == 1)
    assert bot.of("message")[0]["channel_type"] == "im"
    assert bot.of("app_mention") == []


async def test_the_bots_own_posts_are_delivered_and_ignored_by_bolt(
    slack: RunningWorkspace, bot: Bot
) -> None:
    client = bot.app.client
    posted = await client.chat_postMessage(channel=BOARD, text="mine")
    await client.chat_update(channel=BOARD, ts=posted["ts"], text="mine still")
    await client.reactions_add(channel=BOARD, timestamp=posted["ts"], name="eyes")
    await until(lambda: slack.delivery.delivered == 3)
    assert bot.events == []


async def test_an_event_waits_for_a_bot_that_is_away(slack: RunningWorkspace) -> None:
    say(slack, "hello?")
    await until(lambda: pending(slack) == [(2, "connection_failed")])
    bot = Bot(slack)
    async with connect(slack, bot):
        await until(lambda: len(bot.events) == 1)
    assert bot.retries == ["2"]


async def test_an_event_survives_a_restart_of_the_workspace(tmp_path: Path) -> None:
    config = Config(state=str(tmp_path / "workspace.sqlite"))
    async with run_workspace(config) as slack:
        message = say(slack, "hello?")
        await until(lambda: pending(slack) == [(2, "connection_failed")])
    async with run_workspace(config) as slack:
        bot = Bot(slack)
        async with connect(slack, bot):
            await until(lambda: len(bot.events) == 1)
        assert bot.events[0]["ts"] == message["ts"]
        assert bot.retries == ["2"]
        assert [one["ts"] for one in slack.workspace.history.roots(BOARD)] == [message["ts"]]


async def test_an_event_that_was_never_tried_survives_a_restart(tmp_path: Path) -> None:
    config = Config(state=str(tmp_path / "workspace.sqlite"))
    async with run_workspace(config) as slack:
        slack.delivery.faults.hold = True
        say(slack, "held back")
    async with run_workspace(config) as slack:
        bot = Bot(slack)
        async with connect(slack, bot):
            await until(lambda: len(bot.events) == 1)


async def time_out(slack: RunningWorkspace, bot: Bot, control: Control, attempts: int) -> None:
    """Let the acknowledgement of this attempt be lost and its three seconds pass."""
    lost = slack.delivery.sockets
    await until(lambda: len(bot.events) == attempts and lost.acks_to_lose == 3 - attempts)
    await control.post("clock", advance=3)


async def test_lost_acknowledgements_bring_the_event_again_on_slacks_schedule(
    slack: RunningWorkspace, bot: Bot, control: Control
) -> None:
    await control.post("deliveries", lose_acks=3, at_reconnect=False)
    say(slack, "once")
    await time_out(slack, bot, control, 1)
    await time_out(slack, bot, control, 2)
    await until(lambda: pending(slack) == [(2, "timeout")])
    assert seconds_until_next(slack) == 60
    await control.post("clock", advance=60)
    await time_out(slack, bot, control, 3)
    await until(lambda: pending(slack) == [(3, "timeout")])
    assert seconds_until_next(slack) == 300
    await control.post("clock", advance=300)
    await until(lambda: slack.delivery.delivered == 1)
    assert bot.retries == ["0", "1", "2", "3"]
    assert len({body["event_id"] for body in bot.bodies}) == 1


async def test_an_event_is_lost_after_the_last_attempt(
    slack: RunningWorkspace, control: Control
) -> None:
    await control.post("deliveries", at_reconnect=False)
    say(slack, "nobody there")
    await until(lambda: pending(slack) == [(2, "connection_failed")])
    await control.post("clock", advance=60)
    await until(lambda: pending(slack) == [(3, "connection_failed")])
    await control.post("clock", advance=300)
    await until(lambda: pending(slack) == [])
    assert len((await control.get("deliveries"))["lost"]) == 1


async def test_an_unmatched_event_is_not_acknowledged(slack: RunningWorkspace, bot: Bot) -> None:
    slack.delivery.send_event_as("Ev1", {"type": "unheard_of", "event_ts": "1.0"})
    await until(lambda: len(bot.events) == 1)
    slack.workspace.clock.advance(3)
    await until(lambda: len(bot.events) == 2)
    assert bot.retries == ["0", "1"]


async def test_the_client_reconnects_after_a_refresh_and_nothing_is_lost(
    slack: RunningWorkspace, bot: Bot, control: Control
) -> None:
    old = slack.delivery.sockets.live[0].socket_id
    assert await control.post("sockets/refresh") == {"asked": 1}
    await until(
        lambda: [one.socket_id for one in slack.delivery.sockets.live if one.socket_id != old] != []
    )
    say(slack, "after")
    await until(lambda: len(bot.events) == 1)


async def test_a_killed_socket_is_replaced_and_the_event_arrives(
    slack: RunningWorkspace, control: Control
) -> None:
    bot = Bot(slack)
    async with connect(slack, bot, ping_interval=0.2):
        await control.post("sockets/kill")
        await until(lambda: slack.delivery.sockets.live == [])
        say(slack, "while away")
        await until(lambda: len(bot.events) == 1)


async def test_an_envelope_that_dies_with_its_socket_comes_again(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    opened = await client.apps_connections_open(app_token="xapp-local")
    async with aiohttp.ClientSession() as session:
        stream = await session.ws_connect(opened["url"])
        assert (await stream.receive_json())["type"] == "hello"
        say(slack, "read but not acknowledged")
        assert (await stream.receive_json())["retry_attempt"] == 0
        await stream.close()
    bot = Bot(slack)
    async with connect(slack, bot):
        await until(lambda: len(bot.events) == 1)
    assert bot.retries[0] != "0"


async def test_each_event_goes_to_one_of_several_sockets(slack: RunningWorkspace) -> None:
    first, second = Bot(slack), Bot(slack)
    async with connect(slack, first), connect(slack, second):
        for number in range(40):
            say(slack, f"message {number}")
        await until(lambda: slack.delivery.delivered == 40)
    assert len(first.events) + len(second.events) == 40
    assert first.events
    assert second.events


async def test_the_eleventh_socket_is_turned_away(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    async with aiohttp.ClientSession() as session:
        streams = []
        for _ in range(11):
            opened = await client.apps_connections_open(app_token="xapp-local")
            streams.append(await session.ws_connect(opened["url"]))
        greetings = [await stream.receive_json() for stream in streams]
        assert [one["type"] for one in greetings] == ["hello"] * 10 + ["disconnect"]
        assert greetings[-1]["reason"] == "too_many_websockets"
        assert greetings[9]["num_connections"] == 10
        for stream in streams:
            await stream.close()


async def test_events_can_be_doubled_reordered_and_held(
    slack: RunningWorkspace, bot: Bot, control: Control
) -> None:
    await control.post("deliveries", copies=2, copies_of=1)
    say(slack, "thrice")
    await until(lambda: len(bot.events) == 3)
    assert len({body["event_id"] for body in bot.bodies}) == 1

    bot.bodies.clear()
    await control.post("deliveries", reorder=3)
    for text in ("a", "b", "c"):
        say(slack, text)
    await until(lambda: len(bot.events) == 3)
    assert [event["text"] for event in bot.events] == ["c", "b", "a"]

    bot.bodies.clear()
    await control.post("deliveries", hold=True)
    say(slack, "later")
    assert bot.events == []
    await control.post("deliveries/release")
    await until(lambda: len(bot.events) == 1)


async def test_events_can_be_slow(slack: RunningWorkspace, bot: Bot, control: Control) -> None:
    await control.post("deliveries", delay=3600)
    say(slack, "at last")
    await until(lambda: len(slack.delivery.pending) == 1)
    await control.post("clock", advance=3599)
    assert bot.events == []
    await control.post("clock", advance=1)
    await until(lambda: len(bot.events) == 1)


async def test_two_hundred_crafted_events_arrive_three_times_each(
    slack: RunningWorkspace, bot: Bot, control: Control
) -> None:
    events = [
        {
            "event_id": f"Ev{number}",
            "times": 3,
            "event": {
                "type": "app_mention",
                "user": ANA,
                "text": f"<@{BOT}> question {number}",
                "ts": f"1700000000.{number:06d}",
                "channel": BOARD,
                "event_ts": f"1700000000.{number:06d}",
            },
        }
        for number in range(200)
    ]
    await control.post("events", events=events)
    await until(lambda: len(bot.events) == 600, seconds=120)
    assert len({body["event_id"] for body in bot.bodies}) == 200
    replies = await bot.app.client.conversations_replies(channel=BOARD, ts="1700000000.000007")
    assert replies["messages"][0]["text"] == f"<@{BOT}> question 7"


async def test_idle_says_when_everything_is_done(
    slack: RunningWorkspace, bot: Bot, control: Control
) -> None:
    await control.post("deliveries", hold=True)
    say(slack, "later")
    assert await control.get("idle", quiet="0.01", timeout="0.1") == {"idle": False}
    await control.post("deliveries/release")
    assert await control.get("idle", quiet="0.05", timeout="5") == {"idle": True}
