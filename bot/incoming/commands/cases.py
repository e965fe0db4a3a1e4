"""`/curbside follow`, `unfollow` and `cases`: the cases of a channel that are followed."""

from __future__ import annotations

from agents.turns import View
from bot.db import event_transactions
from bot.db.mornings.switching import FollowingOutcome, followed_in, switch_case
from bot.db.outbox import Outgoing
from bot.incoming.addressing import run_id_of
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.payloads.events import Incoming
from bot.rendering.blocks import Block, sections
from bot.rendering.mornings.following import case_line, switched_elsewhere, switched_message

_NONE = (
    "No case of this channel is followed. `/curbside follow` with the link of a message of mine."
)


async def switched_words(
    context: HandlerContext, incoming: Incoming, view: View, *, is_on: bool
) -> list[Block]:
    """Follow the case of a run, or no longer; what is said to who typed it. Its thread is told, if
    that changes anything."""
    thread, by = view.question.thread, incoming.user
    own_id = run_id_of(incoming.team, thread.channel, incoming.event_id)

    def tell(switched: FollowingOutcome) -> list[Outgoing]:
        changes = switched.how in ("on", "off")
        return [switched_message(own_id, thread, by, switched)] if changes else []

    switched = await switch_case(context.database, thread, by, is_on=is_on, tell=tell)
    return switched_elsewhere(by, switched)


async def followed_cases(context: HandlerContext, incoming: Incoming) -> list[Block]:
    """The cases of the channel that are followed."""
    found = await followed_in(context.database, incoming.team, incoming.channel)
    lines = []
    for each in found:
        known = await event_transactions.load_thread_context(
            context.database,
            team=incoming.team,
            channel=incoming.channel,
            ts="",
            thread_ts=each.thread.thread,
        )
        newest = await context.memory.view(known.run_ids[-1]) if known.run_ids else None
        asked = newest.question.text if newest else ""
        lines.append(case_line(each.thread, asked, each.by, context.style.workspace))
    return sections(["*Followed cases of this channel*", *lines] if lines else [_NONE])
