"""A bot in this process over a real PostgreSQL and a workspace in a process of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from agents.answering import Answerer
from agents.cores import Core
from agents.memory.database import Memory
from agents.run.limits import Limits
from agents.turns import Thought
from bot.db.channels.rules import RulesOfChannels
from bot.db.schema.tables import homes
from bot.incoming.admission.admission import Admission
from bot.incoming.admission.slack_access import SlackAccess
from bot.incoming.event_handler import EventHandler
from bot.incoming.forms import FormOpener
from bot.incoming.slack_runtime import run_slack_runtime
from bot.incoming.teams.handlers import HandlersOfTeams, TeamHandlers
from bot.processes.listen import SlackConnection
from bot.processes.look_ups import LookUps
from bot.processes.worker import answer_and_send
from bot.rendering.links import PassageLinks
from bot.rendering.narration import Style
from bot.sending.slack_client import web_client
from bot.sending.teams import OneTeam, Team
from bot.settings import Settings
from retrieval.sql import Database, open_database
from tests.fakes import MemorySilos, ScriptedCore, search
from tests.integration.bot.slack import ANA, BEN, Slack, running_workspace
from tests.sample_documents import DOCUMENTS

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)
"""A Home that was opened then is not renewed."""
CONNECTIONS = 20
"""The worker and the listener of these tests are one process and share its pool."""
ONE_SEARCH = (
    Thought(text="I look at the trials.", actions=(search("clinical_trials", "trial alpha"),)),
)


@dataclass
class Bot:
    """The bot's processes, all in this one; each may be started and stopped."""

    settings: Settings
    database: Database
    memory: Memory
    core: Core = field(default_factory=lambda: ScriptedCore(ONE_SEARCH))
    silos: MemorySilos = field(default_factory=lambda: MemorySilos(DOCUMENTS))

    @property
    def forms(self) -> FormOpener:
        client = web_client(self.settings.slack_api_url, "xoxb-local")
        style = Style(links=PassageLinks("", b"k"))
        return FormOpener(
            client, self.memory, self.database, self.silos, style, self.admission_by(client)
        )

    @property
    def answerer(self) -> Answerer:
        return Answerer(
            memory=self.memory,
            core=self.core,
            silos=self.silos,
            limits=Limits(),
            rules=RulesOfChannels(self.settings, self.database).run_rules,
        )

    def admission_by(self, client: AsyncWebClient) -> Admission:
        return Admission(RulesOfChannels(self.settings, self.database), SlackAccess(client))

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        stop = asyncio.Event()
        async with run_slack_runtime(
            self.settings, stop, database=self.database, memory=self.memory, silos=self.silos
        ) as runtime:
            assert self.settings.slack_app_token is not None
            token = self.settings.slack_app_token.get_secret_value()
            socket = SlackConnection(runtime.app, token)
            await socket.open()
            try:
                yield
            finally:
                await socket.close()

    @asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        stop = asyncio.Event()
        work = asyncio.create_task(
            answer_and_send(
                self.settings,
                stop,
                database=self.database,
                answerer=self.answerer,
                look_ups=LookUps(
                    self.database,
                    lambda _is_sealed: self.silos,
                    RulesOfChannels(self.settings, self.database),
                ),
                cards=self.silos.cards,
            )
        )
        try:
            yield
        finally:
            stop.set()
            await work

    @asynccontextmanager
    async def up(self) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self.working())
            await stack.enter_async_context(self.listening())
            yield


def handlers_of(bot: Bot, team: Team, events: EventHandler) -> HandlersOfTeams:
    """This event handler for every workspace."""
    made = TeamHandlers(events, bot.forms)
    return HandlersOfTeams(bot.database, OneTeam(team), lambda _team: made, events.order)


@pytest.fixture
async def slack() -> AsyncIterator[Slack]:
    async with running_workspace("--limits", "real") as workspace:
        yield workspace


@pytest.fixture
def known_people() -> tuple[str, ...]:
    """Who has opened their Home before, so that nobody welcomes them at their first question."""
    return (ANA, BEN)


@pytest.fixture
async def bot(
    slack: Slack, database_url: str, tmp_path: Path, known_people: tuple[str, ...]
) -> AsyncIterator[Bot]:
    settings = Settings(
        _env_file=None,
        home=tmp_path,
        database_url=database_url,
        slack_api_url=f"{slack.url}/api/",
        slack_bot_token="xoxb-local",
        slack_app_token="xapp-local",
        slack_signing_secret="local-signing-secret",
    )
    async with open_database(database_url, connections=CONNECTIONS) as database:
        async with database.transaction() as connection:
            for person in known_people:
                known = {"team": "T0CURBSIDE", "person": person, "opened_at": LONG_AGO}
                await connection.execute(homes.insert().values(known))
        yield Bot(settings, database, Memory(database))
