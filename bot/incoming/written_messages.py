"""A message as it reads in Slack now; after it was routed, nobody else has its words."""

from __future__ import annotations

from dataclasses import replace

import aiohttp
from slack_sdk.errors import SlackApiError

from bot.incoming.mentioned_names import MentionNames
from bot.incoming.payloads.events import Incoming, as_event, read
from bot.incoming.thread.thread_reader import ThreadReader
from bot.logs import log

_log = log(__name__)


class WrittenMessages:
    """Reads single messages."""

    def __init__(self, reader: ThreadReader, names: MentionNames, bot_user: str) -> None:
        self._reader = reader
        self._names = names
        self._bot_user = bot_user

    async def words(self, message: Incoming) -> str:
        """What a message asks of us: its words without our name."""
        text = await self._names.fill_in(message.text, self._bot_user)
        return text.without(self._bot_user)

    async def read(self, near: Incoming, thread_ts: str, ts: str) -> Incoming | None:
        """The message with this ts in the team and channel of an event; None if Slack does not
        give it."""
        try:
            message = await self._reader.read_message(near.channel, thread_ts, ts)
        except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
            _log.info("message_not_read", cause=type(error).__name__)
            return None
        if message is None:
            return None
        edited_ts = str((message.get("edited") or {}).get("ts") or near.at)
        return replace(read(as_event(message, near)), edited_ts=edited_ts)
