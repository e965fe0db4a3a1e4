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
from bot.incoming.forms import FormOpener, opens_form
from bot.incoming.payloads import events
from bot.incoming.payloads.soundness import storable_body
from bot.incoming.routing.forms import problems_of
from bot.logs import log
from bot.sending.slack_client import Identity, web_client
from bot.settings import Settings
from retrieval.sql import Database

_log = log(__name__)
_ROW, _STORED, _OPENS = "inbox_row", "stored_event", "opens_form"
_ANY = re.compile(".*")
Next = Callable[[], Awaitable[BoltResponse]]


def build_app(
    settings: Settings,
    database: Database,
    event_handler: EventHandler,
    forms: FormOpener,
    identity: Identity,
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
    _register_storing(app, database, event_handler, identity)
    _register_listeners(app, event_handler, forms, identity)
    return app


def _register_storing(
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
        sound = storable_body(body)
        if sound is None:
            _log.warning("event_nested_too_deeply")
            return await _acknowledge(ack)
        body = sound
        incoming = events.read(body)
        if (answer := _answer_at_once(incoming, identity.bot_user)) is not None:
            return await _acknowledge(ack, **answer)
        if opens_form(incoming):
            context[_OPENS] = incoming
            return await next()
        row = await _store(database, event_handler, incoming, body)
        if row is None:
            return await _acknowledge(ack)
        context[_ROW], context[_STORED] = row, incoming
        return await next()


def _register_listeners(
    app: AsyncApp, event_handler: EventHandler, forms: FormOpener, identity: Identity
) -> None:
    async def on_event(context: AsyncBoltContext) -> None:
        await event_handler.accept(context[_ROW], context[_STORED])

    async def on_action(ack: Any, context: AsyncBoltContext, body: dict[str, Any]) -> None:
        await ack()
        if pressed := context.get(_OPENS):
            await forms.open(pressed, body, identity.bot_user)
            return
        await event_handler.accept(context[_ROW], context[_STORED])

    listeners: Mapping[Callable[..., Any], Callable[..., Awaitable[None]]] = {
        app.event: on_event,
        app.action: on_action,
        app.view: on_action,
        app.command: on_action,
        app.shortcut: on_action,
    }
    for register, listener in listeners.items():
        register(_ANY)(listener)


def _answer_at_once(incoming: events.Incoming, bot_user: str) -> dict[str, Any] | None:
    """What to answer to what is not stored; None if it is to be stored."""
    if not events.is_about_us(incoming, bot_user):
        return {}
    problems = problems_of(incoming)
    return {"response_action": "errors", "errors": problems} if problems else None


async def _store(
    database: Database,
    event_handler: EventHandler,
    incoming: events.Incoming,
    body: dict[str, Any],
) -> int | None:
    """The row of the event; None if it was there already."""
    with event_handler.order.hold_later(incoming):
        async with database.statements() as connection:
            return await inbox.store(connection, events.arrival(incoming, body))


async def _acknowledge(ack: Any, **answer_with: Any) -> BoltResponse:
    answer: BoltResponse = await ack(**answer_with)
    return answer
