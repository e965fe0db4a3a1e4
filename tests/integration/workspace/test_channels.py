"""Channels are made, people and the app come and go; what each of them and the app hear of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.integration.workspace.conftest import (
    ANA,
    BOARD,
    BOT,
    Bot,
    Control,
    StoppedClock,
    connect,
    say,
    until,
    web_client,
)
from workspace.errors import SlackRefusal
from workspace.http.server import Config, RunningWorkspace, run_workspace
from workspace.slack_objects.app import app_from_manifest

BEN, CHEN = "U0BEN", "U0CHEN"
MANAGING = {"channels:manage", "channels:join", "groups:write"}
HEARD = ("member_joined_channel", "member_left_channel", "channel_created", "channel_left")


@pytest.fixture
async def slack() -> AsyncIterator[RunningWorkspace]:
    """A workspace whose app may manage channels; no time passes by itself."""
    app = app_from_manifest()
    app = replace(app, scopes=app.scopes | MANAGING, bot_events=app.bot_events | set(HEARD))
    async with run_workspace(Config(limits="off", app=app), StoppedClock()) as workspace:
        yield workspace


async def refusal(call: Any) -> Any:
    """The body of the answer that refuses this call."""
    with pytest.raises(SlackApiError) as refused:
        await call
    return refused.value.response.data


async def new_channel(client: AsyncWebClient, name: str = "cases", **more: Any) -> str:
    return str((await client.conversations_create(name=name, **more))["channel"]["id"])


async def members(client: AsyncWebClient, channel: str) -> list[str]:
    return list((await client.conversations_members(channel=channel))["members"])


async def test_the_app_makes_a_channel_and_is_its_member(client: AsyncWebClient) -> None:
    channel = (await client.conversations_create(name="cases"))["channel"]
    assert (channel["name"], channel["creator"], channel["is_member"]) == ("cases", BOT, True)
    assert (channel["is_private"], channel["is_channel"]) == (False, True)
    assert await members(client, channel["id"]) == [BOT]
    hidden = (await client.conversations_create(name="hidden", is_private=True))["channel"]
    assert hidden["is_private"]
    listed = await client.conversations_list(types="private_channel")
    assert [one["id"] for one in listed["channels"]] == [hidden["id"]]


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("", "invalid_name_required"),
        ("x" * 81, "invalid_name_maxlength"),
        ("Cases", "invalid_name_specials"),
        ("my cases", "invalid_name_specials"),
        ("--", "invalid_name_punctuation"),
        ("tumor-board", "name_taken"),
    ],
)
async def test_what_slack_refuses_of_a_name(client: AsyncWebClient, name: str, error: str) -> None:
    assert (await refusal(client.conversations_create(name=name)))["error"] == error


async def test_people_are_invited_and_removed(client: AsyncWebClient) -> None:
    channel = await new_channel(client)
    await client.conversations_invite(channel=channel, users=[ANA, BEN])
    assert await members(client, channel) == [BOT, ANA, BEN]
    assert (await client.conversations_kick(channel=channel, user=ANA))["errors"] == {}
    assert await members(client, channel) == [BOT, BEN]


async def test_all_are_invited_or_none_unless_it_is_forced(client: AsyncWebClient) -> None:
    channel = await new_channel(client)
    users = [ANA, "U0NOBODY", BOT]
    refused = await refusal(client.conversations_invite(channel=channel, users=users))
    errors = [
        {"user": "U0NOBODY", "ok": False, "error": "user_not_found"},
        {"user": BOT, "ok": False, "error": "cant_invite_self"},
    ]
    assert (refused["error"], refused["errors"]) == ("user_not_found", errors)
    assert await members(client, channel) == [BOT]
    forced = await client.conversations_invite(channel=channel, users=users, force=True)
    assert forced["errors"] == errors
    assert await members(client, channel) == [BOT, ANA]
    again = client.conversations_invite(channel=channel, users=ANA, force=True)
    assert (await refusal(again))["error"] == "already_in_channel"
    nobody = client.api_call("conversations.invite", json={"channel": channel})
    assert (await refusal(nobody))["error"] == "no_user"


async def test_what_slack_refuses_of_members(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    channel = await new_channel(client)
    direct = (await client.conversations_open(users=[ANA]))["channel"]["id"]
    theirs = slack.workspace.memberships.create("theirs", creator=ANA)["id"]
    hidden = slack.workspace.memberships.create("hidden", creator=ANA, is_private=True)["id"]
    kick, invite = client.conversations_kick, client.conversations_invite
    for call, error in (
        (kick(channel=channel, user=BOT), "cant_kick_self"),
        (kick(channel=channel, user=BEN), "not_in_channel"),
        (kick(channel=channel, user="U0NOBODY"), "user_not_found"),
        (kick(channel=theirs, user=ANA), "not_in_channel"),
        (invite(channel=theirs, users=BEN), "not_in_channel"),
        (invite(channel=hidden, users=BEN), "channel_not_found"),
        (invite(channel=direct, users=BEN), "method_not_supported_for_channel_type"),
        (client.conversations_leave(channel=channel), "last_member"),
        (client.conversations_join(channel=hidden), "method_not_supported_for_channel_type"),
    ):
        assert (await refusal(call))["error"] == error


async def test_the_app_leaves_and_joins(slack: RunningWorkspace, client: AsyncWebClient) -> None:
    assert (await client.conversations_leave(channel=BOARD))["ok"]
    assert (await refusal(client.conversations_leave(channel=BOARD)))["not_in_channel"] is True
    posted = client.chat_postMessage(channel=BOARD, text="x")
    assert (await refusal(posted))["error"] == "not_in_channel"
    joined = await client.conversations_join(channel=BOARD)
    assert joined["channel"]["is_member"]
    again = await client.conversations_join(channel=BOARD)
    assert (again["warning"], again["response_metadata"]["warnings"]) == (
        "already_in_channel",
        ["already_in_channel"],
    )


async def test_the_scope_depends_on_the_channel(client: AsyncWebClient) -> None:
    app = replace(app_from_manifest(), scopes=frozenset({"channels:manage"}))
    async with run_workspace(Config(limits="off", app=app), StoppedClock()) as slack:
        narrow = web_client(slack)
        channel = await new_channel(narrow)
        await narrow.conversations_invite(channel=channel, users=ANA)
        private = await refusal(narrow.conversations_create(name="hidden", is_private=True))
        assert (private["error"], private["needed"]) == ("missing_scope", "groups:write")


async def test_users_conversations_lists_where_somebody_is(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    memberships = slack.workspace.memberships
    memberships.create("of-ana", creator=ANA, is_private=True)
    shared = memberships.create("shared", creator=ANA, is_private=True)["id"]
    memberships.invite(shared, [BOT], by=ANA)
    await client.conversations_leave(channel="C0REVIEW")
    types = "public_channel,private_channel"

    async def names(**query: Any) -> list[str]:
        found = await client.users_conversations(types=types, **query)
        return [one["name"] for one in found["channels"]]

    assert await names() == ["tumor-board", "drug-gene-lookups", "shared"]
    assert await names(user=ANA) == [
        "tumor-board",
        "drug-gene-lookups",
        "reasoning-review",
        "shared",
    ]
    first = await client.users_conversations(types=types, limit=2)
    assert first["response_metadata"]["next_cursor"]
    wrong = client.users_conversations(types="aquarium")
    assert (await refusal(wrong))["error"] == "invalid_types"


async def test_the_app_hears_who_comes_and_goes(slack: RunningWorkspace) -> None:
    bot = Bot(slack)
    for name in ("member_left_channel", "channel_created", "channel_left"):
        bot.app.event(name)(_nothing)
    async with connect(slack, bot):
        memberships = slack.workspace.memberships
        channel = memberships.create("cases", creator=ANA)["id"]
        memberships.invite(channel, [BOT, BEN], by=ANA)
        memberships.leave(channel, BEN)
        memberships.kick(channel, BOT, by=ANA)
        memberships.invite(channel, [CHEN], by=ANA)
        await until(lambda: len(bot.events) == 6)
    assert bot.of("channel_created")[0]["channel"]["name"] == "cases"
    joined = sorted(bot.of("member_joined_channel"), key=lambda one: str(one["event_ts"]))
    assert [(one["user"], one["inviter"], one["channel_type"]) for one in joined] == [
        (BOT, ANA, "C"),
        (BEN, ANA, "C"),
    ]
    assert {one["user"] for one in bot.of("member_left_channel")} == {BEN, BOT}
    assert [one["channel"] for one in bot.of("channel_left")] == [channel]


async def _nothing() -> None:
    """Acknowledge, no more."""


async def test_slacks_own_commands_change_who_is_in_a_channel(slack: RunningWorkspace) -> None:
    run, conversations = slack.workspace.commands.run, slack.workspace.conversations
    channel = slack.workspace.memberships.create("cases", creator=ANA)["id"]
    assert await run(ANA, channel, f"/invite <@{BEN}> <@{BOT}>")
    assert conversations.members(channel) == [ANA, BEN, BOT]
    assert await run(BEN, channel, f"/kick <@{BOT}>")
    assert await run(BEN, channel, "/leave")
    assert conversations.members(channel) == [ANA]
    assert await run(BEN, BOARD, "/join #cases")
    assert await run(CHEN, BOARD, f"/open <#{channel}>")
    assert conversations.members(channel) == [ANA, BEN, CHEN]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("/invite", "Name somebody: `/invite @somebody`"),
        (f"/invite <@{BEN}>", "They are in this channel already."),
        (f"/remove <@{ANA}>", "You cannot remove yourself."),
        ("/join", "Name a channel: `/join #channel`"),
        ("/join #hidden", "There is no public channel of this name."),
    ],
)
async def test_slackbot_says_why_a_command_of_slack_was_not_taken(
    slack: RunningWorkspace, typed: str, words: str
) -> None:
    slack.workspace.memberships.create("hidden", creator=BEN, is_private=True)
    changes = slack.workspace.changes.subscribe(ANA)
    assert not await slack.workspace.commands.run(ANA, BOARD, typed)
    assert (await anext(changes))["message"]["text"].startswith(words)


async def test_guests_are_only_where_they_were_invited(
    slack: RunningWorkspace, client: AsyncWebClient, control: Control
) -> None:
    for name, guest in (("gil", "single"), ("mia", "multi")):
        await control.post("people", name=name, real_name=f"{name} Guest", guest=guest)
    gil = (await client.users_info(user="U0GIL"))["user"]
    assert (gil["is_restricted"], gil["is_ultra_restricted"]) == (True, True)
    mia = (await client.users_info(user="U0MIA"))["user"]
    assert (mia["is_restricted"], mia["is_ultra_restricted"]) == (True, False)
    first, second = await new_channel(client, "first"), await new_channel(client, "second")
    await client.conversations_invite(channel=first, users=["U0GIL", "U0MIA"])
    await client.conversations_invite(channel=second, users="U0MIA")
    full = client.conversations_invite(channel=second, users="U0GIL")
    assert (await refusal(full))["error"] == "ura_max_channels"
    say(slack, "hello", user="U0GIL", channel=first)
    for change in (
        lambda: slack.workspace.memberships.enter(BOARD, "U0MIA"),
        lambda: slack.workspace.memberships.leave(first, "U0MIA"),
    ):
        with pytest.raises(SlackRefusal, match="user_is_restricted"):
            change()
    with pytest.raises(SlackRefusal, match="channel_not_found"):
        slack.workspace.conversations.readable(BOARD, "U0MIA")


async def test_a_channel_is_shared_while_a_stranger_is_in_it(
    slack: RunningWorkspace, client: AsyncWebClient, control: Control
) -> None:
    await control.post("people", name="sam", real_name="Sam Roe", guest="stranger")
    sam = (await client.users_info(user="U0SAM"))["user"]
    assert (sam["is_stranger"], sam["is_restricted"]) == (True, False)
    assert sam["team_id"] == sam["profile"]["team"] != "T0CURBSIDE"

    async def is_shared(channel: str) -> bool:
        found = (await client.conversations_info(channel=channel))["channel"]
        assert found["is_shared"] == found["is_ext_shared"]
        return bool(found["is_ext_shared"])

    channel = await new_channel(client, "both")
    assert not await is_shared(channel)
    await client.conversations_invite(channel=channel, users="U0SAM")
    assert await is_shared(channel)
    assert not await is_shared(BOARD)
    with pytest.raises(SlackRefusal, match="user_is_restricted"):
        slack.workspace.memberships.enter(BOARD, "U0SAM")
    say(slack, "hello", user="U0SAM", channel=channel)
    (said,) = [
        one
        for one in (await client.conversations_history(channel=channel))["messages"]
        if one.get("user") == "U0SAM"
    ]
    assert {said["team"], said["user_team"], said["source_team"]} == {sam["team_id"]}
    (event,) = [
        each.payload
        for each in slack.delivery.pending.values()
        if each.payload["event"].get("text") == "hello"
    ]
    assert (event["team_id"], event["is_ext_shared_channel"]) == ("T0CURBSIDE", True)
    await client.conversations_kick(channel=channel, user="U0SAM")
    assert not await is_shared(channel)
