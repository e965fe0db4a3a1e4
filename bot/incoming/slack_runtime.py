"""What Socket Mode and HTTP have in common: the app, the event handler behind it, the pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

import aiohttp
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from agents.memory.database import Memory
from bot import logs
from bot.channels.rules import RulesOfChannels
from bot.composition import EVENT_CONNECTIONS, open_database_parts
from bot.db.posting.owed import LongestWaits
from bot.failures import sentences
from bot.home.pages import HomePages
from bot.incoming.admission.admission import Admission
from bot.incoming.admission.visitors import Visitors
from bot.incoming.event_handler import EventHandler, Lookups
from bot.incoming.forms import FormOpener
from bot.incoming.mentioned_names import MentionNames
from bot.incoming.payloads.files import Files
from bot.incoming.private.direct_messages import DirectMessages
from bot.incoming.routing import RoutingRules
from bot.incoming.slack_app import build_app
from bot.incoming.thread.discussions import Discussions
from bot.incoming.thread.late_messages import LateMessages
from bot.incoming.thread.reading import CALLS_PER_MINUTE, ThreadReader
from bot.incoming.written_messages import WrittenMessages
from bot.pages.web import Documents, HttpHandlers, SocketAge
from bot.rendering.links import PassageLinks
from bot.rendering.thread_style import thread_style
from bot.sending.slack_client import Identity, identify, web_client
from bot.settings import Settings
from retrieval.ingestion.reading_apart import FOR_ATTACHMENTS, ReaderProcesses
from retrieval.sql import Database

READERS = 3
"""Files that are read at a time. Chosen by hand: two that are built to hold a reader up leave one
for the others."""


@dataclass(frozen=True, slots=True)
class SlackRuntime:
    """The app that takes Slack's events in, and what it stands on. It is running."""

    app: AsyncApp
    database: Database
    memory: Memory
    silos: Documents
    links: PassageLinks
    longest_waits: LongestWaits

    def http_handlers(self, socket_age: SocketAge | None = None) -> HttpHandlers:
        """The HTTP handlers over the same database and silos."""
        return HttpHandlers(
            database=self.database,
            memory=self.memory,
            silos=self.silos,
            links=self.links,
            longest_waits=self.longest_waits,
            socket_age=socket_age,
        )


@asynccontextmanager
async def open_slack_runtime(
    settings: Settings, stop: asyncio.Event
) -> AsyncIterator[SlackRuntime]:
    """Check the bot token, then route what is stored and what comes, until the block is left.
    Raises :class:`bot.failures.sentences.StartRefused`."""
    logs.configure(settings.log_level)
    async with (
        open_database_parts(settings, settings.database_url or "", EVENT_CONNECTIONS) as parts,
        run_slack_runtime(
            settings,
            stop,
            database=parts.database,
            memory=parts.memory,
            silos=parts.documents,
        ) as runtime,
    ):
        yield runtime


@asynccontextmanager
async def run_slack_runtime(
    settings: Settings,
    stop: asyncio.Event,
    *,
    database: Database,
    memory: Memory,
    silos: Documents,
) -> AsyncIterator[SlackRuntime]:
    """The same over a database and silos that are open."""
    if settings.slack_bot_token is None:
        raise sentences.setting_missing("SLACK_BOT_TOKEN")
    token = settings.slack_bot_token.get_secret_value()
    async with aiohttp.ClientSession() as session, AsyncExitStack() as stack:
        client = web_client(settings.slack_api_url, token, session)
        identity = await identify(client)
        style = thread_style(settings, silos.cards, identity.address)
        lookups = await stack.enter_async_context(
            open_lookups(client, session, database, memory, identity)
        )
        rules = RoutingRules(
            bot_user=identity.bot_user, follow_ups=settings.follow_ups, silos=silos.cards
        )
        admission = Admission(RulesOfChannels(settings, database), Visitors(client))
        event_handler = EventHandler(
            database, memory, lookups, rules=rules, style=style, admission=admission
        )
        sweeping = asyncio.create_task(event_handler.sweep(stop))
        try:
            forms = FormOpener(client, memory, database, silos, style, admission)
            app = build_app(settings, database, event_handler, forms, identity)
            longest = LongestWaits(settings.unanswered_seconds, settings.unsent_seconds)
            yield SlackRuntime(app, database, memory, silos, style.links, longest)
        finally:
            stop.set()
            await asyncio.wait({sweeping}, timeout=5)
            sweeping.cancel()


@asynccontextmanager
async def open_lookups(
    client: AsyncWebClient,
    session: aiohttp.ClientSession,
    database: Database,
    memory: Memory,
    identity: Identity,
    per_minute: float = CALLS_PER_MINUTE,
) -> AsyncIterator[Lookups]:
    """What asks Slack what an event does not tell; ``per_minute``: threads that may be read."""
    names, reader = MentionNames(client), ThreadReader(client, per_minute)
    with ReaderProcesses(FOR_ATTACHMENTS, most=READERS) as readers:
        yield Lookups(
            files=Files(client, session, readers, reader),
            names=names,
            late=LateMessages(reader, database, identity.bot_user),
            messages=WrittenMessages(reader, names, identity.bot_user),
            discussions=Discussions(reader, database, memory, names, identity),
            homes=HomePages(client, database, identity.address),
            direct=DirectMessages(client),
        )
