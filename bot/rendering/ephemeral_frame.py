"""The frame of every message that one person alone sees. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.db.outbox import FINAL, Outgoing, SlackAddress
from bot.rendering.blocks import Block, plain_text


def to_one_person(
    run_id: str, part: str, address: SlackAddress, user: str, notice: str, blocks: Sequence[Block]
) -> Outgoing:
    """The blocks for this person. ``notice``: what their devices tell of it, nothing of a
    patient."""
    return Outgoing(
        run_id=run_id,
        seq=0,
        part=part,
        address=address,
        operation="ephemeral",
        priority=FINAL,
        body={"user": user, "text": notice, "blocks": list(blocks), "plain": plain_text(blocks)},
    )


def in_channel(told: Outgoing) -> Outgoing:
    """The same in the channel and not in the thread: in one without replies nobody sees it, and in
    the thread it would lead who is not to see what stands there."""
    return replace(told, body={**told.body, "in_channel": True})
