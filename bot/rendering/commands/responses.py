"""What is said through the address that Slack sends with a command or a press: to the person alone
or in the channel, also where the bot is no member. Pure."""

from __future__ import annotations

from bot.db.outbox import FINAL, Outgoing, SlackAddress
from bot.rendering.blocks import Block, plain_text

SHARE_BUTTON, ASK_BUTTON = "share_look_up", "ask_look_up"
CARD_BUTTONS = frozenset({SHARE_BUTTON, ASK_BUTTON})
"""The buttons that are answered through the address that Slack sends with their press."""
TEXT = "Answer to your command"
"""What notifications show: nothing of what was asked."""
SHARED_TEXT = "A card that somebody shares"


def response(
    key: str,
    address: SlackAddress,
    respond_to: str,
    blocks: list[Block],
    *,
    is_shared: bool = False,
) -> Outgoing:
    """The blocks, once for each key."""
    return Outgoing(
        run_id=key,
        seq=0,
        part="response",
        address=address,
        operation="ephemeral",
        priority=FINAL,
        body={
            "respond_to": respond_to,
            "shared": is_shared,
            "text": SHARED_TEXT if is_shared else TEXT,
            "blocks": blocks,
            "plain": plain_text(blocks),
        },
    )
