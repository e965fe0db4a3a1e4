"""Two apps in one workspace at once: unmodified slack-bolt apps, each by its own way, with what is
its own, and with nothing of the other."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

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
from tests.integration.workspace.test_events_api import HttpBot, served
from tests.integration.workspace.test_web_api import refusal
from workspace.delivery.events_api import signature
from workspace.http.server import Config, RunningWorkspace, run_workspace
from workspace.model.messages.new_message import NewMessage
from workspace.slack_objects.app import App, app_from_manifest, further_team
from workspace.slack_objects.manifest import ManifestError

PING = "U0PING"
CASE = {"name": "New case", "type": "global", "callback_id": "case", "description": "A form"}
MODAL = {
    "type": "modal",
    "title": {"type": "plain_text", "text": "Ask"},
    "submit": {"type": "plain_text", "text": "Send"},
    "blocks": [{"type": "divider"}],
}
HOME = {"type": "home", "blocks": [{"type": "divider"}]}
GO = {"type": "button", "action_id": "go", "text": {"type": "plain_text", "text": "Go"}}
BUTTON = [{"type": "actions", "block_id": "b", "elements": [GO]}]


def first_app(**changed: Any) -> App:
    commands = ({"command": "/gene", "description": "Look a gene up"},)
    return replace(app_from_manifest(), commands=commands, shortcuts=(CASE,), **changed)


def ping_app(**changed: Any) -> App:
    """An app with all that the first has, and secrets, a command and a name of its own."""
    own: dict[str, Any] = {
        "name": "Ping",
        "bot_token": "xoxb-ping",
        "app_token": "xapp-ping",
        "signing_secret": "ping-secret",
        "client_id": "1.2",
        "client_secret": "ping-client-secret",
        "commands": ({"command": "/ping", "description": "Ping"},),
    }
    return replace(first_app(), **(own | changed))


@asynccontextmanager
async def running(state: str = ":memory:", **changed: Any) -> AsyncIterator[RunningWorkspace]:
    config = Config(limits="off", state=state, app=first_app(), further_apps=(ping_app(**changed),))
    async with run_workspace(config, StoppedClock()) as workspace:
        yield workspace


@pytest.fixture
async def slack() -> AsyncIterator[RunningWorkspace]:
    async with running() as workspace:
        yield workspace


class Both:
    """The two bots, and the page's API as a person uses it."""

    def __init__(self, slack: RunningWorkspace, page: aiohttp.ClientSession) -> None:
        self.slack, self.page = slack, page
        self.parts = (slack.workspace, slack.apps[0].workspace)
        self.bots = (Bot(slack), Bot(slack.apps[0]))
        self.heard: tuple[list[dict[str, Any]], list[dict[str, Any]]] = ([], [])
        for bot, heard in zip(self.bots, self.heard, strict=True):
            for listen in (bot.app.command, bot.app.shortcut, bot.app.action, bot.app.view):
                listen(re.compile(""))(_note_in(heard))

    def clients(self) -> tuple[AsyncWebClient, AsyncWebClient]:
        first, ping = self.bots
        return first.app.client, ping.app.client

    async def post(self, path: str, **body: Any) -> dict[str, Any]:
        async with self.page.post(f"/page/api/{path}", json={"user": ANA, **body}) as answer:
            return dict(await answer.json())

    async def get(self, path: str) -> dict[str, Any]:
        async with self.page.get(f"/page/api/{path}", params={"user": ANA}) as answer:
            return dict(await answer.json())

    async def arrived(self) -> None:
        """Wait until nothing is on its way to either app."""
        for one in (self.slack, *self.slack.apps):
            await until(lambda one=one: not one.delivery.pending)

    def texts(self) -> tuple[list[str], list[str]]:
        """What each got as messages."""
        first, ping = ([str(one["text"]) for one in bot.of("message")] for bot in self.bots)
        return first, ping


def _note_in(heard: list[dict[str, Any]]) -> Callable[..., Awaitable[None]]:
    async def note(ack: Callable[[], Awaitable[None]], body: dict[str, Any]) -> None:
        heard.append(body)
        await ack()

    return note


@pytest.fixture
async def both(slack: RunningWorkspace) -> AsyncIterator[Both]:
    async with AsyncExitStack() as stack:
        page = await stack.enter_async_context(aiohttp.ClientSession(slack.url))
        both = Both(slack, page)
        await stack.enter_async_context(connect(slack, both.bots[0]))
        await stack.enter_async_context(connect(slack.apps[0], both.bots[1]))
        yield both


async def test_each_gets_the_messages_of_its_conversations_and_mentions_of_its_own_bot(
    both: Both,
) -> None:
    memberships = both.parts[0].memberships
    for name, bot in (("of-first", BOT), ("of-ping", PING)):
        channel = str(memberships.create(name, creator=ANA, is_private=True)["id"])
        memberships.invite(channel, [bot], by=ANA)
        say(both.slack, name, channel=channel)
        direct = (await both.post("dm", bot=bot))["channel"]["id"]
        say(both.slack, f"direct {name}", channel=direct)
    say(both.slack, f"<@{PING}> hi")
    say(both.slack, f"<@{BOT}> hello")
    await both.arrived()
    in_channel = [f"<@{PING}> hi", f"<@{BOT}> hello"]
    first, ping = both.texts()
    assert sorted(first) == sorted(["of-first", "direct of-first", *in_channel])
    assert sorted(ping) == sorted(["of-ping", "direct of-ping", *in_channel])
    mentions = [[one["text"] for one in bot.of("app_mention")] for bot in both.bots]
    assert mentions == [[f"<@{BOT}> hello"], [f"<@{PING}> hi"]]
    opened = [[one["channel"] for one in bot.of("app_home_opened")] for bot in both.bots]
    assert opened == [["D0ANA"], ["D1ANA"]]
    for bot, (app_id, user) in zip(both.bots, (("A0CURBSIDE", BOT), ("A0PING", PING)), strict=True):
        told = {
            (one["api_app_id"], one["authorizations"][0]["user_id"])
            for one in bot.bodies
            if "event" in one
        }
        assert told == {(app_id, user)}


async def test_what_one_bot_writes_reaches_the_other_as_the_message_of_a_bot(both: Both) -> None:
    first, ping = both.clients()
    await ping.chat_postMessage(channel=BOARD, text=f"<@{BOT}> ping")
    await both.arrived()
    heard = both.bots[0].of("message")[0]
    assert (heard["bot_id"], heard["app_id"], heard["user"]) == ("B0PING", "A0PING", PING)
    assert heard["bot_profile"]["name"] == "Ping"
    assert (await first.bots_info(bot="B0PING"))["bot"]["user_id"] == PING
    assert (await first.users_info(user=PING))["user"]["is_bot"]


async def test_a_token_never_acts_as_the_other_app_nor_reads_what_is_its_own(both: Both) -> None:
    first, ping = both.clients()
    assert ((await first.auth_test())["user_id"], (await ping.auth_test())["user_id"]) == (
        BOT,
        PING,
    )
    said = (await first.chat_postMessage(channel=BOARD, text="mine", blocks=BUTTON))["ts"]
    direct = (await first.conversations_open(users=[ANA]))["channel"]["id"]
    own = (await first.chat_postMessage(channel=direct, text="for Ana"))["ts"]
    uploaded = await first.files_upload_v2(channel=direct, content="secret", filename="a.txt")
    file = uploaded["file"]["id"]
    home = await first.views_publish(user_id=ANA, view=HOME)
    for call, error in (
        (ping.chat_update(channel=BOARD, ts=said, text="x"), "cant_update_message"),
        (ping.chat_delete(channel=BOARD, ts=said), "cant_delete_message"),
        (
            ping.chat_appendStream(channel=BOARD, ts=said, markdown_text="x"),
            "message_not_owned_by_app",
        ),
        (ping.conversations_history(channel=direct), "channel_not_found"),
        (ping.conversations_replies(channel=direct, ts=own), "channel_not_found"),
        (ping.conversations_info(channel=direct), "channel_not_found"),
        (ping.chat_postMessage(channel=direct, text="x"), "channel_not_found"),
        (ping.chat_getPermalink(channel=direct, message_ts=own), "channel_not_found"),
        (ping.reactions_add(channel=direct, timestamp=own, name="eyes"), "channel_not_found"),
        (ping.files_info(file=file), "file_not_found"),
        (ping.views_update(view_id=home["view"]["id"], view=MODAL), "not_found"),
        (ping.files_delete(file=file), "file_not_found"),
    ):
        assert (await refusal(call))["error"] == error
    assert (await ping.files_list())["files"] == []
    assert [one["id"] for one in (await ping.conversations_list(types="im"))["channels"]] == []
    for app, other in ((both.parts[0], "xoxb-ping"), (both.parts[1], "xoxb-local")):
        assert app.installation.problem_of(other) == "invalid_auth"
    async with aiohttp.ClientSession() as session:
        address = (await first.files_info(file=file))["file"]["url_private"]
        for token, is_given in (("xoxb-local", True), ("xoxb-ping", False)):
            headers = {"Authorization": f"Bearer {token}"}
            async with session.get(address, headers=headers) as answer:
                assert ((await answer.read()) == b"secret") is is_given


async def test_scopes_and_events_are_those_of_each_manifest() -> None:
    scopes = frozenset({"chat:write", "channels:history"})
    events = frozenset({"message.channels", "reaction_added"})
    async with running(scopes=scopes, bot_events=events) as slack:
        ping = web_client(slack, "xoxb-ping")
        refused = await refusal(ping.users_list())
        assert (refused["error"], refused["provided"]) == (
            "missing_scope",
            "channels:history,chat:write",
        )
        await web_client(slack).users_list()
        first, second = Bot(slack), Bot(slack.apps[0])
        async with connect(slack, first), connect(slack.apps[0], second):
            ts = say(slack, f"<@{PING}> and <@{BOT}>")["ts"]
            slack.workspace.reactions.add(BOARD, ts, "eyes", user=ANA)
            await until(lambda: first.of("reaction_added") and second.of("message"))
        assert [event["type"] for event in second.events] == ["message"], "no scope for reactions"
        assert len(first.events) == 3


async def test_commands_and_shortcuts_go_to_the_app_that_declares_them(both: Both) -> None:
    for typed in ("/gene BRAF", "/ping once"):
        assert (await both.post("commands", channel=BOARD, text=typed))["taken"]
    for app in ("A0PING", "A0CURBSIDE"):
        assert (await both.post("shortcuts", app=app, callback_id="case"))["acknowledged"]
    used = [
        [(one["api_app_id"], one.get("command", one.get("callback_id"))) for one in heard]
        for heard in both.heard
    ]
    assert used == [
        [("A0CURBSIDE", "/gene"), ("A0CURBSIDE", "case")],
        [("A0PING", "/ping"), ("A0PING", "case")],
    ]
    assert not (await both.post("commands", channel=BOARD, text="/nothing"))["taken"]
    # Each answers by its own response URL, as itself.
    for heard, name in zip(both.heard, ("Curbside", "Ping"), strict=True):
        url = heard[0]["response_url"]
        answer = {"response_type": "in_channel", "text": f"from {name}"}
        assert (await AsyncWebhookClient(url).send_dict(answer)).status_code == 200
    shown = (await both.get(f"channels/{BOARD}/messages"))["messages"]
    by = {one["text"]: one["bot_profile"]["name"] for one in shown if "bot_profile" in one}
    assert by == {"from Curbside": "Curbside", "from Ping": "Ping"}


async def test_a_trigger_id_opens_a_modal_of_its_own_app_which_gets_what_is_sent(
    both: Both,
) -> None:
    first, ping = both.clients()
    await both.post("shortcuts", app="A0PING", callback_id="case")
    trigger = both.heard[1][0]["trigger_id"]
    stolen = await refusal(first.views_open(trigger_id=trigger, view=MODAL))
    assert stolen["error"] == "invalid_trigger_id"
    view_id = (await ping.views_open(trigger_id=trigger, view=MODAL))["view"]["id"]
    assert (await refusal(first.views_update(view_id=view_id, view=MODAL)))["error"] == "not_found"
    (shown,) = (await both.get("bootstrap"))["modals"]
    assert (shown["id"], shown["app_id"]) == (view_id, "A0PING")
    assert (await both.post("views/submit", view_id=view_id, entries={}))["trouble"] == ""
    assert [one["type"] for one in both.heard[1]] == ["shortcut", "view_submission"]
    assert both.heard[0] == []


async def test_a_button_reaches_the_app_whose_message_or_home_it_is_in(both: Both) -> None:
    homes = []
    for client in both.clients():
        said = await client.chat_postMessage(channel=BOARD, text="x", blocks=BUTTON)
        pressed = {"block_id": "b", "action_id": "go"}
        assert (await both.post("actions", channel=BOARD, ts=said["ts"], **pressed))["acknowledged"]
        view = {"type": "home", "blocks": BUTTON}
        homes.append((await client.views_publish(user_id=ANA, view=view))["view"]["id"])
        assert (await both.post("actions", view_id=homes[-1], **pressed))["acknowledged"]
    apps = (await both.get("bootstrap"))["apps"]
    assert [(one["id"], one["user"], one["home"]["id"]) for one in apps] == [
        ("A0CURBSIDE", BOT, homes[0]),
        ("A0PING", PING, homes[1]),
    ]
    for heard, app in zip(both.heard, ("A0CURBSIDE", "A0PING"), strict=True):
        assert [one["api_app_id"] for one in heard] == [app, app]
        assert [one["container"]["type"] for one in heard] == ["message", "view"]


async def test_statuses_and_stop_are_those_of_each_app(both: Both) -> None:
    first, ping = both.clients()
    root = say(both.slack)["ts"]
    changes = both.parts[0].changes.subscribe(ANA)
    where = {"channel_id": BOARD, "thread_ts": root}
    for client in (first, ping):
        await client.assistant_threads_setStatus(status="works", **where)
        await client.api_call("agents.sessions.setStatus", params={**where, "status": "processing"})
    changes.close()
    told = [(one["type"], one["bot"], one["status"]) async for one in changes if "bot" in one]
    assert told == [
        ("status", BOT, "works"),
        ("session", BOT, "processing"),
        ("status", PING, "works"),
        ("session", PING, "processing"),
    ]
    streams = [
        (
            await client.chat_startStream(
                channel=BOARD,
                thread_ts=root,
                markdown_text="a",
                recipient_user_id=ANA,
                recipient_team_id="T0CURBSIDE",
            )
        )["ts"]
        for client in (first, ping)
    ]
    await both.post("sessions/stop", bot=PING, channel=BOARD, thread_ts=root)
    await both.arrived()
    stopped = [bot.of("agent_session_stopped") for bot in both.bots]
    assert stopped[0] == []
    assert stopped[1][0]["streaming_message_ts"] == [streams[1]]
    await first.chat_appendStream(channel=BOARD, ts=streams[0], markdown_text="b")
    more = ping.chat_appendStream(channel=BOARD, ts=streams[1], markdown_text="b")
    assert (await refusal(more))["error"] == "stopped_by_user"


async def test_one_comes_by_socket_and_the_other_by_signed_http(slack: RunningWorkspace) -> None:
    first, ping = Bot(slack), HttpBot(slack.apps[0])
    async with served(ping), connect(slack, first), aiohttp.ClientSession(slack.url) as session:
        body = {"url": ping.url, "app": "A0PING"}
        async with session.post("/_control/request-url", json=body) as answer:
            assert answer.status == 200, await answer.text()
        assert slack.delivery.request_url.url == ""
        say(slack, f"<@{PING}> and <@{BOT}>")
        await until(lambda: len(first.events) == 2 and len(ping.events) == 2)
        assert ping.of("app_mention")[0]["text"] == f"<@{PING}> and <@{BOT}>"
        # What the first app's secret signs, the second does not take.
        other = slack.workspace.app.signing_secret
        for secret, status in ((other, 401), (slack.apps[0].workspace.app.signing_secret, 200)):
            now, body = str(int(time.time())), b'{"type": "event_callback", "event": {}}'
            signed = {
                "Content-Type": "application/json",
                "X-Slack-Request-Timestamp": now,
                "X-Slack-Signature": signature(secret, now, body),
            }
            async with session.post(ping.url, data=body, headers=signed) as answer:
                assert answer.status in (status, 404 if status == 200 else status)


async def test_what_waits_for_an_app_waits_for_it_over_a_restart(tmp_path: Path) -> None:
    state = str(tmp_path / "state.sqlite")
    async with running(state) as slack:
        first = Bot(slack)
        async with connect(slack, first):
            say(slack, "while Ping is away")
            await until(lambda: first.of("message"))
        assert len(slack.apps[0].delivery.pending) == 1
    async with running(state) as slack:
        ping = Bot(slack.apps[0])
        assert slack.delivery.pending == {}
        async with connect(slack.apps[0], ping):
            await until(lambda: [one["text"] for one in ping.of("message")])
        assert [one["text"] for one in ping.of("message")] == ["while Ping is away"]


async def test_an_app_that_is_added_later_is_in_no_channel_until_somebody_invites_it(
    tmp_path: Path,
) -> None:
    state = str(tmp_path / "state.sqlite")
    async with run_workspace(Config(limits="off", state=state, app=first_app()), StoppedClock()):
        pass
    async with running(state) as slack:
        assert PING in [one["id"] for one in slack.workspace.people.users()]
        posting = web_client(slack, "xoxb-ping").chat_postMessage(channel=BOARD, text="x")
        assert (await refusal(posting))["error"] == "not_in_channel"
        slack.workspace.memberships.invite(BOARD, [PING], by=ANA)
        assert await web_client(slack, "xoxb-ping").chat_postMessage(channel=BOARD, text="x")


async def test_each_is_installed_removed_and_asked_for_by_itself_in_each_team() -> None:
    back = "http://127.0.0.1:9/back"
    config = Config(
        limits="off",
        app=first_app(redirect_urls=(back,)),
        further_apps=(ping_app(redirect_urls=(back,)),),
        further_teams=(further_team("Second", 2),),
    )
    async with run_workspace(config, StoppedClock()) as slack, aiohttp.ClientSession() as session:
        granted = []
        for client_id, secret in (("1.2", "ping-client-secret"), (first_app().client_id, None)):
            query = {"client_id": client_id, "scope": "chat:write", "redirect_uri": back}
            form = {"team": "T2CURBSIDE", "user": ANA, "decision": "allow"}
            async with session.post(
                f"{slack.url}/oauth/v2/authorize", params=query, data=form, allow_redirects=False
            ) as answer:
                code = answer.headers["Location"].partition("code=")[2].partition("&")[0]
            access = web_client(slack, "").oauth_v2_access
            with pytest.raises(SlackApiError, match="bad_client_secret"):
                await access(client_id=client_id, client_secret="no", code=code)
            secret = secret or first_app().client_secret
            answered = await access(
                client_id=client_id, client_secret=secret, code=code, redirect_uri=back
            )
            granted.append((answered["app_id"], answered["bot_user_id"], answered["access_token"]))
        assert [one[:2] for one in granted] == [("A0PING", PING), ("A0CURBSIDE", BOT)]
        ping, first = (web_client(slack, token) for _, _, token in granted)
        assert (await ping.auth_test())["team_id"] == "T2CURBSIDE"
        await ping.auth_revoke()
        assert (await refusal(ping.auth_test()))["error"] == "token_revoked"
        assert (await first.auth_test())["user_id"] == BOT
        assert (await web_client(slack, "xoxb-ping").auth_test())["team_id"] == "T0CURBSIDE"


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (
            {"commands": ({"command": "/Gene", "description": "x"},)},
            "the apps Curbside and Ping both declare the command /Gene: rename one of them",
        ),
        ({"name": "Curbside"}, "two apps have the name Curbside"),
        ({"name": "Ana"}, "somebody of people has the name of the app, Ana"),
        ({"bot_token": "xoxb-local"}, "have the same --bot-token: give each its own"),
        ({"app_token": "xapp-local"}, "have the same --app-token: give each its own"),
    ],
)
async def test_apps_that_cannot_be_told_apart_are_refused_in_a_sentence(
    changed: dict[str, Any], told: str
) -> None:
    with pytest.raises(ManifestError, match=told):
        async with running(**changed):
            pass


async def test_a_file_that_is_deleted_is_told_to_the_apps_that_saw_it(both: Both) -> None:
    direct = (await both.post("dm", bot=PING))["channel"]["id"]
    files, noted = both.parts[0].files, []
    for bot in both.bots:
        bot.app.event("file_deleted")(_note_in(noted))
    file = files.add(ANA, "a.txt", b"x")["id"]
    both.parts[0].timeline.post(NewMessage(channel=direct, user=ANA, file_ids=(file,)))
    files.delete(file)
    await both.arrived()
    await asyncio.sleep(0)
    assert [one["api_app_id"] for one in noted] == ["A0PING"]


async def test_only_the_app_that_is_down_is_tried_again(slack: RunningWorkspace) -> None:
    first, ping = HttpBot(slack), HttpBot(slack.apps[0])
    async with served(first), served(ping), aiohttp.ClientSession(slack.url) as session:
        control = Control(session)
        await control.post("request-url", url=first.url)
        await control.post("request-url", url=ping.url, app="A0PING")
        first.tries = ping.tries = 0
        ping.broken = web.Response(status=500)
        say(slack, "to both")
        await until(lambda: first.events and ping.tries == 2)
        waiting = (await control.get("deliveries", app="A0PING"))["pending"]
        assert [(one["attempt"], one["reason"]) for one in waiting] == [(2, "http_error")]
        ours = await control.get("deliveries")
        assert (ours["pending"], ours["delivered"], ours["lost"]) == ([], 1, [])
        ping.broken = None
        await control.post("clock", advance=60)
        await until(lambda: ping.events)
        assert (first.tries, first.retries, ping.tries, ping.retries) == (1, ["0"], 3, ["2"])
        assert (await control.get("deliveries", app="A0PING"))["lost"] == []


async def test_an_app_that_stays_away_loses_its_own_events_only(both: Both) -> None:
    control = Control(both.page)
    await control.post("deliveries", app="A0PING", lose_acks=4, at_reconnect=False)
    say(both.slack, "to both")
    first, ping = both.bots
    for heard, seconds in ((1, 3), (2, 3), (2, 60), (3, 3), (3, 300), (4, 3)):
        await until(lambda heard=heard: len(ping.events) == heard)
        await control.post("clock", advance=seconds)
    await until(lambda: both.slack.apps[0].delivery.lost)
    assert both.slack.delivery.lost == []
    assert (first.retries, ping.retries) == (["0"], ["0", "1", "2", "3"])
    say(both.slack, "again to both")
    await until(lambda: len(first.events) == 2 and len(ping.events) == 5)
    assert ping.retries[-1] == "0"


async def test_what_goes_wrong_on_purpose_goes_wrong_for_the_app_that_is_named(both: Both) -> None:
    control = Control(both.page)
    first, ping = both.bots
    await control.post("deliveries", app="A0PING", hold=True)
    say(both.slack, "held for Ping")
    await until(lambda: len(first.events) == 1)
    assert ping.events == []
    await control.post("deliveries/release", app="A0PING")
    await until(lambda: len(ping.events) == 1)
    await control.post("deliveries", copies=1, copies_of=1)
    say(both.slack, "twice for the first")
    await until(lambda: len(first.events) == 3)
    await both.arrived()
    assert len(ping.events) == 2
    await control.post("faults", app="A0PING", kind="error", methods=["auth.test"])
    clients = both.clients()
    assert (await clients[0].auth_test())["ok"]
    with pytest.raises(SlackApiError, match="fatal_error"):
        await clients[1].auth_test()
