"""The server: everything of the workspace behind one address on the loopback interface."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web

from workspace.delivery.event_delivery import PostOffice
from workspace.delivery.response_urls import ResponseRoute
from workspace.http.control import Control
from workspace.http.page_routes import add_page_routes
from workspace.http.rate_limits import Limits, Mode
from workspace.http.same_origin import refuse_other_sites
from workspace.model.clock import Clock
from workspace.model.seed import App, app_of
from workspace.model.state import State
from workspace.model.workspace import Workspace
from workspace.web_api.dispatch import Dispatcher
from workspace.web_api.files import FileRoutes

LOOPBACK = "127.0.0.1"
_LARGEST_BODY = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """How a workspace is to run."""

    port: int = 0
    """0: any free port."""
    state: str = ":memory:"
    limits: Mode = "real"
    app: App = field(default_factory=app_of)


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A workspace that answers at `url` (no trailing slash)."""

    url: str
    workspace: Workspace
    post_office: PostOffice
    dispatcher: Dispatcher

    @property
    def api_url(self) -> str:
        """What Slack's clients take as their base URL."""
        return f"{self.url}/api/"


@asynccontextmanager
async def running(config: Config = Config()) -> AsyncIterator[Running]:
    """Run a workspace until the block ends. Raises OSError if the port is taken."""
    clock = Clock()
    state = State(config.state)
    post_office = PostOffice(state, clock, config.app)
    workspace = Workspace(state, clock, config.app, post_office)
    dispatcher = Dispatcher(workspace, post_office, Limits(clock, config.limits))
    runner = web.AppRunner(
        _application(workspace, post_office, dispatcher), access_log=None, shutdown_timeout=1
    )
    await runner.setup()
    try:
        site = web.TCPSite(runner, LOOPBACK, config.port)
        await site.start()
        url = f"http://{LOOPBACK}:{runner.addresses[0][1]}"
        workspace.settle_at(url)
        dispatcher.base_url = url
        post_office.resume()
        yield Running(url=url, workspace=workspace, post_office=post_office, dispatcher=dispatcher)
    finally:
        workspace.watchers.close()
        await post_office.close()
        await runner.cleanup()
        state.close()


def _application(
    workspace: Workspace, post_office: PostOffice, dispatcher: Dispatcher
) -> web.Application:
    application = web.Application(client_max_size=_LARGEST_BODY, middlewares=[refuse_other_sites])
    application.router.add_route("*", "/api/{method}", dispatcher.answer)
    application.router.add_get("/link/", post_office.sockets.connect)
    files = FileRoutes(workspace.shelf, workspace.app)
    application.router.add_post("/upload/v1/{ticket}", files.receive)
    application.router.add_get("/files-pri/{place}/{name:.+}", files.send)
    application.router.add_post("/response/{token}", ResponseRoute(workspace).answer)
    Control(workspace, post_office, dispatcher).add_routes(application)
    add_page_routes(application, workspace)
    return application
