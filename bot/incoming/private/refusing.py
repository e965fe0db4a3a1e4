"""What people are told who would go on from an answer that somebody else alone has seen."""

from __future__ import annotations

from bot.db.outbox import Outgoing
from bot.incoming.addressing import address_of, own_run_id
from bot.incoming.payloads.events import Incoming
from bot.rendering.channel.messages import refusal

_WORDS = (
    "That answer went to the person who asked it alone, in their direct messages with me. When they"
    " have published it, everybody in the thread can go on from it."
)


def not_published(incoming: Incoming) -> Outgoing:
    """That they have to wait for it, for who wrote the message alone."""
    address = address_of(incoming)
    return refusal(own_run_id(incoming), address, incoming.user, _WORDS, incoming.ts)
