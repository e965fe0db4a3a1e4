"""Where an answer goes that is for who asked alone: their direct messages with the bot, which are
there still when the page is loaded again."""

from __future__ import annotations

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.db.channels.rules import ChannelRules
from bot.incoming.payloads.events import Incoming
from bot.logs import log
from bot.sending.slack_errors import Remedy, name_and_status, remedy

_log = log(__name__)
UNREACHABLE = (
    "In this channel I answer who asks alone first, and Slack does not let me write to you"
    " directly. Nothing is asked."
)


class DirectMessages:
    """Asks Slack for the direct messages of a person."""

    def __init__(self, client: AsyncWebClient) -> None:
        self._client = client

    async def place_of_answer(self, incoming: Incoming, rules: ChannelRules) -> str | None:
        """The channel in which a question is answered, if not in its thread; empty for the thread,
        None if Slack opens none. Raises what slack-sdk raises where it may work later."""
        if incoming.direct or not rules.private_first:
            return ""
        return await self.place_of(incoming.user)

    async def place_of(self, user: str) -> str | None:
        """The channel of their direct messages; None if Slack opens none. Raises as above."""
        try:
            opened = await self._client.conversations_open(users=user)
        except SlackApiError as error:
            name, status = name_and_status(error)
            if remedy(name, status, updating=False) is not Remedy.GIVE_UP:
                raise
            _log.warning("direct_messages_refused", error=name)
            return None
        return str(opened["channel"]["id"])
