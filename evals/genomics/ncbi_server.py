"""A server on loopback that speaks NCBI's protocols and answers from recordings."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

from evals.genomics.ncbi_recordings import NcbiRecordings

WAITING = "<!--\nQBlastInfoBegin\n\tStatus=WAITING\nQBlastInfoEnd\n-->"
UNKNOWN = "<!--\nQBlastInfoBegin\n\tStatus=UNKNOWN\nQBlastInfoEnd\n-->"


@asynccontextmanager
async def serve_recordings(recordings: NcbiRecordings) -> AsyncIterator[Mapping[str, str]]:
    """The addresses of the served services by name, while the block runs."""
    handlers = _Handlers(recordings)
    app = web.Application()
    app.router.add_get("/eutils/esearch.fcgi", handlers.search)
    app.router.add_get("/eutils/esummary.fcgi", handlers.summary)
    app.router.add_get("/blast/Blast.cgi", handlers.blast)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        host, port = runner.addresses[0][:2]
        yield {"ncbi": f"http://{host}:{port}/eutils", "blast": f"http://{host}:{port}"}
    finally:
        await runner.cleanup()


class _Handlers:
    def __init__(self, recordings: NcbiRecordings) -> None:
        self._recordings = recordings
        self._searches: dict[str, str] = {}
        self._looks: dict[str, int] = {}

    async def search(self, request: web.Request) -> web.Response:
        query = request.query
        ids = self._recordings.search(query["db"], query["term"])
        shown = ids[: int(query.get("retmax", "20"))]
        return web.json_response({"esearchresult": {"count": str(len(ids)), "idlist": shown}})

    async def summary(self, request: web.Request) -> web.Response:
        database, ids = request.query["db"], request.query["id"].split(",")
        known = self._recordings.summaries
        found: dict[str, Any] = {
            one: known[database, one] for one in ids if (database, one) in known
        }
        unknown = {one: {"uid": one, "error": "cannot get document summary"} for one in ids}
        return web.json_response({"result": {"uids": ids, **unknown, **found}})

    async def blast(self, request: web.Request) -> web.Response:
        """Put a search in; the first look at it finds it waiting."""
        query = request.query
        if query.get("CMD") == "Put":
            rid = hashlib.sha256(query["QUERY"].encode()).hexdigest()[:11].upper()
            self._searches[rid] = query["QUERY"].upper()
            return web.Response(text=f"<!--QBlastInfoBegin\n    RID = {rid}\n    RTOE = 12\n-->")
        rid = query["RID"]
        self._looks[rid] = self._looks.get(rid, 0) + 1
        if self._looks[rid] == 1:
            return web.Response(text=WAITING)
        sequence = self._searches.get(rid, "")
        return web.Response(text=self._recordings.reports.get(sequence, UNKNOWN))
