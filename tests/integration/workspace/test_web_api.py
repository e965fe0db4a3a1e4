"""The Web API as Slack's own Python client and plain HTTP requests see it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.integration.workspace.conftest import ANA, BOARD, BOT, say, web_client
from workspace.http.server import Config, RunningWorkspace, run_workspace
from workspace.model.messages.new_message import NewMessage
from workspace.slack_objects.app import app_from_manifest

KEY = {"event_type": "curbside_run", "event_payload": {"k": "run:1:0"}}


async def refusal(call: Coroutine[Any, Any, Any]) -> dict[str, Any]:
    """The body of the answer that refuses this call."""
    with pytest.raises(SlackApiError) as refused:
        await call
    return dict(refused.value.response.data)


async def post(slack: RunningWorkspace, method: str, **request: Any) -> tuple[dict[str, Any], Any]:
    """A plain request, without Slack's client: the body and the headers of the answer."""
    async with (
        aiohttp.ClientSession() as session,
        session.post(slack.api_url + method, **request) as answer,
    ):
        return dict(await answer.json()), answer.headers


async def test_the_bot_learns_who_it_is(client: AsyncWebClient) -> None:
    me = await client.auth_test()
    assert (me["user_id"], me["bot_id"], me["team_id"]) == (BOT, "B0CURBSIDE", "T0CURBSIDE")
    assert me.headers["x-slack-req-id"]
    assert "chat:write" in me.headers["x-oauth-scopes"].split(",")


async def test_people_teams_and_bots_are_found(client: AsyncWebClient) -> None:
    assert (await client.users_info(user=ANA))["user"]["real_name"] == "Ana Ruiz"
    members = (await client.users_list())["members"]
    assert [one["id"] for one in members] == [ANA, "U0BEN", "U0CHEN", BOT]
    assert (await client.users_lookupByEmail(email="ben@example.org"))["user"]["id"] == "U0BEN"
    assert (await client.team_info())["team"]["id"] == "T0CURBSIDE"
    assert (await client.bots_info(bot="B0CURBSIDE"))["bot"]["app_id"] == "A0CURBSIDE"
    assert (await refusal(client.users_info(user="U0NOBODY")))["error"] == "user_not_found"


async def test_channels_are_listed_in_pages(client: AsyncWebClient) -> None:
    first = await client.conversations_list(limit=2)
    second = await client.conversations_list(
        limit=2, cursor=first["response_metadata"]["next_cursor"]
    )
    names = [one["name"] for one in [*first["channels"], *second["channels"]]]
    assert names == ["tumor-board", "drug-gene-lookups", "reasoning-review"]
    assert second["response_metadata"]["next_cursor"] == ""
    info = await client.conversations_info(channel=BOARD, include_num_members=True)
    assert info["channel"]["num_members"] == 4
    members = await client.conversations_members(channel=BOARD)
    assert members["members"] == [ANA, "U0BEN", "U0CHEN", BOT]


async def test_metadata_comes_back_only_when_asked_for(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    root = say(slack)
    posted = await client.chat_postMessage(
        channel=BOARD, thread_ts=root["ts"], text="step 1", metadata=KEY
    )
    plain = await client.conversations_replies(channel=BOARD, ts=root["ts"])
    assert "metadata" not in plain["messages"][1]
    full = await client.conversations_replies(
        channel=BOARD, ts=root["ts"], include_all_metadata=True
    )
    assert full["messages"][1]["metadata"] == KEY
    await client.chat_update(channel=BOARD, ts=posted["ts"], text="step 1, done")
    again = await client.conversations_replies(
        channel=BOARD, ts=root["ts"], include_all_metadata=True
    )
    assert again["messages"][1]["metadata"] == KEY


async def test_an_update_with_text_alone_replaces_blocks_and_shows_as_edited(
    client: AsyncWebClient,
) -> None:
    blocks = [{"type": "divider"}]
    ts = (await client.chat_postMessage(channel=BOARD, text="a", blocks=blocks))["ts"]
    with_blocks = await client.chat_update(channel=BOARD, ts=ts, text="b", blocks=blocks)
    assert "edited" not in with_blocks["message"]
    only_text = await client.chat_update(channel=BOARD, ts=ts, text="c")
    assert [each["type"] for each in only_text["message"]["blocks"]] == ["rich_text"]
    assert only_text["message"]["edited"]["user"] == BOT
    await client.chat_update(channel=BOARD, ts=ts, text="d", metadata=KEY)
    emptied = await client.chat_update(channel=BOARD, ts=ts, text="e", metadata={})
    assert "metadata" not in emptied["message"]


async def test_a_thread_is_read_in_pages_with_its_root_first(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    root = say(slack)
    for number in range(5):
        await client.chat_postMessage(channel=BOARD, thread_ts=root["ts"], text=f"{number}")
    seen: list[str] = []
    cursor = ""
    while True:
        page = await client.conversations_replies(
            channel=BOARD, ts=root["ts"], limit=2, cursor=cursor
        )
        assert page["messages"][0]["ts"] == root["ts"]
        seen += [one["text"] for one in page["messages"][1:]]
        if not page["has_more"]:
            break
        cursor = page["response_metadata"]["next_cursor"]
    assert seen == ["0", "1", "2", "3", "4"]
    assert page["messages"][0]["reply_count"] == 5
    assert page["messages"][0]["reply_users"] == [BOT]


async def test_history_shows_roots_newest_first(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    first, second, third = [say(slack, text) for text in ("a", "b", "c")]
    await client.chat_postMessage(channel=BOARD, thread_ts=first["ts"], text="hidden")
    await client.chat_postMessage(
        channel=BOARD, thread_ts=first["ts"], text="shown", reply_broadcast=True
    )
    whole = await client.conversations_history(channel=BOARD)
    assert [one["text"] for one in whole["messages"]] == ["shown", "c", "b", "a"]
    one = await client.conversations_history(
        channel=BOARD, latest=second["ts"], inclusive=True, limit=1
    )
    assert [message["text"] for message in one["messages"]] == ["b"]
    after = await client.conversations_history(
        channel=BOARD, oldest=second["ts"], latest=third["ts"]
    )
    assert after["messages"] == []
    next_page = await client.conversations_history(
        channel=BOARD, limit=2, cursor=one["response_metadata"]["next_cursor"]
    )
    assert [message["text"] for message in next_page["messages"]] == ["a"]


async def test_timestamps_never_repeat_or_go_back(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    stamps = [(await client.chat_postMessage(channel=BOARD, text="x"))["ts"] for _ in range(20)]
    assert stamps == sorted(set(stamps))


async def test_a_deleted_root_with_replies_leaves_a_tombstone(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    root = say(slack)
    await client.chat_postMessage(channel=BOARD, thread_ts=root["ts"], text="reply")
    slack.workspace.timeline.delete(BOARD, root["ts"], user=ANA)
    thread = await client.conversations_replies(channel=BOARD, ts=root["ts"])
    assert [one.get("subtype") for one in thread["messages"]] == ["tombstone", None]


async def test_an_ephemeral_message_is_seen_by_one_person_and_not_kept(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    ana, ben = slack.workspace.changes.subscribe(ANA), slack.workspace.changes.subscribe("U0BEN")
    await client.chat_postEphemeral(channel=BOARD, user=ANA, text="only you")
    await client.chat_postMessage(channel=BOARD, text="all of you")
    assert (await anext(ana))["message"]["text"] == "only you"
    assert (await anext(ben))["message"]["text"] == "all of you"
    history = await client.conversations_history(channel=BOARD)
    assert [one["text"] for one in history["messages"]] == ["all of you"]


async def test_a_long_text_is_cut_with_a_warning(client: AsyncWebClient) -> None:
    answer = await client.chat_postMessage(channel=BOARD, text="x" * 40_001)
    assert len(answer["message"]["text"]) == 40_000
    assert answer["warning"] == "message_truncated"


SECTION = {"type": "section", "text": {"type": "mrkdwn", "text": "x"}}
REFUSED: list[tuple[str, str, dict[str, Any]]] = [
    ("channel_not_found", "chat.postMessage", {"channel": "C0NOWHERE", "text": "x"}),
    ("no_text", "chat.postMessage", {"text": ""}),
    ("thread_not_found", "chat.postMessage", {"text": "x", "thread_ts": "1.000001"}),
    ("invalid_blocks", "chat.postMessage", {"text": "x", "blocks": [SECTION] * 51}),
    ("invalid_blocks_format", "chat.postMessage", {"text": "x", "blocks": "nonsense"}),
    ("markdown_text_conflict", "chat.postMessage", {"text": "x", "markdown_text": "y"}),
    ("msg_too_long", "chat.postMessage", {"markdown_text": "x" * 12_001}),
    ("too_many_attachments", "chat.postMessage", {"text": "x", "attachments": [{}] * 101}),
    (
        "msg_blocks_too_long",
        "chat.postMessage",
        {"text": "x", "blocks": [{**SECTION, "text": {"type": "mrkdwn", "text": "x" * 2_900}}] * 5},
    ),
    (
        "metadata_too_large",
        "chat.postMessage",
        {"text": "x", "metadata": {"event_type": "e", "event_payload": {"k": "x" * 9_000}}},
    ),
    ("invalid_metadata_format", "chat.postMessage", {"text": "x", "metadata": {"event_type": ""}}),
    ("invalid_metadata_schema", "chat.postMessage", {"text": "x", "metadata": {"event_type": "e"}}),
    ("message_not_found", "chat.update", {"ts": "1.000001", "text": "x"}),
    ("cant_update_message", "chat.update", {"ts": "theirs", "text": "x"}),
    ("msg_too_long", "chat.update", {"ts": "mine", "text": "x" * 4_001}),
    ("no_text", "chat.update", {"ts": "mine"}),
    ("cant_delete_message", "chat.delete", {"ts": "theirs"}),
    ("message_not_found", "chat.delete", {"ts": "1.000001"}),
    ("user_not_in_channel", "chat.postEphemeral", {"text": "x", "user": "U0NOBODY"}),
    ("message_not_found", "chat.getPermalink", {"message_ts": "1.000001"}),
    ("already_reacted", "reactions.add", {"timestamp": "mine", "name": "eyes"}),
    ("no_reaction", "reactions.remove", {"timestamp": "mine", "name": "tada"}),
    ("invalid_name", "reactions.add", {"timestamp": "mine", "name": "Not a name"}),
    ("no_item_specified", "reactions.add", {"name": "eyes"}),
    ("thread_not_found", "conversations.replies", {"ts": "1.000001"}),
    ("invalid_cursor", "conversations.replies", {"ts": "mine", "cursor": "%%%"}),
    ("invalid_ts_latest", "conversations.history", {"latest": "now"}),
    ("invalid_limit", "conversations.history", {"limit": 1000}),
    ("invalid_types", "conversations.list", {"types": "aquarium"}),
    ("users_list_not_supplied", "conversations.open", {"channel": ""}),
    ("file_not_found", "files.info", {"file": "F0NOWHERE"}),
    (
        "invalid_trigger_id",
        "views.open",
        {
            "trigger_id": "1",
            "view": {
                "type": "modal",
                "title": {"type": "plain_text", "text": "x"},
                "blocks": [],
            },
        },
    ),
    (
        "user_not_found",
        "views.publish",
        {"user_id": "U0NOBODY", "view": {"type": "home", "blocks": []}},
    ),
    ("invalid_thread_ts", "assistant.threads.setStatus", {"thread_ts": "1.000001", "status": "x"}),
    ("invalid_thread_ts", "assistant.threads.setTitle", {"thread_ts": "1.000001", "title": "x"}),
    ("invalid_arguments", "assistant.threads.setSuggestedPrompts", {"prompts": [{"title": "x"}]}),
    (
        "invalid_arguments",
        "assistant.threads.setSuggestedPrompts",
        {"prompts": [{"title": "x", "message": "y"}] * 5},
    ),
    ("unknown_method", "chat.singAloud", {}),
]


@pytest.mark.parametrize(
    ("error", "method", "arguments"), REFUSED, ids=[f"{one[1]}-{one[0]}" for one in REFUSED]
)
async def test_what_slack_refuses_is_refused_by_its_name(
    slack: RunningWorkspace,
    client: AsyncWebClient,
    error: str,
    method: str,
    arguments: dict[str, Any],
) -> None:
    theirs = say(slack)
    mine = await client.chat_postMessage(channel=BOARD, text="mine")
    await client.reactions_add(channel=BOARD, timestamp=mine["ts"], name="eyes")
    known = {"mine": mine["ts"], "theirs": theirs["ts"]}
    sent = {"channel": BOARD, "channel_id": BOARD} | arguments
    sent = {key: known.get(str(value), value) for key, value in sent.items()}
    assert (await refusal(client.api_call(method, json=sent)))["error"] == error


async def test_invalid_blocks_say_where_they_are_wrong(client: AsyncWebClient) -> None:
    wrong = {"type": "header", "text": {"type": "plain_text", "text": "x" * 151}}
    body = await refusal(client.chat_postMessage(channel=BOARD, text="x", blocks=[wrong]))
    assert body["error"] == "invalid_blocks"
    assert body["response_metadata"]["messages"] == [
        "[ERROR] must be less than 151 characters [json-pointer:/blocks/0/text/text]"
    ]


async def test_missing_arguments_are_named(slack: RunningWorkspace, client: AsyncWebClient) -> None:
    body = await refusal(client.api_call("chat.update", json={"text": "x"}))
    assert body["error"] == "invalid_arguments"
    assert body["response_metadata"]["messages"] == ["[ERROR] missing required field: channel"]


async def test_tokens_are_checked(slack: RunningWorkspace) -> None:
    assert (await refusal(web_client(slack, "xoxb-wrong").auth_test()))["error"] == "invalid_auth"
    by_app = web_client(slack, "xapp-local").auth_test()
    assert (await refusal(by_app))["error"] == "not_allowed_token_type"
    by_bot = web_client(slack).apps_connections_open(app_token="xoxb-local")
    assert (await refusal(by_bot))["error"] == "not_allowed_token_type"
    assert (await post(slack, "auth.test"))[0] == {"ok": False, "error": "not_authed"}
    slack.dispatcher.revoked_tokens.add("xoxb-local")
    assert (await refusal(web_client(slack).auth_test()))["error"] == "token_revoked"


async def test_a_missing_scope_is_named_with_those_given() -> None:
    app = replace(app_from_manifest(), scopes=frozenset({"users:read"}))
    async with run_workspace(Config(app=app)) as slack:
        body = await refusal(web_client(slack).chat_postMessage(channel=BOARD, text="x"))
    assert (body["error"], body["needed"], body["provided"]) == (
        "missing_scope",
        "chat:write",
        "users:read",
    )


async def test_a_channel_without_the_bot_is_closed_to_it(slack: RunningWorkspace) -> None:
    channel = slack.workspace.conversations.get(BOARD) | {"id": "C0OTHER", "name": "other"}
    slack.workspace.storage.directory.put_channel(channel)
    client = web_client(slack)
    refused = client.chat_postMessage(channel="C0OTHER", text="x")
    assert (await refusal(refused))["error"] == "not_in_channel"
    unread = client.conversations_history(channel="C0OTHER")
    assert (await refusal(unread))["error"] == "not_in_channel"
    assert (await refusal(client.conversations_join(channel="C0OTHER")))[
        "needed"
    ] == "channels:join"


async def test_the_bot_can_join_with_the_scope() -> None:
    app = app_from_manifest()
    app = replace(app, scopes=app.scopes | {"channels:join"})
    async with run_workspace(Config(app=app)) as slack:
        channel = slack.workspace.conversations.get(BOARD) | {"id": "C0OTHER", "name": "other"}
        slack.workspace.storage.directory.put_channel(channel)
        client = web_client(slack)
        await client.conversations_join(channel="C0OTHER")
        assert (await client.chat_postMessage(channel="#other", text="x"))["channel"] == "C0OTHER"
        again = await client.conversations_join(channel="C0OTHER")
        assert again["warning"] == "already_in_channel"


async def test_a_direct_conversation_is_opened_by_posting_to_a_person(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    posted = await client.chat_postMessage(channel=ANA, text="hello")
    opened = await client.conversations_open(users=[ANA])
    assert opened["channel"]["id"] == posted["channel"] == "D0ANA"
    assert opened["already_open"]
    listed = await client.conversations_list(types="im")
    assert [one["user"] for one in listed["channels"]] == [ANA]


@pytest.mark.parametrize(
    "request_",
    [
        {"json": {"channel": BOARD, "text": "x", "blocks": [{"type": "divider"}]}},
        {"data": {"channel": BOARD, "text": "x", "blocks": json.dumps([{"type": "divider"}])}},
        {"params": {"channel": BOARD, "text": "x", "blocks": json.dumps([{"type": "divider"}])}},
        {
            "data": {
                "channel": BOARD,
                "text": "x",
                "token": "xoxb-local",
                "blocks": '[{"type":"divider"}]',
            }
        },
    ],
    ids=["json", "form", "query", "token in the form"],
)
async def test_arguments_may_come_in_every_encoding(
    slack: RunningWorkspace, request_: dict[str, Any]
) -> None:
    in_form = "token" in (request_.get("data") or {})
    headers = {} if in_form else {"Authorization": "Bearer xoxb-local"}
    body, _ = await post(slack, "chat.postMessage", headers=headers, **request_)
    assert body["ok"], body
    assert body["message"]["text"] == "x"
    assert [block["type"] for block in body["message"]["blocks"]] == ["divider"]


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://example.org"}, {"Host": "rebound.example.org"}]
)
async def test_other_web_sites_are_refused(
    slack: RunningWorkspace, headers: dict[str, str]
) -> None:
    body, _ = await post(slack, "api.test", headers=headers)
    assert body == {"ok": False, "error": "not_allowed_here"}


async def test_reactions_are_counted(slack: RunningWorkspace, client: AsyncWebClient) -> None:
    message = say(slack)
    await client.reactions_add(channel=BOARD, timestamp=message["ts"], name="eyes")
    slack.workspace.reactions.add(BOARD, message["ts"], "eyes", user=ANA)
    got = await client.reactions_get(channel=BOARD, timestamp=message["ts"])
    assert got["message"]["reactions"] == [{"name": "eyes", "users": [BOT, ANA], "count": 2}]
    await client.reactions_remove(channel=BOARD, timestamp=message["ts"], name="eyes")
    got = await client.reactions_get(channel=BOARD, timestamp=message["ts"])
    assert got["message"]["reactions"] == [{"name": "eyes", "users": [ANA], "count": 1}]


async def test_a_permalink_leads_into_the_thread(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    root = say(slack)
    reply = await client.chat_postMessage(channel=BOARD, thread_ts=root["ts"], text="x")
    link = (await client.chat_getPermalink(channel=BOARD, message_ts=reply["ts"]))["permalink"]
    assert link.endswith(
        f"/archives/{BOARD}/p{reply['ts'].replace('.', '')}?thread_ts={root['ts']}&cid={BOARD}"
    )
    of_root = (await client.chat_getPermalink(channel=BOARD, message_ts=root["ts"]))["permalink"]
    async with aiohttp.ClientSession() as session:
        for address in (link, of_root):
            async with session.get(address, allow_redirects=False) as answer:
                assert answer.status == 302
                assert answer.headers["Location"] == f"/#//{BOARD}/{root['ts']}"


async def test_the_status_of_a_thread_is_shown_until_the_bot_posts(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    root = say(slack)
    changes = slack.workspace.changes.subscribe("U0BEN")
    place = {"channel_id": BOARD, "thread_ts": root["ts"]}
    await client.assistant_threads_setStatus(
        **place, status="is reading", loading_messages=["One", "Two"]
    )
    shown = await anext(changes)
    assert (shown["status"], shown["loading_messages"]) == ("is reading", ["One", "Two"])
    await client.agents_sessions_setStatus(**place, status="processing", title="Alpha")
    title, session = await anext(changes), await anext(changes)
    assert (title["type"], title["title"]) == ("session_title", "Alpha")
    assert (session["type"], session["status"]) == ("session", "processing")
    await client.chat_postMessage(channel=BOARD, thread_ts=root["ts"], text="done")
    kinds = [(await anext(changes))["type"] for _ in range(3)]
    assert kinds == ["message", "message_changed", "status"]


async def test_a_status_goes_after_two_minutes_without_a_message(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    root = say(slack)
    changes = slack.workspace.changes.subscribe("U0BEN")
    place = {"channel_id": BOARD, "thread_ts": root["ts"]}
    for status in ("is reading", "is writing"):
        await client.assistant_threads_setStatus(**place, status=status)
        assert (await anext(changes))["status"] == status
        slack.workspace.clock.advance(100)
        await asyncio.sleep(0)
    slack.workspace.clock.advance(20)
    gone = await anext(changes)
    assert (gone["type"], gone["thread_ts"], gone["status"]) == ("status", root["ts"], "")


async def test_a_session_keeps_its_first_title_until_it_is_renamed(
    slack: RunningWorkspace, client: AsyncWebClient
) -> None:
    root = say(slack)
    place = {"channel_id": BOARD, "thread_ts": root["ts"]}

    async def title() -> str:
        path = f"/page/api/channels/{BOARD}/threads/{root['ts']}?user={ANA}"
        async with aiohttp.ClientSession() as session, session.get(slack.url + path) as answer:
            return str((await answer.json())["title"])

    with pytest.raises(SlackApiError, match="session_not_found"):
        await client.agents_sessions_rename(**place, title="Alpha")
    assert await title() == ""
    for words in ("Alpha", "Beta"):
        await client.agents_sessions_setStatus(**place, status="processing", title=words)
    assert await title() == "Alpha", "a title is given when the session is made"
    assert (await client.agents_sessions_rename(**place, title="Gamma"))["title"] == "Gamma"
    assert await title() == "Gamma"


async def test_people_cannot_write_where_they_are_not(slack: RunningWorkspace) -> None:
    new = NewMessage(channel="C0NOWHERE", user=ANA, text="x")
    with pytest.raises(Exception, match="channel_not_found"):
        slack.workspace.timeline.post(new)


async def test_a_direct_conversation_with_several_is_made_once(slack: RunningWorkspace) -> None:
    client = web_client(slack)
    opened = await client.conversations_open(users=[ANA, "U0BEN"], return_im=True)
    channel = opened["channel"]
    assert (channel["is_mpim"], channel["name"]) == (True, "mpdm-curbside--ana--ben-1")
    assert not opened["already_open"]
    again = await client.conversations_open(users=["U0BEN", ANA])
    assert (again["channel"]["id"], again["already_open"]) == (channel["id"], True)
    await client.chat_postMessage(channel=channel["id"], text="hello")
    listed = await client.conversations_list(types="mpim")
    assert [one["id"] for one in listed["channels"]] == [channel["id"]]
    for users, error in (
        ([ANA, "U0NOBODY"], "user_not_found"), ([f"U{n}" for n in range(9)], "too_many_users"),
    ):  # fmt: skip
        with pytest.raises(SlackApiError, match=error):
            await client.conversations_open(users=users)
    with pytest.raises(SlackApiError, match="method_not_supported_for_channel_type"):
        await client.conversations_invite(channel=channel["id"], users="U0CHEN")
