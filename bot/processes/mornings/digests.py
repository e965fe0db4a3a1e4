"""Tells channels, in the morning, what people marked since the last one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta

import aiohttp
from slack_sdk.errors import SlackApiError

from agents.errors import AgentError
from agents.memory.database import Memory
from bot.db import outbox
from bot.db.mornings.digests import (
    WantedDigest,
    marked_channels,
    marked_runs,
    note_told,
    wanted_digests,
)
from bot.db.outbox import SlackAddress
from bot.lifecycle import sleep_unless
from bot.logs import log
from bot.processes.mornings.clock import Mornings
from bot.processes.mornings.readers import (
    channel_info,
    has_guests,
    is_of_others,
    public_channels,
)
from bot.rendering.mornings.digest import MarkedAnswer, digest_message
from bot.sending.teams import NotInstalled, Team, Teams
from retrieval.errors import DatabaseUnavailable
from retrieval.sql import Database

_log = log(__name__)
_EVERY_SECONDS = 60.0
"""Between two looks. Chosen by hand: a minute after the morning is early enough."""
_SETTLE = timedelta(seconds=30)
"""So long after the morning a digest is made: a mark of the last moment is written by then. Chosen
by hand."""
_PASSING = (
    DatabaseUnavailable,
    AgentError,
    NotInstalled,
    SlackApiError,
    aiohttp.ClientError,
    TimeoutError,
)


def _now() -> datetime:
    return datetime.now(UTC)


class Digests:
    """Looks which channels want a digest that is due. Several processes may do so: a channel is
    told once."""

    def __init__(
        self,
        teams: Teams,
        database: Database,
        mornings: Mornings,
        clock: Callable[[], datetime] = _now,
    ) -> None:
        self._teams = teams
        self._database = database
        self._memory = Memory(database)
        self._mornings = mornings
        self._clock = clock
        self._broken: dict[tuple[str, str], datetime] = {}
        """The morning of which a channel could not be told; it is tried again at the next one."""

    async def run(self, stop: asyncio.Event) -> None:
        """Look until ``stop``."""
        while not stop.is_set():
            try:
                if told := await self.look():
                    _log.info("digests_told", channels=told)
            except Exception as error:  # noqa: BLE001 - the worker goes on, and looks again
                _log.warning("digests_not_looked_at", cause=type(error).__name__)
            await sleep_unless(stop, _EVERY_SECONDS)

    async def look(self) -> int:
        """Tell the channels whose morning has come; how many were told."""
        async with self._database.transaction() as connection:
            wanted = await wanted_digests(connection)
        told = 0
        for each in wanted:
            until, place = self._newest_morning(each), (each.team, each.channel)
            if each.told_until >= until or self._broken.get(place) == until:
                continue
            try:
                told += await self._tell(each, until)
            except _PASSING as error:
                # Of one workspace or channel: the others are told, and this one at the next look.
                _log.warning("digest_put_off", channel=each.channel, cause=type(error).__name__)
            except Exception as error:  # noqa: BLE001 - the other channels are told
                # Its marks are kept: noted as told, they would be told nowhere.
                self._broken[place] = until
                _log.warning("digest_broke", channel=each.channel, cause=type(error).__name__)
        return told

    def _newest_morning(self, digest: WantedDigest) -> datetime:
        now = self._clock() - _SETTLE
        if digest.how_often == "weekly":
            return self._mornings.newest_monday(now)
        return self._mornings.newest(now)

    async def _tell(self, digest: WantedDigest, until: datetime) -> bool:
        async with self._database.statements() as connection:
            marked = await marked_channels(connection, digest, until)
        team = await self._teams.of(digest.team)
        answers = await self._told_answers(digest, until, marked, team) if marked else []
        if answers is None:
            return False
        message = digest_message(
            SlackAddress(team=digest.team, channel=digest.channel, thread_ts=""),
            answers,
            digest.told_until,
            until,
            team.identity.address,
        )
        async with self._database.transaction() as connection:
            is_ours = await note_told(connection, digest, until)
            if is_ours and answers:
                await outbox.put(connection, [message])
        return is_ours and bool(answers)

    async def _told_answers(
        self, digest: WantedDigest, until: datetime, marked: Collection[str], team: Team
    ) -> list[MarkedAnswer] | None:
        """The answers with the marks that count; None while we may not write in the channel."""
        here = await channel_info(team.client, digest.channel)
        if not (here.get("is_member") or here.get("is_im")):
            return None
        seen = {digest.channel}
        others = set(marked) - seen
        if others and not is_of_others(here) and not await has_guests(team.client, digest.channel):
            seen |= await public_channels(team.client, others)
        async with self._database.statements() as connection:
            found = await marked_runs(connection, digest, until, seen)
        told = []
        for each in found:
            view = await self._memory.view(each.run_id)
            marks = tuple(mark for mark in view.reviews if digest.told_until < mark.at <= until)
            if marks and not view.is_private and view.withdrawn is None:
                told.append(MarkedAnswer(view, marks, each.ts))
        return told
