"""The Bolt app: every event that matters is stored before Slack gets its acknowledgement."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncAuthorize
from slack_bolt.context.async_context import AsyncBoltContext
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.response import BoltResponse

from bot.db import inbox
from bot.db.channels.rules import highest_of
from bot.failures import sentences
from bot.incoming.arrivals import Arrivals
from bot.incoming.forms import opens_form
from bot.incoming.payloads import events
from bot.incoming.payloads.validation import storable_body
from bot.incoming.routing.forms import problems_of
from bot.incoming.teams.handlers import HandlersOfTeams
from bot.incoming.teams.removals import Removals
from bot.incoming.thread_order import ThreadOrder
from bot.logs import log
from bot.sending.slack_client import web_client
from bot.sending.teams import NotInstalled
from bot.settings import Settings
from retrieval.sql import Database

_log = log(__name__)
_ROW, _STORED, _OPENS = "inbox_row", "stored_event", "opens_form"
_ANY = re.compile(".*")
Next = Callable[[], Awaitable[BoltResponse]]


class _Authorize(AsyncAuthorize):
    """Tells Bolt who we are in a workspace, without asking Slack: no call to it stands between an
    event and its row."""

    def __init__(self, handlers: HandlersOfTeams) -> None:
        self._handlers = handlers

    async def __call__(
        self,
        *,
        context: AsyncBoltContext,
        enterprise_id: str | None,
        team_id: str | None,
        user_id: str | None,
        **_actor: str | None,
    ) -> AuthorizeResult | None:
        """None where the app is not installed."""
        try:
            identity = await self._handlers.identity_of(team_id or "")
        except NotInstalled:
            return None
        return AuthorizeResult(
            enterprise_id=enterprise_id,
            team_id=team_id,
            bot_user_id=identity.bot_user,
            bot_id=identity.bot_id,
            # Whoever calls Slack has a client of its own, with the token of the team.
            bot_token="",
        )


def build_app(
    settings: Settings,
    database: Database,
    handlers: HandlersOfTeams,
    removals: Removals,
    install_flow: AsyncOAuthFlow | None = None,
) -> AsyncApp:
    """The app for Socket Mode and for HTTP."""
    secret, token = settings.slack_signing_secret, settings.slack_bot_token
    app = AsyncApp(
        # Without a name Bolt looks for its caller's among the files of all modules: 0.2 s.
        name="curbside",
        client=web_client(settings.slack_api_url, token.get_secret_value() if token else ""),
        authorize=_Authorize(handlers),  # type: ignore[arg-type]  # None: not installed
        # Else Bolt makes a flow of its own, over files, where the environment has a client id.
        oauth_flow=install_flow,
        # Socket Mode has no signatures; over HTTP ``bot.processes.serve`` insists on a secret.
        signing_secret=secret.get_secret_value() if secret else "unused",
        user_facing_authorize_error_message=sentences.NOT_INSTALLED,
    )
    arrivals = Arrivals(database.connections)
    _register_storing(app, database, arrivals, handlers, removals, highest_of(settings))
    _register_listeners(app, arrivals, handlers)
    return app


def _register_storing(
    app: AsyncApp,
    database: Database,
    arrivals: Arrivals,
    handlers: HandlersOfTeams,
    removals: Removals,
    highest: Mapping[str, int],
) -> None:
    @app.middleware
    async def persist(
        body: dict[str, Any], context: AsyncBoltContext, ack: Any, next: Next
    ) -> BoltResponse | None:
        """An exception in here means no acknowledgement: Slack delivers again."""
        if body.get("type") == "app_rate_limited":
            _log.warning("events_rate_limited", minute=body.get("minute_rate_limited"))
            return BoltResponse(status=200)
        # Of a channel that is shared, Slack names the team of who wrote, too.
        of_team = {"team_id": context.team_id} if context.team_id else {}
        sound = storable_body({**body, **of_team})
        if sound is None:
            _log.warning("event_nested_too_deeply")
            return await _acknowledge(ack)
        body = sound
        incoming = events.read_if_sound(body)
        if incoming is None:
            _log.warning("event_not_as_slack_sends_it")
            return await _acknowledge(ack)
        if incoming.kind == "removed":
            await removals.carry_out(incoming, body)
            return await _acknowledge(ack)
        bot_user = str(context.bot_user_id)
        if (answer := _answer_at_once(incoming, bot_user, highest)) is not None:
            return await _acknowledge(ack, **answer)
        if opens_form(incoming):
            context[_OPENS] = incoming
            return await next()
        row = await _store(database, arrivals, handlers.order, incoming, body)
        if row is None:
            return await _acknowledge(ack)
        context[_ROW], context[_STORED] = row, incoming
        return await next()


def _register_listeners(app: AsyncApp, arrivals: Arrivals, handlers: HandlersOfTeams) -> None:
    async def on_event(context: AsyncBoltContext) -> None:
        await arrivals.let_pass()
        await handlers.accept(context[_ROW], context[_STORED])

    async def on_action(ack: Any, context: AsyncBoltContext, body: dict[str, Any]) -> None:
        await ack()
        if pressed := context.get(_OPENS):
            await handlers.open_form(pressed, body)
            return
        await arrivals.let_pass()
        await handlers.accept(context[_ROW], context[_STORED])

    listeners: Mapping[Callable[..., Any], Callable[..., Awaitable[None]]] = {
        app.event: on_event,
        app.action: on_action,
        app.view: on_action,
        app.command: on_action,
        app.shortcut: on_action,
    }
    for register, listener in listeners.items():
        register(_ANY)(listener)


def _answer_at_once(
    incoming: events.Incoming, bot_user: str, highest: Mapping[str, int]
) -> dict[str, Any] | None:
    """What to answer to what is not stored; None if it is to be stored."""
    if not events.is_about_us(incoming, bot_user):
        return {}
    problems = problems_of(incoming, highest)
    return {"response_action": "errors", "errors": problems} if problems else None


async def _store(
    database: Database,
    arrivals: Arrivals,
    order: ThreadOrder,
    incoming: events.Incoming,
    body: dict[str, Any],
) -> int | None:
    """The row of the event; None if it was there already."""
    with order.hold_later(incoming):
        async with arrivals.one(), database.statements() as connection:
            return await inbox.store(connection, events.arrival(incoming, body))


async def _acknowledge(ack: Any, **answer_with: Any) -> BoltResponse:
    answer: BoltResponse = await ack(**answer_with)
    return answer
