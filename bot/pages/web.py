"""What the bot serves over HTTP beside Slack's events: its health and the pages of passages."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Protocol

from aiohttp import web

from agents.errors import AgentError
from agents.memory.database import Memory
from agents.turns import Answer
from bot.db import outbox, queue
from bot.db.keeping.closing_links import are_closed
from bot.db.posting.waiting_times import LongestWaits, oldest_waits
from bot.logs import log
from bot.pages.viewer import HEADERS, message_page, passage_page
from bot.rendering.links import PassageLinks
from retrieval.documents import Document, DocumentRef
from retrieval.errors import DatabaseUnavailable, RetrievalError
from retrieval.search.contract import SearchedCard
from retrieval.sql import Database

_log = log(__name__)
SocketAge = Callable[[], float | None]
HEALTH_SECONDS = 3
"""For the database to answer a look at the health. Chosen by hand: who watches asks often."""
_STALE_SOCKET = 120.0
"""Seconds without a sign of the socket after which it is unhealthy. Chosen by hand: forty of the
pings that ``curbside listen`` sends, one every three seconds."""


class Documents(Protocol):
    """The declared silos and the stored versions of their documents."""

    @property
    def cards(self) -> Sequence[SearchedCard]: ...

    async def open(self, ref: DocumentRef) -> Document: ...


class HttpHandlers:
    """Answers requests of browsers and of whoever watches over the process."""

    def __init__(
        self,
        *,
        database: Database,
        memory: Memory,
        silos: Documents,
        links: PassageLinks,
        longest_waits: LongestWaits,
        socket_age: SocketAge | None = None,
    ) -> None:
        self._database = database
        self._memory = memory
        self._silos = silos
        self._links = links
        self._longest_waits = longest_waits
        self._socket_age = socket_age
        self._started = time.monotonic()

    def add_routes(self, app: web.Application) -> None:
        app.router.add_get("/healthz", self.health)
        app.router.add_get("/passages/{run}/{key}", self.passage)

    async def health(self, _request: web.Request) -> web.Response:
        """200 while the database answers, nobody waits too long and the socket, if there is one, is
        alive; else 503."""
        report: dict[str, object] = {"up_seconds": round(time.monotonic() - self._started, 1)}
        healthy = True
        try:
            async with asyncio.timeout(HEALTH_SECONDS), self._database.transaction() as connection:
                depth = await queue.depth(connection)
                report["owed"] = await outbox.pending_count(connection)
                waits = await oldest_waits(connection)
            too_old = self._longest_waits.exceeded_by(waits)
            healthy = not too_old
            report |= {
                "db": "ok",
                "queue_depth": depth.waiting,
                "running": depth.running,
                "oldest_job_seconds": round(depth.oldest_seconds, 1),
                "oldest_unanswered_seconds": round(waits.unanswered, 1),
                "oldest_unsent_seconds": round(waits.unsent, 1),
                "too_old": too_old,
            }
        except (DatabaseUnavailable, TimeoutError):
            report["db"] = "unavailable"
            healthy = False
        if self._socket_age is not None:
            age = self._socket_age()
            report["socket_age_seconds"] = None if age is None else round(age, 1)
            healthy = healthy and age is not None and age < _STALE_SOCKET
        report["ok"] = healthy
        return web.json_response(report, status=200 if healthy else 503)

    async def passage(self, request: web.Request) -> web.Response:
        """The stored version of the document that a citation quotes."""
        run_id, key = request.match_info["run"], request.match_info["key"]
        if not self._links.open_for(request.headers):
            return _page(401, "Not logged in", "Log in, then open the link from the thread again.")
        if not self._links.is_signed(run_id, key, request.query.get("s", "")):
            return _page(403, "Not signed", "This link is not complete. Open it from the thread.")
        try:
            newest = (await self._memory.events(run_id))[-1].at
            if self._links.have_expired(newest, datetime.now(UTC)):
                return _page(410, "Expired", "This link has expired. Ask again in the thread.")
            async with self._database.statements() as connection:
                if await are_closed(connection, run_id):
                    return _page(410, "Closed", "The links of this thread were closed.")
            view = await self._memory.view(run_id)
            cited = view.ending.citations if isinstance(view.ending, Answer) else ()
            known = {**view.citations, **{item.key: item for item in cited}}
            if key not in known:
                return _page(404, "Unknown passage", "This run has no such citation.")
            document = await self._silos.open(known[key].ref)
        except (AgentError, RetrievalError, DatabaseUnavailable) as error:
            _log.info("passage_not_shown", run_id=run_id, cause=type(error).__name__)
            return _page(404, "Passage not available", "The passage cannot be shown now.")
        html = passage_page(document, known[key])
        return web.Response(text=html, content_type="text/html", headers=HEADERS)


def _page(status: int, title: str, words: str) -> web.Response:
    html = message_page(title, words)
    return web.Response(status=status, text=html, content_type="text/html", headers=HEADERS)
