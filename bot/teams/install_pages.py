"""The pages on which a workspace installs the app: slack-bolt's own flow, over our tables."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import aiohttp
from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.oauth.async_callback_options import (
    AsyncCallbackOptions,
    AsyncFailureArgs,
    AsyncSuccessArgs,
)
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse

from bot.db.teams.installations import Installations, install_states
from bot.failures import sentences
from bot.logs import log
from bot.pages.viewer import HEADERS, message_page
from bot.sending.slack_client import web_client
from bot.settings import Settings
from bot.teams.opening import client_secret
from retrieval.sql import Database

INSTALL_PATH, REDIRECT_PATH = "/slack/install", "/slack/oauth_redirect"
MANIFEST = Path(__file__).parents[1] / "manifest.json"
_log = log(__name__)
_REASONS = {
    "access_denied": "Nothing is installed: it was not allowed.",
    "invalid_browser": "This link was begun in another browser, or is not the one that was made.",
    "invalid_state": "This link was used already, or is older than ten minutes.",
    "invalid_code": "Slack did not confirm the installation.",
}
_AGAIN = "Begin again at {}."


def scopes_asked() -> list[str]:
    """The scopes that the manifest declares: a page asks for no others."""
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return list(manifest["oauth_config"]["scopes"]["bot"])


def install_flow(
    settings: Settings,
    database: Database,
    installations: Installations,
    session: aiohttp.ClientSession,
) -> AsyncOAuthFlow:
    """The flow from the install page to the stored token. Raises
    :class:`bot.failures.sentences.StartRefused`."""
    here = public_address(settings)
    options = AsyncCallbackOptions(success=_on_success, failure=_on_failure(here))
    return AsyncOAuthFlow(
        client=web_client(settings.slack_api_url, "", session),
        settings=AsyncOAuthSettings(
            client_id=settings.slack_client_id,
            client_secret=client_secret(settings),
            scopes=scopes_asked(),
            user_scopes=[],
            redirect_uri=f"{here}{REDIRECT_PATH}",
            install_path=INSTALL_PATH,
            install_page_rendering_enabled=False,
            redirect_uri_path=REDIRECT_PATH,
            callback_options=options,
            authorization_url=_authorization_url(settings.slack_api_url),
            installation_store=installations,
            installation_store_bot_only=True,
            state_store=install_states(database),
        ),
    )


def public_address(settings: Settings) -> str:
    """Where the pages are. Raises :class:`bot.failures.sentences.StartRefused`."""
    if not settings.public_url:
        raise sentences.public_url_missing(REDIRECT_PATH)
    return settings.public_url.rstrip("/")


def add_install_pages(site: web.Application, flow: AsyncOAuthFlow) -> None:
    """Serve both pages."""
    site.router.add_get(INSTALL_PATH, _answered_by(flow.handle_installation))
    site.router.add_get(REDIRECT_PATH, _answered_by(flow.handle_callback))


def _answered_by(
    handle: Callable[[AsyncBoltRequest], Awaitable[BoltResponse]],
) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def answer(request: web.Request) -> web.Response:
        response = await to_aiohttp_response(await handle(await to_bolt_request(request)))
        response.headers["Cache-Control"] = "no-store"
        return response

    return answer


def _authorization_url(web_api: str) -> str:
    """Slack's page is where its Web API is."""
    parts = urlsplit(web_api)
    return urlunsplit((parts.scheme, parts.netloc, "/oauth/v2/authorize", "", ""))


async def _on_success(args: AsyncSuccessArgs) -> BoltResponse:
    installed = args.installation
    _log.info("installed", team=installed.team_id, by=installed.user_id)
    words = (
        f"Curbside is installed in {installed.team_name or installed.team_id}. Invite it to a"
        " channel with /invite, then mention it there with your question."
    )
    return _page(200, "Installed", words)


def _on_failure(here: str) -> Callable[[AsyncFailureArgs], Awaitable[BoltResponse]]:
    async def answer(args: AsyncFailureArgs) -> BoltResponse:
        _log.warning("not_installed", cause=args.reason if args.reason in _REASONS else "other")
        why = _REASONS.get(args.reason, "Slack did not finish the installation.")
        again = _AGAIN.format(f"{here}{INSTALL_PATH}")
        return _page(args.suggested_status_code, "Not installed", f"{why} {again}")

    return answer


def _page(status: int, title: str, words: str) -> BoltResponse:
    headers: dict[str, str | Sequence[str]] = {
        **HEADERS,
        "Content-Type": "text/html; charset=utf-8",
    }
    return BoltResponse(status=status, body=message_page(title, words), headers=headers)
