"""The Bolt app: every event that matters is stored before Slack gets its acknowledgement."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.context.async_context import AsyncBoltContext
from slack_bolt.response import BoltResponse

from bot.db import inbox
from bot.incoming.event_handler import EventHandler
from bot.incoming.payloads import events
from bot.logs import log
from bot.sending.slack_client import Identity, web_client
from bot.settings import Settings
from retrieval.sql import Database

_log = log(__name__)
_ROW = "inbox_row"
_ANY = re.compile(".*")
Next = Callable[[], Awaitable[BoltResponse]]


def build_app(
    settings: Settings, database: Database, event_handler: EventHandler, identity: Identity
) -> AsyncApp:
    """The app for Socket Mode and for HTTP. ``identity`` was asked of Slack at the start, so that
    no call to Slack stands between an event and its row."""
    token = settings.slack_bot_token.get_secret_value() if settings.slack_bot_token else ""
    secret = settings.slack_signing_secret

    async def authorize(enterprise_id: str | None, team_id: str | None) -> AuthorizeResult:
        return AuthorizeResult(
            enterprise_id=enterprise_id,
            team_id=team_id,
            bot_user_id=identity.bot_user,
            bot_id=identity.bot_id,
            bot_token=token,
        )

    app = AsyncApp(
        # Without a name Bolt looks for its caller's among the files of all modules: 0.2 s.
        name="curbside",
        client=web_client(settings.slack_api_url, token),
        authorize=authorize,
        # Socket Mode has no signatures; over HTTP ``bot.processes.serve`` insists on a secret.
        signing_secret=secret.get_secret_value() if secret else "unused",
    )
    _register(app, database, event_handler, identity)
    return app


def _register(
    app: AsyncApp, database: Database, event_handler: EventHandler, identity: Identity
) -> None:
    @app.middleware
    async def persist(
        body: dict[str, Any], context: AsyncBoltContext, ack: Any, next: Next
    ) -> BoltResponse | None:
        """An exception in here means no acknowledgement: Slack delivers again."""
        if body.get("type") == "app_rate_limited":
            _log.warning("events_rate_limited", minute=body.get("minute_rate_limited"))
            return BoltResponse(status=200)
        incoming = events.read(body)
        if not events.is_about_us(incoming, identity.bot_user):
            return await _acknowledge(ack)
        with event_handler.order.hold_later(incoming):
            async with database.statements() as connection:
                row = await inbox.store(connection, events.arrival(incoming, body))
        if row is None:
            return await _acknowledge(ack)
        context[_ROW] = row
        return await next()

    async def on_event(context: AsyncBoltContext) -> None:
        await event_handler.accept(context[_ROW])

    async def on_action(ack: Any, context: AsyncBoltContext) -> None:
        await ack()
        await event_handler.accept(context[_ROW])

    listeners: Mapping[Callable[..., Any], Callable[..., Awaitable[None]]] = {
        app.event: on_event,
        app.action: on_action,
    }
    for register, listener in listeners.items():
        register(_ANY)(listener)


async def _acknowledge(ack: Any) -> BoltResponse:
    answer: BoltResponse = await ack()
    return answer
