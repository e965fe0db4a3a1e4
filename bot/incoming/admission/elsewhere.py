"""Whether somebody may do a thing from outside the channel that it is about: from a private answer,
a Home, or a form that stood open."""

from __future__ import annotations

from bot.db import event_transactions
from bot.db.private.threads import channel_of_run
from bot.incoming.addressing import address_of, own_run_id
from bot.incoming.admission.visitors import Visitors
from bot.incoming.payloads.events import Incoming
from bot.incoming.routing import Decision, Stop, TakeBack, Withdraw
from bot.rendering import ephemeral
from bot.rendering.blocks import sections
from bot.rendering.home.cases import read_thread
from retrieval.sql import Database

NOT_THERE = (
    "Slack does not show me that you are in the channel of this question now. Nothing is done. Join"
    " the channel, then do that again."
)
_ALWAYS = (Stop, TakeBack, Withdraw)
"""What ends or takes away a question is never refused for this."""


async def channel_elsewhere(database: Database, incoming: Incoming, decision: Decision) -> str:
    """The channel that a decision is about, where the person need not be; empty where the event
    itself shows that they are."""
    if isinstance(decision, _ALWAYS):
        return ""
    if thread := getattr(decision, "thread", ""):
        channel = read_thread(thread, incoming.team).channel
    elif run_id := getattr(decision, "run_id", ""):
        async with database.statements() as connection:
            channel = await channel_of_run(connection, run_id)
    else:
        return ""
    return "" if channel == incoming.channel and incoming.kind != "form" else channel


async def is_refused_elsewhere(
    database: Database, visitors: Visitors, row: int, incoming: Incoming, decision: Decision
) -> bool:
    """Whether the person is not in the channel. Then they are told so, and the event is done."""
    channel = await channel_elsewhere(database, incoming, decision)
    if not channel or await visitors.is_member(incoming.user, channel):
        return False
    press = incoming.event_id.rsplit(":", 1)[-1]
    # A Home has no place for it.
    told = (
        ephemeral.ephemeral_messages(
            own_run_id(incoming), address_of(incoming), incoming.user, press, sections([NOT_THERE])
        )
        if incoming.channel
        else ()
    )
    await event_transactions.finish_event(database, row, "refused", told)
    return True
