"""Whether somebody may do a thing from outside the channel that it is about: from a private answer,
a Home, or a form that stood open."""

from __future__ import annotations

from dataclasses import dataclass

from bot.db import event_transactions
from bot.db.outbox import Outgoing, SlackAddress
from bot.db.private.threads import channel_of_run
from bot.incoming.addressing import address_of, messages_to_person, own_run_id
from bot.incoming.admission.slack_access import SlackAccess
from bot.incoming.payloads.events import Incoming
from bot.incoming.private.direct_messages import DirectMessages
from bot.incoming.routing import (
    ChangeSettings,
    Decision,
    PostQuestion,
    Stop,
    TakeBack,
    Withdraw,
)
from bot.rendering.blocks import sections
from bot.rendering.home.cases import read_thread
from retrieval.sql import Database

_ALWAYS = (Stop, TakeBack, Withdraw)
"""What ends or takes away a question is never refused for this."""
_OF_ITS_CHANNEL = (ChangeSettings, PostQuestion)
"""What a form does in the channel that it names, with no question there yet."""


def not_in_channel(channel: str) -> str:
    """What is told to who is not in this channel."""
    return (
        f"Slack does not show me that you are in <#{channel}> now. Nothing is done. Join the"
        " channel, then do that again."
    )


@dataclass(frozen=True, slots=True)
class OutsideChannel:
    """Refuses what is done from outside a channel by who is not in it."""

    database: Database
    access: SlackAccess
    direct: DirectMessages

    async def is_refused(self, row: int, incoming: Incoming, decision: Decision) -> bool:
        """Whether the person is not in the channel. Then they are told so, and the event is
        done."""
        channel = await self.channel_of(incoming, decision)
        if not channel or await self.access.is_member(incoming.user, channel):
            return False
        if isinstance(decision, PostQuestion) and not await self.access.lets_us_write(channel):
            return False  # Slack tells us of its people only where we are: that is said instead.
        told: tuple[Outgoing, ...] = ()
        if address := await self._place_to_tell(incoming):
            words = sections([not_in_channel(channel)])
            told = messages_to_person(incoming, own_run_id(incoming), words, address)
        await event_transactions.finish_event(self.database, row, "refused", told)
        return True

    async def channel_of(self, incoming: Incoming, decision: Decision) -> str:
        """The channel that a decision is about, where the person need not be; empty where the
        event itself shows that they are."""
        if isinstance(decision, _ALWAYS):
            return ""
        if isinstance(decision, _OF_ITS_CHANNEL):
            channel = incoming.channel
        elif thread := getattr(decision, "thread", ""):
            channel = read_thread(thread, incoming.team).channel
        elif run_id := getattr(decision, "run_id", ""):
            async with self.database.statements() as connection:
                channel = await channel_of_run(connection, run_id)
        else:
            return ""
        return "" if channel == incoming.channel and incoming.kind != "form" else channel

    async def _place_to_tell(self, incoming: Incoming) -> SlackAddress | None:
        """Where the person was, or their direct messages where they may be there no longer, or it
        was no channel: a form that stood open, a Home."""
        is_left = incoming.kind == "form" and not incoming.channel.startswith("D")
        if incoming.channel and not is_left:
            return address_of(incoming)
        place = await self.direct.place_of(incoming.user)
        return SlackAddress(team=incoming.team, channel=place, thread_ts="") if place else None
