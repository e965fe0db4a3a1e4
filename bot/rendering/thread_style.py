"""How the settings of an installation show runs in a thread."""

from __future__ import annotations

from collections.abc import Sequence

from agents.run.tool_specs import SiloLike, tool_cards
from bot.rendering.links import PassageLinks
from bot.rendering.narration import Style
from bot.settings import Settings


def thread_style(settings: Settings, cards: Sequence[SiloLike]) -> Style:
    """How this installation shows runs in a thread."""
    return Style(
        links=PassageLinks(settings.public_url or "", settings.signing_key()),
        display=settings.display,
        titles={card.name: card.title for card in tool_cards(cards)},
    )
