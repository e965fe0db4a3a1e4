"""Messages of a thread whose events are late: read from Slack before a later one is decided on, so
that none is lost or answered out of order. The event itself is a duplicate when it comes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

import aiohttp
from slack_sdk.errors import SlackApiError

from bot.db import event_transactions, inbox
from bot.incoming.payloads.events import (
    Incoming,
    Payload,
    arrival,
    as_event,
    is_about_us,
    read,
)
from bot.incoming.thread.thread_reader import ThreadReader
from bot.logs import log
from bot.sending.slack_errors import Remedy, name_and_status, remedy
from retrieval.sql import Database

_log = log(__name__)
_LATE_SECONDS = 3600.0
"""What is so much older than the event is not late: Slack gives up after about six minutes, and an
outage of ours may last longer. Chosen by hand."""
_LOOK_SECONDS = 0.25
"""Between two looks whether what is missing has come. Chosen by hand: not noticed by a person."""
_AT_ONCE = 4
"""Looks into the database at a time. Chosen by hand: in a burst they hold up the storing of new
events by as many short transactions, not by one for each event."""
_TRIES = 3
"""How often a thread that Slack does not give is asked for. Chosen by hand: more is left to Slack's
own repetition of the event."""


class LateMessages:
    """Stores what a thread says and no event has told yet."""

    def __init__(self, reader: ThreadReader, database: Database, bot_user: str) -> None:
        self._reader = reader
        self._database = database
        self._bot_user = bot_user
        self._queue = asyncio.Lock()
        self._at_once = asyncio.Semaphore(_AT_ONCE)
        self._failures: dict[str, int] = {}

    def may_follow(self, incoming: Incoming, *, is_ours: bool) -> bool:
        """Whether it is a reply before which others that are for us may be missing. ``is_ours``:
        whether somebody has asked us in its thread."""
        if incoming.kind != "message" or incoming.ts == incoming.thread_ts:
            return False
        return is_ours or incoming.direct or incoming.text.is_to(self._bot_user)

    async def is_wanted(self, incoming: Incoming) -> bool:
        """Whether something may be late before this event, as far as the thread is known now."""
        if self.may_follow(incoming, is_ours=False):
            return True
        if not self.may_follow(incoming, is_ours=True):
            return False
        return bool((await self._known_thread(incoming)).ours_since)

    async def may_read(self, row: int, incoming: Incoming) -> bool:
        """Whether to read the thread before this event, which is wanted, is decided on: its turn
        with Slack has come. Nothing that waits for this may hold the thread back: the message that
        is missing may come meanwhile."""
        if await self._reader.take_turn():
            return True
        async with self._queue:
            while await self._is_missed(row, incoming):
                if await self._reader.take_turn():
                    return True
                await asyncio.sleep(_LOOK_SECONDS)
        return False

    async def store_before(self, incoming: Incoming) -> None:
        """Store what was written to us in the thread before this event and is in no row, and give
        reopened events their words back. Raises SlackApiError or aiohttp's errors when Slack does
        not give the thread; after the third time it is let be."""
        try:
            found = await self._reader.read(incoming.channel, incoming.thread_ts)
        except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            self._give_up_or_raise(incoming, error)
            return
        self._failures.pop(incoming.event_id, None)
        known = await self._known_thread(incoming)
        for late, payload in self._written_to_us(found.messages, incoming, known.ours_since):
            is_older = late.ts <= incoming.ts
            async with self._at_once:
                await event_transactions.store_late(
                    self._database, arrival(late, payload), is_older
                )

    async def _is_missed(self, row: int, incoming: Incoming) -> bool:
        """Whether something is known to be missing: the thread's root, or the event's words."""
        async with self._at_once:
            stored = await event_transactions.read_waiting(self._database, row)
        if stored is None:
            return False
        if stored.payload.get("type") == inbox.REOPENED:
            return True
        known = await self._known_thread(incoming)
        return not known.root and not known.ours_since

    async def _known_thread(self, incoming: Incoming) -> inbox.KnownThread:
        async with self._at_once:
            return await event_transactions.known_thread(
                self._database,
                team=incoming.team,
                channel=incoming.channel,
                thread_ts=incoming.thread_ts,
            )

    def _written_to_us(
        self, messages: Sequence[Payload], incoming: Incoming, ours_since: str
    ) -> Iterator[tuple[Incoming, Payload]]:
        """The messages that are addressed to us or follow one that is, as if their events came."""
        for message in messages:
            payload = as_event(message, incoming)
            found = read(payload)
            if found.kind != "message" or not is_about_us(found, self._bot_user):
                continue
            if found.direct or found.text.is_to(self._bot_user):
                ours_since = min(filter(None, (ours_since, found.ts)))
            is_late = float(found.ts) > float(incoming.ts) - _LATE_SECONDS
            if is_late and ours_since and ours_since <= found.ts:
                yield found, payload

    def _give_up_or_raise(self, incoming: Incoming, error: Exception) -> None:
        tries = self._failures.get(incoming.event_id, 0) + 1
        if _may_pass(error) and tries < _TRIES:
            self._failures[incoming.event_id] = tries
            raise error
        self._failures.pop(incoming.event_id, None)
        _log.warning("thread_not_read", cause=type(error).__name__)


def _may_pass(error: Exception) -> bool:
    """Whether Slack may give the thread a little later."""
    if not isinstance(error, SlackApiError):
        return True
    name, status = name_and_status(error)
    return remedy(name, status, updating=False) is not Remedy.GIVE_UP
