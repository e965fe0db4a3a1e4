"""``curbside serve``: Slack's events over HTTP, the health page, the passage viewer."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qs

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.signature import SignatureVerifier

from bot.failures import sentences
from bot.incoming.payloads.validation import sound_body
from bot.incoming.slack_runtime import open_slack_runtime
from bot.lifecycle import (
    ended_when_it_hangs,
    keep_what_is_loaded,
    share_interpreter,
    stop_on_signals,
)
from bot.logs import log
from bot.pages.site import open_site
from bot.settings import Settings
from bot.teams.install_pages import add_install_pages

_log = log(__name__)
MOST_BYTES = 4_000_000
"""Of one request. Chosen by hand."""
_MOST_OF_CHECK = 300
"""Bytes. Chosen by hand: two short fields."""


async def serve(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT. Raises :class:`bot.failures.sentences.StartRefused`."""
    if settings.slack_signing_secret is None:
        raise sentences.setting_missing("SLACK_SIGNING_SECRET")
    stop = stop_on_signals()
    share_interpreter()
    async with open_slack_runtime(settings, stop) as runtime:
        keep_what_is_loaded()
        site = web.Application(client_max_size=MOST_BYTES)
        runtime.http_handlers().add_routes(site)
        if runtime.install_flow is not None:
            add_install_pages(site, runtime.install_flow)
        add_events(site, runtime.app, settings.slack_signing_secret.get_secret_value())
        async with ended_when_it_hangs(), open_site(site, settings.host, settings.port) as port:
            _log.info("serving", host=settings.host, port=port)
            await stop.wait()


def add_events(site: web.Application, app: AsyncApp, signing_secret: str) -> None:
    """Hand Slack's requests to the app. One that Slack has not signed is not parsed."""
    verifier = SignatureVerifier(signing_secret)

    async def on_request(request: web.Request) -> web.Response:
        body = await request.read()
        if not _is_signed(verifier, body, request.headers):
            if _checks_certificate(body):
                return web.Response()
            return web.Response(status=401, text="401\n")
        if sound_body(body, is_json=request.content_type == "application/json") is None:
            _log.warning("request_not_as_slack_sends_it", bytes=len(body))
            return web.Response()
        answer = await app.async_dispatch(await to_bolt_request(request))
        return await to_aiohttp_response(answer)

    site.router.add_post("/slack/events", on_request)


def _checks_certificate(body: bytes) -> bool:
    """Whether Slack looks whether our certificate is valid, as it does now and then: a form that
    says so and nothing else, which wants an answer of 200 (``ssl_check``, docs.slack.dev)."""
    if len(body) > _MOST_OF_CHECK or not body.isascii():
        return False
    said = parse_qs(body.decode("ascii"), keep_blank_values=True)
    return said.get("ssl_check") == ["1"] and said.keys() <= {"ssl_check", "token"}


def _is_signed(verifier: SignatureVerifier, body: bytes, headers: Mapping[str, str]) -> bool:
    try:
        return verifier.is_valid_request(body, headers)
    except (TypeError, ValueError):
        # A time that is no number, a body that is no UTF-8, a signature that is no ASCII.
        return False
