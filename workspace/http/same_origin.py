"""Only programs of this machine and the page itself may use the server, no other web site."""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@web.middleware
async def refuse_foreign_origin(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse requests that another web site makes in a person's browser.

    The tokens are well known, so nothing else would stop such a request. Slack's clients send no
    `Origin`. A host name other than localhost may be a DNS name of somebody else that points here.
    """
    host = urlsplit(f"//{request.host}").hostname or ""
    origin = request.headers.get("Origin")
    is_foreign = origin is not None and urlsplit(origin).netloc != request.host
    if is_foreign or not _is_local_name(host):
        return web.json_response({"ok": False, "error": "not_allowed_here"}, status=403)
    return await handler(request)


def _is_local_name(host: str) -> bool:
    """Whether this is localhost or a bare IP address, which no DNS server can redirect."""
    if host == "localhost":
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
