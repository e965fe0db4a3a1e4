"""Who may use a slash command: whoever may ask in the channel."""

from __future__ import annotations

from bot.db import event_transactions
from bot.incoming.addressing import address_of
from bot.incoming.admission.admission import NO_MEMBER
from bot.incoming.handlers.context import HandlerContext
from bot.incoming.payloads.events import Incoming
from bot.rendering.blocks import sections
from bot.rendering.commands.responses import response


async def refuse(
    context: HandlerContext, row: int, incoming: Incoming, *, must_write: bool = False
) -> bool:
    """Whether the person may not ask here. Then they are told why, and the event is done.
    ``must_write``: whether it is answered in the channel, for all to see."""
    rules = await context.admission.rules(incoming)
    reason = await context.admission.refusal(incoming, rules)
    if must_write and not reason:
        may_write = await context.admission.access.lets_us_write(incoming.channel)
        reason = "" if may_write else NO_MEMBER
    if reason:
        address = address_of(incoming)
        said = response(incoming.event_id, address, incoming.respond_to, sections([reason]))
        await event_transactions.finish_event(context.database, row, "refused", [said])
    return bool(reason)


async def is_sealed(context: HandlerContext, incoming: Incoming) -> bool:
    """Whether nothing of what is typed here may go to models of others."""
    rules = await context.admission.rules(incoming)
    return rules.run.sealed or await context.admission.must_be_sealed(incoming)
