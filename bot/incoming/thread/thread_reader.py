"""Reads threads from Slack, within what it allows, and once for what is decided together."""

from __future__ import annotations

import time
from dataclasses import dataclass

from aiolimiter import AsyncLimiter
from slack_sdk.web.async_client import AsyncWebClient

from bot.incoming.payloads.events import Payload

CALLS_PER_MINUTE = 30
"""Of the 50 a minute that Slack allows for reading threads (``conversations.replies``, tier 3); the
sender has the rest, for posts of which it is not sure that they arrived: ``lookup`` of
``bot.sending.schedule``. Chosen by hand."""
_PAGES, _PER_PAGE = 5, 200
"""How much of a thread is read. Chosen by hand: a thousand messages."""
_AROUND_ONE = 10
"""Messages asked for where one is wanted: Slack gives the head of the thread with it. Chosen by
hand."""
_FRESH_SECONDS = 10.0
"""How long what was read serves for the messages in it. Chosen by hand: deciding on an event that
was waited for takes less."""


@dataclass(frozen=True, slots=True)
class ThreadRead:
    """A thread as Slack gave it, oldest message first."""

    messages: tuple[Payload, ...]
    is_whole: bool
    """Whether no message behind the last one was left out."""


class ThreadReader:
    """Gives the messages of threads. Raises SlackApiError or aiohttp's errors where Slack does not.
    One for all of a process who read what people wrote: they share what Slack allows."""

    def __init__(self, client: AsyncWebClient, per_minute: float = CALLS_PER_MINUTE) -> None:
        self._client = client
        # What it lets through at once and in the minute behind that is what is allowed together.
        self._limiter = AsyncLimiter(max(1.0, per_minute / 2))
        self._fresh: dict[tuple[str, str], tuple[float, ThreadRead]] = {}

    async def take_turn(self) -> bool:
        """Take one of the reads that Slack allows; False if there is none at the moment."""
        if not self._limiter.has_capacity():
            return False
        await self._limiter.acquire()
        return True

    async def read(self, channel: str, thread_ts: str) -> ThreadRead:
        """The thread, for somebody whose turn it is."""
        messages: list[Payload] = []
        cursor: str | None = None
        for place in range(_PAGES):
            if place:
                await self._limiter.acquire()
            page = await self._client.conversations_replies(
                channel=channel, ts=thread_ts, limit=_PER_PAGE, cursor=cursor
            )
            messages += page.get("messages") or []
            cursor = (page.get("response_metadata") or {}).get("next_cursor") or None
            if cursor is None:
                break
        found = ThreadRead(tuple(messages), is_whole=cursor is None)
        self._forget_old()
        self._fresh[channel, thread_ts] = (time.monotonic(), found)
        return found

    async def read_message(
        self, channel: str, thread_ts: str, ts: str, *, has_turn: bool = False
    ) -> Payload | None:
        """One message of a thread, as soon as it is its turn; None if Slack does not give it."""
        if not has_turn:
            await self._limiter.acquire()
        page = await self._client.conversations_replies(
            channel=channel, ts=thread_ts, latest=ts, oldest=ts, inclusive=True, limit=_AROUND_ONE
        )
        return next((each for each in page.get("messages") or [] if each.get("ts") == ts), None)

    def just_read(self, channel: str, thread_ts: str, ts: str) -> ThreadRead | None:
        """What was read of the thread a moment ago, if it reaches as far as the message ``ts``."""
        self._forget_old()
        _, found = self._fresh.get((channel, thread_ts), (0.0, None))
        reaches = found is not None and any(
            float(message.get("ts") or 0) >= float(ts) for message in found.messages
        )
        return found if reaches else None

    def _forget_old(self) -> None:
        """Words of people are kept no longer than they are of use."""
        oldest = time.monotonic() - _FRESH_SECONDS
        self._fresh = {key: each for key, each in self._fresh.items() if each[0] >= oldest}
