"""Messages that grow in direct messages, by Slack's own streaming.

Slack ends a stream five minutes after its start, also while it is written to, and leaves what it
has (github.com/slackapi/python-slack-sdk/issues/1859). So a stream is ended before that; from then
on, and whenever Slack takes a part not or without an answer, the message is changed as any other
one: the whole text stands there, whatever became of the stream."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import replace

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.db.outbox import STREAM, RowToSend, SentStream
from bot.db.posting import delivery
from bot.db.taking_over.leader_election import Leadership
from bot.logs import log
from bot.sending.outgoing import deliver
from bot.sending.slack_errors import PASSING, name_and_status, remedy
from bot.sending.streaming.limits import StreamLimits
from retrieval.sql import Database

_log = log(__name__)
LONGEST_SECONDS = 240.0
"""After which a stream is ended. Chosen by hand: a minute before Slack does it."""


class StreamedPosts:
    """Begins, feeds and ends streams. Any message may be given; others are posted or changed."""

    def __init__(
        self,
        database: Database,
        limits: StreamLimits | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._database = database
        self._limits = limits or StreamLimits()
        self._clock = clock

    async def deliver(
        self, client: AsyncWebClient, row: RowToSend, leader: Leadership
    ) -> str | None:
        """Make the calls. The ts of the message, if it was one. Raises what slack-sdk raises."""
        words = str(row.body.get(STREAM, "")) if row.plainness == 0 and not row.attempts else ""
        if row.stream is None:
            if not words or row.slack_ts is not None:
                return await deliver(client, row)
            if not self._limits.may_begin(row.address.team, row.key, self._clock()):
                return await deliver(client, row)
            return await self._start(client, row, words, leader)
        if row.slack_ts is not None:
            goes_on = self._goes_on(row.stream, words)
            if goes_on and await self._append(client, row, row.stream, words, leader):
                return row.slack_ts
            await self._stop(client, row)
        await self._note(row, None, leader)
        return await deliver(client, row)

    def _goes_on(self, stream: SentStream, words: str) -> bool:
        """Whether these words continue what is streamed, and there is time for them."""
        is_begun = 0 < stream.length <= len(words)
        is_same = is_begun and _digest(words[: stream.length]) == stream.digest
        return is_same and self._clock() - stream.began_at < LONGEST_SECONDS

    async def _start(
        self, client: AsyncWebClient, row: RowToSend, words: str, leader: Leadership
    ) -> str | None:
        stream = SentStream(self._clock(), 0, "")
        # Noted first: of a stream without an answer the message has no mark to be found by.
        await self._note(row, stream, leader)
        try:
            started = await client.chat_startStream(
                channel=row.address.channel,
                thread_ts=row.address.thread_ts,
                markdown_text=words,
            )
        except SlackApiError as error:
            _raise_if_passing(error, updating=False)
            await self._note(row, None, leader)
            return await deliver(client, row)
        await self._note(row, _grown(stream, words), leader)
        return str(started["ts"])

    async def _append(
        self,
        client: AsyncWebClient,
        row: RowToSend,
        stream: SentStream,
        words: str,
        leader: Leadership,
    ) -> bool:
        """False if Slack takes no more."""
        if more := words[stream.length :]:
            try:
                await client.chat_appendStream(
                    channel=row.address.channel, ts=str(row.slack_ts), markdown_text=more
                )
            except SlackApiError as error:
                _raise_if_passing(error, updating=True)
                return False
            await self._note(row, _grown(stream, words), leader)
        return True

    async def _stop(self, client: AsyncWebClient, row: RowToSend) -> None:
        """End it, if it goes on."""
        self._limits.end(row.address.team, row.key, self._clock())
        try:
            await client.chat_stopStream(channel=row.address.channel, ts=str(row.slack_ts))
        except SlackApiError as error:
            _raise_if_passing(error, updating=True)

    async def _note(self, row: RowToSend, stream: SentStream | None, leader: Leadership) -> None:
        async with self._database.statements() as connection:
            await delivery.note_stream(connection, row.key, stream, leader.generation)
        await leader.be_sure()


def _raise_if_passing(error: SlackApiError, *, updating: bool) -> None:
    """Raise it again where it is to be tried again, or it is not known what became of the call."""
    name, status = name_and_status(error)
    if remedy(name, status, updating=updating) in PASSING:
        raise error
    _log.info("stream_refused", slack_error=name)


def _grown(stream: SentStream, words: str) -> SentStream:
    return replace(stream, length=len(words), digest=_digest(words))


def _digest(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()
