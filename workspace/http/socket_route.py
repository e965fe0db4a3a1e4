"""Where the apps connect by Socket Mode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aiohttp import web

from workspace.delivery.socket_mode import Sockets


@dataclass(frozen=True, slots=True)
class SocketRoute:
    """`GET /link/`: the ticket says of which app the connection is."""

    apps: Sequence[Sockets]

    def add_to(self, application: web.Application) -> None:
        application.router.add_get("/link/", self.connect)

    async def connect(self, request: web.Request) -> web.StreamResponse:
        ticket = request.query.get("ticket", "")
        own = (each for each in self.apps if each.admits(ticket))
        return await next(own, self.apps[0]).connect(request)
