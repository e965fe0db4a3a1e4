"""OAuth in two teams, with the unmodified flow, stores and rotator of Slack's own libraries."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.errors import SlackApiError
from slack_sdk.oauth.installation_store.file import FileInstallationStore
from slack_sdk.oauth.state_store.file import FileOAuthStateStore
from slack_sdk.oauth.token_rotation.async_rotator import AsyncTokenRotator
from slack_sdk.web.async_client import AsyncWebClient

from tests.integration.workspace.conftest import ANA, BOARD, BOT, StoppedClock, web_client
from workspace.http.server import Config, RunningWorkspace, run_workspace
from workspace.slack_objects.app import CLIENT_ID, CLIENT_SECRET, app_from_manifest, further_team

BACK = "http://127.0.0.1:9/slack/oauth_redirect"
FIRST, SECOND = "T0CURBSIDE", "T2CURBSIDE"
SCOPES = ["chat:write", "channels:history", "channels:read", "app_mentions:read"]


async def running(**changed: Any) -> AsyncIterator[RunningWorkspace]:
    events = {"app_mention", "app_uninstalled", "tokens_revoked"}
    app = replace(app_from_manifest(bot_token=""), redirect_urls=(BACK,), **changed)
    app = replace(app, bot_events=frozenset(events))
    config = Config(limits="off", app=app, further_teams=(further_team("Second", 2),))
    async with run_workspace(config, StoppedClock()) as workspace:
        yield workspace


@pytest.fixture
async def slack() -> AsyncIterator[RunningWorkspace]:
    async for workspace in running():
        yield workspace


@pytest.fixture
async def rotating() -> AsyncIterator[RunningWorkspace]:
    async for workspace in running(rotates_tokens=True):
        yield workspace


class Installer:
    """The app's side of the flow, and the browser of who installs it."""

    def __init__(self, slack: RunningWorkspace, folder: Path) -> None:
        self.store = FileInstallationStore(base_dir=str(folder), client_id=CLIENT_ID)
        states = FileOAuthStateStore(
            expiration_seconds=600, base_dir=str(folder), client_id=CLIENT_ID
        )
        self.flow = AsyncOAuthFlow(
            client=AsyncWebClient(base_url=slack.api_url, retry_handlers=[]),
            settings=AsyncOAuthSettings(
                client_id=CLIENT_ID,
                client_secret=CLIENT_SECRET,
                scopes=SCOPES,
                redirect_uri=BACK,
                installation_store=self.store,
                state_store=states,
                authorization_url=f"{slack.url}/oauth/v2/authorize",
            ),
        )

    async def begin(self) -> tuple[str, str]:
        """The address of the page, and the cookie of the browser."""
        begun = await self.flow.handle_installation(AsyncBoltRequest(body="", query={}))
        cookie = begun.headers["set-cookie"][0].split(";")[0]
        state = cookie.partition("=")[2]
        return await self.flow.build_authorize_url(state, AsyncBoltRequest(body="")), cookie

    async def press(self, address: str, team: str, decision: str) -> dict[str, list[str]]:
        """What the page leads back to the app with."""
        form = {"team": team, "user": ANA, "decision": decision}
        async with (
            aiohttp.ClientSession() as session,
            session.post(address, data=form, allow_redirects=False) as answer,
        ):
            assert answer.status == 302, await answer.text()
            assert answer.headers["Location"].startswith(BACK)
            return parse_qs(urlsplit(answer.headers["Location"]).query)

    async def finish(self, query: dict[str, list[str]], cookie: str) -> int:
        request = AsyncBoltRequest(body="", query=query, headers={"cookie": cookie})
        return int((await self.flow.handle_callback(request)).status)

    async def install(self, team: str) -> str:
        """The bot token that the flow stored."""
        address, cookie = await self.begin()
        assert await self.finish(await self.press(address, team, "allow"), cookie) == 200
        return self.token(team)

    def token(self, team: str) -> str:
        found = self.store.find_bot(enterprise_id=None, team_id=team)
        assert found is not None
        return str(found.bot_token)


async def test_two_teams_install_and_each_token_is_for_its_own_team(
    slack: RunningWorkspace, tmp_path: Path
) -> None:
    installer = Installer(slack, tmp_path)
    tokens = {team: await installer.install(team) for team in (FIRST, SECOND)}
    assert tokens[FIRST] != tokens[SECOND]
    for team, token in tokens.items():
        # Whichever address of the server is called, the token says which team is meant.
        assert (await web_client(slack, token).auth_test())["team_id"] == team
    second = slack.further[0].workspace
    second.conversations.join(BOARD, BOT)
    said = await web_client(slack, tokens[SECOND]).chat_postMessage(channel=BOARD, text="hello")
    assert second.history.message(BOARD, said["ts"])["team"] == SECOND
    assert slack.workspace.storage.messages.get(BOARD, said["ts"]) is None
    assert await installer.install(FIRST) == tokens[FIRST], "installed again it is the same"


async def test_who_cancels_tampers_or_comes_twice_installs_nothing(
    slack: RunningWorkspace, tmp_path: Path
) -> None:
    installer = Installer(slack, tmp_path)
    address, cookie = await installer.begin()
    refused = await installer.press(address, FIRST, "cancel")
    assert refused["error"] == ["access_denied"]
    assert await installer.finish(refused, cookie) == 200
    address, cookie = await installer.begin()
    allowed = await installer.press(address, FIRST, "allow")
    assert await installer.finish(allowed | {"state": ["another"]}, cookie) == 400
    assert await installer.finish(allowed, "slack-app-oauth-state=another") == 400
    assert not slack.workspace.installation.is_installed
    assert await installer.finish(allowed, cookie) == 200
    assert await installer.finish(allowed, cookie) == 401, "the state counts once"
    other = {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET, "redirect_uri": BACK}
    for call, error in (
        (other | {"code": allowed["code"][0]}, "invalid_code"),
        (other | {"client_id": "1.2"}, "invalid_client_id"),
        (other | {"client_secret": "no"}, "bad_client_secret"),
        (other | {"grant_type": "password"}, "invalid_grant_type"),
    ):
        with pytest.raises(SlackApiError, match=f"'error': '{error}'"):
            await web_client(slack, "").oauth_v2_access(**call)


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"client_id": "1.2"}, "invalid_client_id"),
        ({"redirect_uri": "https://elsewhere.example/slack/oauth_redirect"}, "bad_redirect_uri"),
        ({"scope": "admin"}, "invalid_scope"),
        ({"scope": ""}, "no_scopes"),
        ({"team": "T9"}, "team_not_found"),
    ],
)
async def test_a_wrong_address_is_told_and_leads_nowhere(
    slack: RunningWorkspace, changed: dict[str, str], error: str
) -> None:
    asked = {"client_id": CLIENT_ID, "scope": "chat:write", "redirect_uri": BACK} | changed
    address = f"{slack.url}/oauth/v2/authorize"
    async with aiohttp.ClientSession() as session:
        async with session.get(address, params=asked) as shown:
            assert (shown.status, error in await shown.text()) == (400, True)
        form = {"team": asked.get("team", FIRST), "user": ANA, "decision": "allow"}
        async with session.post(address, params=asked, data=form) as pressed:
            assert pressed.status == 400


async def test_a_token_is_refreshed_before_it_expires(
    rotating: RunningWorkspace, tmp_path: Path
) -> None:
    installer = Installer(rotating, tmp_path)
    old = await installer.install(SECOND)
    bot = installer.store.find_bot(enterprise_id=None, team_id=SECOND)
    assert bot is not None
    assert bot.bot_refresh_token is not None
    rotator = AsyncTokenRotator(
        client_id=CLIENT_ID, client_secret=CLIENT_SECRET, client=web_client(rotating, "")
    )
    assert await rotator.perform_bot_token_rotation(bot=bot) is None, "it counts for twelve hours"
    in_a_day = 24 * 60
    new = await rotator.perform_bot_token_rotation(bot=bot, minutes_before_expiration=in_a_day)
    assert new is not None
    assert new.bot_token != old
    rotating.workspace.clock.advance(43_201)
    with pytest.raises(SlackApiError, match="token_expired"):
        await web_client(rotating, old).auth_test()
    refresh = {"grant_type": "refresh_token", "refresh_token": bot.bot_refresh_token}
    with pytest.raises(SlackApiError, match="invalid_refresh_token"):
        await web_client(rotating, "").oauth_v2_access(
            client_id=CLIENT_ID, client_secret=CLIENT_SECRET, **refresh
        )


async def test_what_is_uninstalled_or_revoked_counts_no_more_in_that_team(
    slack: RunningWorkspace, tmp_path: Path
) -> None:
    installer = Installer(slack, tmp_path)
    first, second = await installer.install(FIRST), await installer.install(SECOND)
    other = slack.further[0]
    await web_client(slack, second).apps_uninstall(client_id=CLIENT_ID, client_secret=CLIENT_SECRET)
    told = [one.payload for one in other.delivery.pending.values()]
    assert [one["event"]["type"] for one in told] == ["app_uninstalled", "tokens_revoked"]
    assert {one["team_id"] for one in told} == {SECOND}
    with pytest.raises(SlackApiError, match="account_inactive"):
        await web_client(slack, second).auth_test()
    assert (await web_client(slack, first).auth_revoke())["revoked"]
    with pytest.raises(SlackApiError, match="token_revoked"):
        await web_client(slack, first).auth_test()
    assert await installer.install(SECOND) != second
