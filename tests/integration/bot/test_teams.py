"""Several workspaces in one installation: each installs the app by OAuth and gets its own answers,
with its own token. Both have the same ids of people, channels and messages, so that whatever is not
kept by workspace crosses over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from agents.memory.database import Memory
from bot.db.schema.tables import homes
from bot.db.teams.installations import Installations
from bot.failures.errors import TokenUnreadable
from bot.failures.sentences import StartRefused
from bot.incoming.payloads.events import read
from bot.incoming.slack_runtime import run_slack_runtime
from bot.incoming.teams.removals import Removals
from bot.pages.site import open_site
from bot.processes.listen import SlackConnection
from bot.sending.teams import NotInstalled
from bot.settings import Settings
from bot.teams.install_pages import INSTALL_PATH, MANIFEST, add_install_pages
from bot.teams.opening import installations_of, installed_teams, open_teams
from bot.teams.token_cipher import TokenCipher, new_key
from retrieval.sql import Database, open_database
from tests.integration.bot.conftest import CONNECTIONS, LONG_AGO, Bot
from tests.integration.bot.slack import ANA, BEN, BOARD, BOT, Slack
from tests.integration.bot.test_delivery import rows
from tests.integration.workspace.conftest import StoppedClock
from tests.waiting import eventually
from workspace.http.server import Config, RunningWorkspace, run_workspace
from workspace.slack_objects.app import CLIENT_ID, CLIENT_SECRET, app_from_manifest, further_team

PUBLIC = "http://127.0.0.1:1"
FIRST, SECOND = "T0CURBSIDE", "T2CURBSIDE"
QUESTION = "What was the response rate in the alpha trial?"


@dataclass
class TwoTeams:
    """Both workspaces, and the bot that serves them."""

    server: RunningWorkspace
    bot: Bot
    session: aiohttp.ClientSession
    pages: str = ""
    teams: dict[str, RunningWorkspace] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.teams = {FIRST: self.server, SECOND: self.server.further[0]}

    def slack(self, team: str) -> Slack:
        return Slack(self.teams[team].url, self.session)

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        settings, stop, site = self.bot.settings, asyncio.Event(), web.Application()
        async with AsyncExitStack() as stack:
            runtime = await stack.enter_async_context(
                run_slack_runtime(
                    settings,
                    stop,
                    database=self.bot.database,
                    memory=self.bot.memory,
                    silos=self.bot.silos,
                )
            )
            assert runtime.install_flow is not None
            add_install_pages(site, runtime.install_flow)
            port = await stack.enter_async_context(open_site(site, "127.0.0.1", 0))
            self.pages = f"http://127.0.0.1:{port}"
            socket = SlackConnection(runtime.app, "xapp-local")
            await socket.open()
            stack.push_async_callback(socket.close)
            yield

    async def allow(self, team: str, decision: str = "allow") -> tuple[str, dict[str, str]]:
        """Somebody goes from the install page to Slack's and back: with this, and the cookie."""
        get = self.session.get(f"{self.pages}{INSTALL_PATH}", allow_redirects=False)
        async with get as begun:
            assert begun.status == 302
            cookie = begun.headers["Set-Cookie"].split(";")[0]
            page = begun.headers["Location"]
        form = {"team": team, "user": ANA, "decision": decision}
        async with self.session.post(page, data=form, allow_redirects=False) as answer:
            assert answer.status == 302, await answer.text()
            back = answer.headers["Location"]
        assert back.startswith(PUBLIC)
        return back.removeprefix(PUBLIC), {"Cookie": cookie}

    async def come_back(self, query: str, cookie: dict[str, str]) -> tuple[int, str]:
        async with self.session.get(self.pages + query, headers=cookie) as page:
            return page.status, await page.text()

    async def install(self, team: str) -> None:
        status, words = await self.come_back(*await self.allow(team))
        assert (status, "is installed in" in words) == (200, True), words
        conversations = self.teams[team].workspace.conversations
        if not conversations.is_member(BOARD, BOT):
            conversations.join(BOARD, BOT)

    def posts(self, team: str) -> list[str]:
        """The threads in which the bot has posted with the token of this team."""
        calls = self.teams[team].dispatcher.calls
        return [
            one["arguments"]["thread_ts"] for one in calls if one["method"] == "chat.postMessage"
        ]


@pytest.fixture
async def two(database_url: str, tmp_path: Path) -> AsyncIterator[TwoTeams]:
    app = replace(app_from_manifest(MANIFEST, bot_token=""), redirect_urls=(PUBLIC,))
    config = Config(limits="off", app=app, further_teams=(further_team("Second", 2),))
    async with (
        run_workspace(config, StoppedClock()) as server,
        open_database(database_url, connections=CONNECTIONS) as database,
        aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session,
    ):
        settings = Settings(
            _env_file=None,
            home=tmp_path,
            database_url=database_url,
            slack_api_url=server.api_url,
            slack_app_token="xapp-local",
            slack_client_id=CLIENT_ID,
            slack_client_secret=CLIENT_SECRET,
            token_keys=new_key(),
            public_url=PUBLIC,
        )
        async with database.transaction() as connection:
            for team in (FIRST, SECOND):
                for person in (ANA, BEN):
                    known = {"team": team, "person": person, "opened_at": LONG_AGO}
                    await connection.execute(homes.insert().values(known))
        yield TwoTeams(server, Bot(settings, database, Memory(database)), session)


async def test_each_team_is_answered_with_its_token_and_loses_all_when_it_goes(
    two: TwoTeams,
) -> None:
    async with two.listening(), two.bot.working():
        for team in (FIRST, SECOND):
            await two.install(team)
        asked = {team: await two.slack(team).ask(QUESTION) for team in (FIRST, SECOND)}
        assert asked[FIRST] == asked[SECOND], "the ids are the same in both"
        answers = {team: await two.slack(team).finished(ts) for team, ts in asked.items()}
        assert len(answers[FIRST]) == len(answers[SECOND]) == 2
        assert two.posts(FIRST) == [asked[FIRST]] * 2
        assert two.posts(SECOND) == [asked[SECOND]] * 2
        runs = await rows(two.bot.database, "select team, run_id from runs order by team")
        assert [row.team for row in runs] == [FIRST, SECOND]
        (stored,) = await rows(
            two.bot.database, f"select bot_token from slack_bots where team_id = '{FIRST}'"
        )
        assert "xoxb" not in stored.bot_token

        two.teams[SECOND].workspace.app_events.uninstall()
        await eventually(lambda: is_redacted(two.bot.database, SECOND), "its words are gone")
        waiting = two.teams[SECOND].delivery.pending
        await eventually(lambda: not waiting, "Slack has its acknowledgements")
        left = await rows(two.bot.database, "select team_id from slack_bots")
        assert [row.team_id for row in left] == [FIRST]
        kept = await rows(two.bot.database, "select team from outbox where body <> '{}'")
        assert {row.team for row in kept} == {FIRST}
        further = await two.slack(FIRST).ask("And in the beta trial?", thread=asked[FIRST])
        await eventually(lambda: len(two.posts(FIRST)) > 2, "the other goes on")
        assert further
        assert len(two.posts(SECOND)) == 2
        await two.install(SECOND)
        again = await two.slack(SECOND).ask(QUESTION)
        assert len(await two.slack(SECOND).finished(again)) == 2


async def is_redacted(database: Database, team: str) -> bool:
    query = f"select run_id from runs where team = '{team}' and redacted_at is null"
    return not await rows(database, query)


async def test_who_cancels_or_tampers_with_the_state_installs_nothing(two: TwoTeams) -> None:
    async with two.listening():
        status, words = await two.come_back(*await two.allow(FIRST, "cancel"))
        assert (status, "it was not allowed" in words) == (200, True)
        query, cookie = await two.allow(FIRST)
        tampered = query[:-1] + ("0" if query[-1] != "0" else "1")
        for asked, given in ((tampered, cookie), (query, {}), (query, {"Cookie": "a=b"})):
            status, words = await two.come_back(asked, given)
            assert (status, "begun in another browser" in words) == (400, True)
        assert await rows(two.bot.database, "select id from slack_bots") == []
        assert (await two.come_back(query, cookie))[0] == 200
        status, words = await two.come_back(query, cookie)
        assert (status, "used already" in words) == (401, True)


async def test_a_token_is_refreshed_once_however_many_ask(two: TwoTeams) -> None:
    settings, database = two.bot.settings, two.bot.database
    for one in two.teams.values():
        one.workspace.installation._app = replace(one.workspace.app, rotates_tokens=True)
    async with two.listening():
        await two.install(FIRST)
    soon = "update slack_bots set bot_token_expires_at = timezone('utc', now()) + interval '1 hour'"
    async with database.transaction() as connection:
        await connection.exec_driver_sql(soon)
    (before,) = await rows(database, "select bot_token from slack_bots")
    processes = [installed_teams(settings, database, two.session) for _ in range(4)]
    found = await asyncio.gather(*(one.of(FIRST) for one in processes))
    assert len({one.client.token for one in found}) == 1
    refreshed = two.server.dispatcher.count_calls()["oauth.v2.access"]
    assert refreshed == 2, "the installation, and one refresh"
    (after,) = await rows(database, "select bot_token from slack_bots")
    assert after.bot_token != before.bot_token
    with pytest.raises(NotInstalled):
        await processes[0].of(SECOND)


async def test_a_key_is_replaced_and_a_token_is_read_by_its_own_team_alone(two: TwoTeams) -> None:
    settings, database = two.bot.settings, two.bot.database
    async with two.listening():
        await two.install(FIRST)
    assert settings.token_keys is not None
    old, new = settings.token_keys.get_secret_value(), new_key()

    def with_keys(*keys: str) -> Installations:
        return Installations(database, CLIENT_ID, TokenCipher(keys))

    with pytest.raises(TokenUnreadable, match="CURBSIDE_TOKEN_KEYS"):
        await with_keys(new).find(FIRST)
    assert await with_keys(new, old).encrypt_again() == 1
    found = await with_keys(new).find(FIRST)
    assert found is not None
    assert found.bot_token.startswith("xoxb-")
    async with database.transaction() as connection:
        await connection.exec_driver_sql(f"update slack_bots set team_id = '{SECOND}'")
    with pytest.raises(TokenUnreadable):
        await with_keys(new).find(SECOND)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"token_keys": None}, "CURBSIDE_TOKEN_KEYS is not set"),
        ({"slack_client_secret": None}, "SLACK_CLIENT_SECRET is not set"),
        ({"slack_bot_token": "xoxb-1"}, "SLACK_BOT_TOKEN and SLACK_CLIENT_ID are both set"),
    ],
)
async def test_what_is_missing_is_one_sentence(
    two: TwoTeams, changed: dict[str, str | None], told: str
) -> None:
    settings = two.bot.settings.model_copy(update=changed)
    with pytest.raises(StartRefused, match=told) as refused:
        await open_teams(settings, two.bot.database, two.session)
    assert str(refused.value).count("\n") == 0


async def test_without_a_public_address_nobody_could_come_back(two: TwoTeams) -> None:
    two.bot.settings = two.bot.settings.model_copy(update={"public_url": None})
    with pytest.raises(StartRefused, match="CURBSIDE_PUBLIC_URL is not set"):
        async with two.listening():
            pass
    assert installations_of(two.bot.settings, two.bot.database)


async def test_of_the_one_workspace_of_a_token_nothing_goes_by_itself(two: TwoTeams) -> None:
    told = read({"team_id": FIRST, "event": {"type": "app_uninstalled"}})
    await Removals(two.bot.database, None).carry_out(told, {})
    kept = await rows(two.bot.database, f"select person from homes where team = '{FIRST}'")
    assert len(kept) == 2


async def test_a_team_that_goes_while_it_is_answered_leaves_nothing(two: TwoTeams) -> None:
    async with two.listening(), two.bot.working():
        for team in (FIRST, SECOND):
            await two.install(team)
        for _ in range(5):
            await two.slack(SECOND).ask(QUESTION)
        await eventually(lambda: two.posts(SECOND), "it is at work")
        two.teams[SECOND].workspace.app_events.uninstall()
        await eventually(lambda: is_redacted(two.bot.database, SECOND), "its words are gone")
        waiting = two.teams[SECOND].delivery.pending
        await eventually(lambda: not waiting, "Slack has its acknowledgements")
        asked = await two.slack(FIRST).ask(QUESTION)
        await two.slack(FIRST).finished(asked)
        await eventually(lambda: has_ended(two.bot.database), "nothing is at work")
    for query in (
        f"select operation, part, body from outbox where team = '{SECOND}' and body <> '{{}}'"
        " and operation not in ('react', 'unreact')",
        f"select 1 from runs where team = '{SECOND}' and question->>'text' <> ''",
        f"select 1 from inbox where payload->>'team_id' = '{SECOND}'"
        " and payload::text like '%response rate%'",
        "select 1 from journal join runs using (run_id)"
        f" where team = '{SECOND}' and journal.payload::text like '%alpha%'",
    ):
        assert await rows(two.bot.database, query) == [], query


async def has_ended(database: Database) -> bool:
    return not await rows(database, "select 1 from runs where state = 'open'")
