"""The server: everything of the workspace behind one address on the loopback interface."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web

from workspace.clock import Clock
from workspace.delivery.event_delivery import EventDelivery
from workspace.http.control_api import ControlApi
from workspace.http.file_routes import FileRoutes
from workspace.http.page.routes import add_page_routes
from workspace.http.response_url_route import ResponseUrlRoute
from workspace.http.same_origin import refuse_foreign_origin
from workspace.model.workspace import Workspace, build_workspace
from workspace.slack_objects.app import App, app_from_manifest
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


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningWorkspace:
    """A workspace that answers at `url` (no trailing slash)."""

    url: str
    workspace: Workspace
    delivery: EventDelivery
    dispatcher: Dispatcher

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
        listener = stack.enter_context(socket.create_server((LOOPBACK, config.port)))
        url = f"http://{LOOPBACK}:{listener.getsockname()[1]}"
        clock = clock or Clock()
        storage = Storage.open(config.state, clock)
        stack.callback(storage.close)
        delivery = EventDelivery(storage.deliveries, storage.ids, clock, config.app)
        workspace = build_workspace(storage, clock, config.app, delivery, url)
        server = ServerInfo(base_url=url, issue_socket_ticket=delivery.sockets.issue_ticket)
        dispatcher = Dispatcher(workspace, server, RateLimits(clock, config.limits))
        application = _build_application(workspace, delivery, dispatcher)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=1)
        stack.push_async_callback(runner.cleanup)
        stack.push_async_callback(delivery.close)
        stack.callback(workspace.changes.close)
        stack.callback(workspace.agent_status.close)
        await runner.setup()
        await web.SockSite(runner, listener).start()
        delivery.resume()
        yield RunningWorkspace(
            url=url, workspace=workspace, delivery=delivery, dispatcher=dispatcher
        )


def _build_application(
    workspace: Workspace, delivery: EventDelivery, dispatcher: Dispatcher
) -> web.Application:
    application = web.Application(client_max_size=_MAX_BODY, middlewares=[refuse_foreign_origin])
    application.router.add_route("*", "/api/{method}", dispatcher.answer)
    application.router.add_get("/link/", delivery.sockets.connect)
    FileRoutes(workspace.files, workspace.app).add_to(application)
    ResponseUrlRoute(workspace.tokens, workspace.responses).add_to(application)
    ControlApi(workspace, delivery, dispatcher).add_to(application)
    add_page_routes(application, workspace)
    return application
