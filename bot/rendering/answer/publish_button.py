"""The button that shows the thread what the asker alone has seen. Pure."""

from __future__ import annotations

from agents.turns import Abstention, Answer, Reply, View
from bot.rendering.blocks import Block, buttons

PUBLISH_BUTTON = "publish"


def publish_buttons(view: View) -> list[Block]:
    """The button below an ending that nobody else has seen yet."""
    if not view.is_private or not isinstance(view.ending, Answer | Abstention | Reply):
        return []
    if view.withdrawn is not None:
        return []
    return [buttons("publish", [(PUBLISH_BUTTON, "Publish in the thread", view.run_id)])]
