"""Who may talk to the server: programs on this machine and the page itself, no other web site."""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@web.middleware
async def refuse_other_sites(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse a browser that comes from elsewhere; the tokens are well known, so it matters.

    Slack's clients send no `Origin`. A host name other than localhost may be somebody's DNS that
    points here.
    """
    host = urlsplit(f"//{request.host}").hostname or ""
    origin = request.headers.get("Origin")
    is_foreign = origin is not None and urlsplit(origin).netloc != request.host
    if is_foreign or not _is_address(host):
        return web.json_response({"ok": False, "error": "not_allowed_here"}, status=403)
    return await handler(request)


def _is_address(host: str) -> bool:
    """Whether this is localhost or a bare address, which no DNS can turn."""
    if host == "localhost":
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
