"""The files of the page."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from aiohttp import web

from workspace.http.page.requests import HEADERS, RequestRefused

PAGE = Path(__file__).parents[2] / "page"
CONTENT_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
"""By suffix. No other file is served."""


def serve_index(request: web.Request) -> web.StreamResponse:
    return _serve("index.html")


def show_message(request: web.Request) -> web.StreamResponse:
    """Lead from the permalink of a message to its thread in the page."""
    ts = request.match_info["ts"]
    thread = request.query.get("thread_ts") or f"{ts[:-6]}.{ts[-6:]}"
    place = f"/#//{quote(request.match_info['channel'])}/{quote(thread)}"
    return web.Response(status=302, headers={**HEADERS, "Location": place})


def serve_file(request: web.Request) -> web.StreamResponse:
    return _serve(request.match_info["path"])


def _serve(name: str) -> web.StreamResponse:
    path = (PAGE / name).resolve()
    is_inside = path.is_relative_to(PAGE.resolve())
    if not is_inside or path.suffix not in CONTENT_TYPES or not path.is_file():
        raise RequestRefused("There is no such file.", 404)
    content_type = f"{CONTENT_TYPES[path.suffix]}; charset=utf-8"
    return web.FileResponse(path, headers={**HEADERS, "Content-Type": content_type})
