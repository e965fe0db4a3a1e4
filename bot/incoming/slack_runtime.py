"""What Socket Mode and HTTP have in common: the app, the event handler behind it, the pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import aiohttp
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow

from agents.memory.database import Memory
from bot import logs
from bot.composition import EVENT_CONNECTIONS, open_database_parts
from bot.db.channels.rules import RulesOfChannels
from bot.db.posting.waiting_times import LongestWaits
from bot.incoming.admission.admission import Admission
from bot.incoming.admission.slack_access import SlackAccess
from bot.incoming.event_handler import EventHandler, Lookups
from bot.incoming.forms import FormOpener
from bot.incoming.mentioned_names import MentionNames
from bot.incoming.payloads.files import Files
from bot.incoming.private.direct_messages import DirectMessages
from bot.incoming.routing import RoutingRules
from bot.incoming.slack_app import build_app
from bot.incoming.teams.handlers import HandlersOfTeams, TeamHandlers
from bot.incoming.teams.removals import Removals
from bot.incoming.thread.discussions import Discussions
from bot.incoming.thread.late_messages import LateMessages
from bot.incoming.thread.thread_reader import CALLS_PER_MINUTE, ThreadReader
from bot.incoming.thread_order import ThreadOrder
from bot.incoming.written_messages import WrittenMessages
from bot.pages.web import Documents, HttpHandlers, SocketAge
from bot.rendering.answer.question_label import read_label_tables
from bot.rendering.links import PassageLinks
from bot.rendering.narration import Style
from bot.rendering.thread_style import thread_style
from bot.sending.home_pages import HomePages
from bot.sending.teams import Team
from bot.settings import Settings
from bot.teams.install_pages import install_flow
from bot.teams.opening import installations_of, open_teams, serves_all
from retrieval.ingestion.reading_apart import FOR_ATTACHMENTS, ReaderProcesses
from retrieval.sql import Database

SWEEP_ENDS_SECONDS = 5
"""For the sweep to come to an end when the process ends. Chosen by hand: it is one transaction an
event."""
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
    install_flow: AsyncOAuthFlow | None = None
    """How a workspace installs the app, where all that do are served."""

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
    async with aiohttp.ClientSession() as session:
        # Before the first event, whose label would wait for it, and others beside it.
        opening = open_teams(settings, database, session)
        teams, _ = await asyncio.gather(opening, asyncio.to_thread(read_label_tables))
        installations = installations_of(settings, database) if serves_all(settings) else None
        flow = None
        if installations is not None:
            flow = install_flow(settings, database, installations, session)
        style = thread_style(settings, silos.cards)
        with ReaderProcesses(FOR_ATTACHMENTS, most=READERS) as readers:
            parts = TeamParts(settings, session, readers, database, memory, silos, style)
            handlers = HandlersOfTeams(database, teams, parts.handlers_of, parts.order)
            sweeping = asyncio.create_task(handlers.sweep(stop))
            try:
                removals = Removals(database, installations)
                app = build_app(settings, database, handlers, removals, flow)
                longest = LongestWaits(settings.unanswered_seconds, settings.unsent_seconds)
                yield SlackRuntime(app, database, memory, silos, style.links, longest, flow)
            finally:
                stop.set()
                await asyncio.wait({sweeping}, timeout=SWEEP_ENDS_SECONDS)
                sweeping.cancel()


@dataclass(frozen=True, slots=True)
class TeamParts:
    """What the handlers of every workspace stand on; what asks Slack is made for each alone."""

    settings: Settings
    session: aiohttp.ClientSession
    readers: ReaderProcesses
    database: Database
    memory: Memory
    silos: Documents
    style: Style
    order: ThreadOrder = field(default_factory=ThreadOrder)

    def handlers_of(self, team: Team) -> TeamHandlers:
        """What handles the events of a workspace."""
        client, identity, settings = team.client, team.identity, self.settings
        style = replace(self.style, workspace=identity.address)
        lookups = lookups_of(
            team, self.session, self.readers, self.database, self.memory, CALLS_PER_MINUTE
        )
        rules = RoutingRules(
            bot_user=identity.bot_user, follow_ups=settings.follow_ups, silos=self.silos.cards
        )
        admission = Admission(RulesOfChannels(settings, self.database), SlackAccess(client))
        events = EventHandler(
            self.database,
            self.memory,
            lookups,
            rules=rules,
            style=style,
            admission=admission,
        )
        events.order = self.order
        forms = FormOpener(client, self.memory, self.database, self.silos, style, admission)
        return TeamHandlers(events, forms)


def lookups_of(
    team: Team,
    session: aiohttp.ClientSession,
    readers: ReaderProcesses,
    database: Database,
    memory: Memory,
    per_minute: float,
) -> Lookups:
    """What asks Slack what an event of a workspace does not tell; ``per_minute``: threads that may
    be read."""
    client, identity = team.client, team.identity
    names, reader = MentionNames(client), ThreadReader(client, per_minute)
    return Lookups(
        files=Files(client, session, readers, reader),
        names=names,
        late=LateMessages(reader, database, identity.bot_user),
        messages=WrittenMessages(reader, names, identity.bot_user),
        discussions=Discussions(reader, database, memory, names, identity),
        homes=HomePages(client, database, identity.address),
        direct=DirectMessages(client),
    )
