"""The server: everything of the workspace behind one address on the loopback interface."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace

from aiohttp import web

from workspace.clock import Clock
from workspace.delivery.event_delivery import EventDelivery
from workspace.http.control_api import ControlApi
from workspace.http.file_routes import FileRoutes
from workspace.http.oauth_page import OAuthPage
from workspace.http.page.routes import add_page_routes
from workspace.http.response_url_route import ResponseUrlRoute
from workspace.http.same_origin import refuse_foreign_origin
from workspace.json_types import JsonObject
from workspace.model.authorizations import Authorizations
from workspace.model.workspace import Workspace, build_workspace
from workspace.slack_objects.app import App, app_from_manifest
from workspace.slack_objects.seed import USUAL_SEED, Seed
from workspace.storage.storage import Storage
from workspace.web_api.call import ServerInfo
from workspace.web_api.dispatch import Dispatcher
from workspace.web_api.rate_limits import Mode, RateLimits

LOOPBACK = "127.0.0.1"
_MAX_BODY = 64 * 1024 * 1024
"""Bytes of a request. Chosen by hand: the largest file of the page (50 MB) and its form fit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """How a workspace is to run."""

    port: int = 0
    """0: any free port."""
    state: str = ":memory:"
    """The SQLite file."""
    limits: Mode = "real"
    app: App = field(default_factory=app_from_manifest)
    seed: Seed = USUAL_SEED
    """Who and what a new workspace holds."""
    further_teams: tuple[JsonObject, ...] = ()
    """More teams, each with a port and a page of its own; OAuth installs the app there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningWorkspace:
    """A workspace that answers at `url` (no trailing slash)."""

    url: str
    workspace: Workspace
    delivery: EventDelivery
    dispatcher: Dispatcher
    further: tuple[RunningWorkspace, ...] = ()
    """The further teams, which answer to the same app."""

    @property
    def api_url(self) -> str:
        """What Slack's clients take as their base URL."""
        return f"{self.url}/api/"


@asynccontextmanager
async def run_workspace(
    config: Config = Config(), clock: Clock | None = None
) -> AsyncIterator[RunningWorkspace]:
    """Run a workspace until the block ends, by this clock (by default the machine's).

    Raises `OSError` if the port is taken, `sqlite3.Error` if the state file cannot be used.
    """
    async with AsyncExitStack() as stack:
        clock = clock or Clock()
        teams: list[_Team] = []
        for number, team in enumerate((config.app.team, *config.further_teams)):
            first = teams[0].delivery if teams else None
            teams.append(_open_team(stack, config, _app_in(config.app, team, number), clock, first))
        authorizations = Authorizations(
            config.app, clock, {one.team_id: one.workspace.installation for one in teams}
        )
        dispatchers: list[Dispatcher] = []
        for one in teams:
            tickets = one.delivery.sockets.issue_ticket
            server = ServerInfo(one.url, tickets, authorizations)
            limits = RateLimits(clock, config.limits)
            dispatchers.append(Dispatcher(one.workspace, server, limits, of_all_teams=dispatchers))
        page = OAuthPage(authorizations, {one.team_id: one.workspace.people for one in teams})
        running = []
        for one, dispatcher in zip(teams, dispatchers, strict=True):
            await _serve(stack, one, _build_application(one, dispatcher, page))
            running.append(
                RunningWorkspace(
                    url=one.url,
                    workspace=one.workspace,
                    delivery=one.delivery,
                    dispatcher=dispatcher,
                )
            )
        yield replace(running[0], further=tuple(running[1:]))


@dataclass(frozen=True, slots=True)
class _Team:
    """One team on its own port, before it is served."""

    listener: socket.socket
    url: str
    workspace: Workspace
    delivery: EventDelivery

    @property
    def team_id(self) -> str:
        return str(self.workspace.app.team["id"])


def _app_in(app: App, team: JsonObject, number: int) -> App:
    """The app in one of the teams, counted from 0: in further ones OAuth installs it."""
    return replace(app, team=team, bot_token="") if number else app


def _open_team(
    stack: AsyncExitStack, config: Config, app: App, clock: Clock, first: EventDelivery | None
) -> _Team:
    port, state = config.port, config.state
    if first is not None:
        port = 0
        state = state if state == ":memory:" else f"{state}.{app.team['id']}"
    listener = stack.enter_context(socket.create_server((LOOPBACK, port)))
    url = f"http://{LOOPBACK}:{listener.getsockname()[1]}"
    storage = Storage.open(state, clock, _first_id(app) if first else 0)
    stack.callback(storage.close)
    delivery = EventDelivery(storage.deliveries, storage.ids, clock, app, first)
    return _Team(
        listener, url, build_workspace(storage, clock, app, delivery, url, config.seed), delivery
    )


def _first_id(app: App) -> int:
    """Where the ids of a further team begin: Slack gives no id twice."""
    return int(str(app.team["id"])[1]) * 1_000_000_000


async def _serve(stack: AsyncExitStack, team: _Team, application: web.Application) -> None:
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=1)
    stack.push_async_callback(runner.cleanup)
    stack.push_async_callback(team.delivery.close)
    stack.callback(team.workspace.changes.close)
    stack.callback(team.workspace.agent_status.close)
    stack.callback(team.workspace.scheduled.forget_all)
    await runner.setup()
    await web.SockSite(runner, team.listener).start()
    team.delivery.resume()


def _build_application(team: _Team, dispatcher: Dispatcher, page: OAuthPage) -> web.Application:
    workspace, delivery = team.workspace, team.delivery
    application = web.Application(client_max_size=_MAX_BODY, middlewares=[refuse_foreign_origin])
    application.router.add_route("*", "/api/{method}", dispatcher.answer)
    application.router.add_get("/link/", delivery.sockets.connect)
    FileRoutes(workspace.files, workspace.app, workspace.installation).add_to(application)
    ResponseUrlRoute(workspace.tokens, workspace.responses).add_to(application)
    ControlApi(workspace, delivery, dispatcher).add_to(application)
    page.add_to(application)
    add_page_routes(application, workspace)
    return application
