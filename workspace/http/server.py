"""The server: everything of the workspace behind one address on the loopback interface."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace

from aiohttp import web

from workspace.clock import Clock
from workspace.delivery.event_delivery import EventDelivery
from workspace.http.control_api import ServedApp, add_control_routes
from workspace.http.file_routes import FileRoutes
from workspace.http.oauth_page import OAuthPage
from workspace.http.page.routes import add_page_routes
from workspace.http.response_url_route import ResponseUrlRoute
from workspace.http.same_origin import refuse_foreign_origin
from workspace.http.socket_route import SocketRoute
from workspace.json_types import JsonObject
from workspace.model.authorizations import Authorizations
from workspace.model.team import TeamOfApps
from workspace.model.workspace import Workspace, build_workspaces
from workspace.slack_objects.app import App, app_from_manifest
from workspace.slack_objects.seed import USUAL_SEED, Seed, place_beside
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
    further_apps: tuple[App, ...] = ()
    """More apps in the same team, each with secrets of its own; it gets ids made of its name."""
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
    apps: tuple[RunningWorkspace, ...] = ()
    """The same team as its further apps have it: what they share is the same."""
    further: tuple[RunningWorkspace, ...] = ()
    """The further teams, which answer to the same apps."""

    @property
    def api_url(self) -> str:
        """What Slack's clients take as their base URL."""
        return f"{self.url}/api/"


@asynccontextmanager
async def run_workspace(
    config: Config = Config(), clock: Clock | None = None
) -> AsyncIterator[RunningWorkspace]:
    """Run a workspace until the block ends, by this clock (by default the machine's).

    Raises `OSError` if the port is taken, `sqlite3.Error` if the state file cannot be used,
    `ManifestError` if two apps cannot be told apart.
    """
    apps = (config.app, *place_beside(config.app, config.further_apps, config.seed))
    async with AsyncExitStack() as stack:
        clock = clock or Clock()
        teams: list[_Team] = []
        for number, team in enumerate((config.app.team, *config.further_teams)):
            first = teams[0] if teams else None
            own = [_app_in(app, team, number) for app in apps]
            teams.append(_open_team(stack, config, own, clock, first))
        authorizations = [_authorizations(at, app, clock, teams) for at, app in enumerate(apps)]
        page = OAuthPage(
            {one.app.client_id: one for one in authorizations},
            {one.team_id: one.team.first.people for one in teams},
        )
        dispatchers: list[Dispatcher] = []
        running = [_parts_of(each, config.limits, authorizations, dispatchers) for each in teams]
        for one, parts in zip(teams, running, strict=True):
            await _serve(stack, one, _build_application(one, parts, page))
        yield replace(running[0], further=tuple(running[1:]))


@dataclass(frozen=True, slots=True)
class _Team:
    """One team on its own port, before it is served."""

    listener: socket.socket
    url: str
    team: TeamOfApps
    deliveries: tuple[EventDelivery, ...]
    """To each app."""

    @property
    def team_id(self) -> str:
        return str(self.team.first.app.team["id"])


def _app_in(app: App, team: JsonObject, number: int) -> App:
    """The app in one of the teams, counted from 0: in further ones OAuth installs it."""
    return replace(app, team=team, bot_token="") if number else app


def _authorizations(at: int, app: App, clock: Clock, teams: Sequence[_Team]) -> Authorizations:
    """Of one of the apps in all teams."""
    return Authorizations(
        app, clock, {one.team_id: one.team.workspaces[at].installation for one in teams}
    )


def _open_team(
    stack: AsyncExitStack, config: Config, apps: Sequence[App], clock: Clock, first: _Team | None
) -> _Team:
    port, state = config.port, config.state
    if first is not None:
        port = 0
        state = state if state == ":memory:" else f"{state}.{apps[0].team['id']}"
    listener = stack.enter_context(socket.create_server((LOOPBACK, port)))
    url = f"http://{LOOPBACK}:{listener.getsockname()[1]}"
    storage = Storage.open(state, clock, _first_id(apps[0]) if first else 0)
    stack.callback(storage.close)
    deliveries = tuple(
        EventDelivery(storage.deliveries, storage.ids, clock, app, of_first)
        for app, of_first in zip(
            apps, first.deliveries if first else [None] * len(apps), strict=True
        )
    )
    ways = list(zip(apps, deliveries, strict=True))
    team = TeamOfApps(build_workspaces(storage, clock, ways, url), config.seed)
    team.seed_if_empty()
    return _Team(listener, url, team, deliveries)


def _first_id(app: App) -> int:
    """Where the ids of a further team begin: Slack gives no id twice."""
    return int(str(app.team["id"])[1]) * 1_000_000_000


def _parts_of(
    team: _Team,
    limits: Mode,
    authorizations: Sequence[Authorizations],
    dispatchers: list[Dispatcher],
) -> RunningWorkspace:
    """The team as its first app has it, with the others; each gets a dispatcher, which is added
    to those of the server."""
    parts = []
    for workspace, delivery, of_app in zip(
        team.team.workspaces, team.deliveries, authorizations, strict=True
    ):
        server = ServerInfo(team.url, delivery.sockets.issue_ticket, of_app)
        allowed = RateLimits(workspace.clock, limits)
        dispatcher = Dispatcher(workspace, server, allowed, of_all=dispatchers)
        dispatchers.append(dispatcher)
        parts.append(
            RunningWorkspace(
                url=team.url, workspace=workspace, delivery=delivery, dispatcher=dispatcher
            )
        )
    return replace(parts[0], apps=tuple(parts[1:]))


async def _serve(stack: AsyncExitStack, team: _Team, application: web.Application) -> None:
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=1)
    stack.push_async_callback(runner.cleanup)
    stack.callback(team.team.first.changes.close)
    for workspace, delivery in zip(team.team.workspaces, team.deliveries, strict=True):
        stack.push_async_callback(delivery.close)
        stack.callback(workspace.agent_status.close)
        stack.callback(workspace.scheduled.forget_all)
    await runner.setup()
    await web.SockSite(runner, team.listener).start()
    for delivery in team.deliveries:
        delivery.resume()


def _build_application(team: _Team, running: RunningWorkspace, page: OAuthPage) -> web.Application:
    application = web.Application(client_max_size=_MAX_BODY, middlewares=[refuse_foreign_origin])
    application.router.add_route("*", "/api/{method}", running.dispatcher.answer)
    SocketRoute([one.sockets for one in team.deliveries]).add_to(application)
    FileRoutes(team.team).add_to(application)
    ResponseUrlRoute(team.team).add_to(application)
    served = [
        ServedApp(one.workspace, one.delivery, one.dispatcher) for one in (running, *running.apps)
    ]
    add_control_routes(application, team.team, served)
    page.add_to(application)
    add_page_routes(application, team.team)
    return application
