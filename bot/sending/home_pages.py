"""Puts a person's Home together and hands it to the outbox."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from agents.replies.steering import NamedSilo
from bot.db.homes import opened
from bot.db.homes.contents import HomeContents
from bot.db.homes.usage import usage_of
from bot.db.homes.visible_questions import (
    agreement,
    followed_cases,
    open_reviews,
    own_questions,
)
from bot.db.outbox import LATE, Outgoing, SlackAddress
from bot.db.taking_over import claims
from bot.db.taking_over.claims import Claim
from bot.logs import log
from bot.rendering.home.page import home_view
from bot.sending.teams import NotInstalled, Teams
from retrieval.declaration.record_cards import RECORD
from retrieval.errors import DatabaseUnavailable
from retrieval.ingestion.staging.status import freshness
from retrieval.sql import Database

_log = log(__name__)
_SECONDS = 3.0
"""Longest wait for Slack. Chosen by hand: somebody looks at an empty page."""
_AWAY = (NotInstalled, SlackApiError, aiohttp.ClientError, TimeoutError)
_MOST_CHANNELS = 999
"""Channels of a person that are asked for at a time: Slack refuses 1,000
(docs.slack.dev/reference/methods/users.conversations)."""


@dataclass(frozen=True, slots=True)
class HomePages:
    """Pages of people. ``workspace``: where links to messages begin."""

    client: AsyncWebClient
    database: Database
    workspace: str

    async def page(self, key: str, team: str, person: str, silos: Sequence[NamedSilo]) -> Outgoing:
        """The page as it is now, once for each key. ``silos`` are those that are
        searched."""
        channels = await self._channels_of(person)
        async with self.database.statements() as connection:
            contents = HomeContents(
                is_first=not await opened.was_opened(connection, team, person),
                channels_known=channels is not None,
                questions=await own_questions(connection, team, person, channels or ()),
                reviews=await open_reviews(connection, team, person, channels or ()),
                agreement=await agreement(connection, team, channels or ()),
                cases=await followed_cases(connection, team, person, channels or ()),
                silos=await freshness(connection),
                usage=await usage_of(connection, team, person),
            )
        view = await asyncio.to_thread(home_view, contents, _titles(silos), self.workspace)
        return Outgoing(
            run_id=key,
            seq=0,
            part="home",
            address=SlackAddress(team=team, channel=person, thread_ts=""),
            operation="home",
            priority=LATE,
            body={"view": view},
        )

    async def _channels_of(self, person: str) -> frozenset[str] | None:
        """The channels in which the person is, of those that we know of; None if Slack does not
        tell."""
        found: set[str] = set()
        cursor = ""
        try:
            async with asyncio.timeout(_SECONDS):
                while True:
                    page = await self.client.users_conversations(
                        user=person,
                        types="public_channel,private_channel",
                        limit=_MOST_CHANNELS,
                        cursor=cursor,
                    )
                    found |= {str(one["id"]) for one in page.get("channels") or ()}
                    cursor = (page.get("response_metadata") or {}).get("next_cursor") or ""
                    if not cursor:
                        return frozenset(found)
        except _AWAY as error:
            _log.warning("channels_of_person_unknown", cause=type(error).__name__)
            return None


async def renew_home(
    teams: Teams, database: Database, run_id: str, silos: Sequence[NamedSilo], claim: Claim
) -> None:
    """A run has ended: renew the page of who asked it, if they look at it now and then. What fails
    is left to their next look. Raises :class:`agents.errors.LeaseLost` when another worker has the
    run: it writes a newer one."""
    try:
        async with database.statements() as connection:
            found = await opened.person_of_run(connection, run_id)
        if found is not None:
            team = await teams.of(found[0])
            pages = HomePages(team.client, database, team.identity.address)
            page = await pages.page(run_id, *found, silos)
            await claims.write(database, claim, run_id, [page])
    except (*_AWAY, DatabaseUnavailable) as error:
        _log.warning("home_not_renewed", cause=type(error).__name__)


def _titles(silos: Sequence[NamedSilo]) -> Mapping[str, str]:
    """Of what holds documents, by name. Sources of records hold tables, or are asked."""
    return {silo.name: silo.title for silo in silos if silo.role != RECORD}
