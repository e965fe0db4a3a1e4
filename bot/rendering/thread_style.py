"""How the settings of an installation show runs in a thread."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from agents.run.tools.cards import tool_cards
from bot.rendering.links import PassageLinks
from bot.rendering.narration import Style
from bot.settings import Settings
from retrieval.search.contract import SearchedCard


def thread_style(settings: Settings, cards: Sequence[SearchedCard], workspace: str = "") -> Style:
    """How this installation shows runs in a thread. ``workspace``: where links to messages
    begin."""
    return Style(
        links=PassageLinks(
            settings.public_url or "",
            signing_key(settings),
            settings.link_days,
            settings.login_header or "",
        ),
        display=settings.display,
        titles={card.name: card.title for card in tool_cards(cards)},
        workspace=workspace,
    )


def signing_key(settings: Settings) -> bytes:
    """The key for links to passages: the same for every process of this data folder."""
    if settings.link_secret is not None:
        return hashlib.sha256(settings.link_secret.get_secret_value().encode()).digest()
    path = settings.home / "link.key"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"link.key.{secrets.token_hex(4)}")
        new.touch(mode=0o600)
        new.write_bytes(secrets.token_bytes(32))
        try:
            path.hardlink_to(new)
        except FileExistsError:
            pass
        finally:
            new.unlink()
    return path.read_bytes()
