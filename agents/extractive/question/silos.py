"""The silos of a run by what they hold and by who publishes them. No silo is known by its name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from agents.cores import ToolCard

Roles = tuple[str, ...]
"""Entries of ``kinds.toml``: a role (``label``), or a role and a publisher (``guideline NCCN``)."""


def silos_of(roles: Roles, cards: Sequence[ToolCard]) -> list[str]:
    """The silos that these roles mean, in the order of the roles, then of the cards."""
    found = (card.silo for entry in roles for card in cards if _fits(entry, card))
    return list(dict.fromkeys(found))


def roles_of(cards: Sequence[ToolCard]) -> dict[str, str]:
    """The role of each silo."""
    return {card.silo: card.role for card in cards if card.silo}


def named_silos(text: str, cards: Sequence[ToolCard]) -> list[str]:
    """The silos that a text asks for by the name of their publisher, in the order of the text."""
    names = publishers(cards)
    found = _pattern(names).findall(text) if names else []
    return [
        card.silo
        for word in found
        for card in cards
        if word.lower() in (name.lower() for name in card.publishers)
    ]


def publishers(cards: Sequence[ToolCard]) -> tuple[str, ...]:
    """Every publisher once."""
    return tuple(dict.fromkeys(name for card in cards for name in card.publishers))


@cache
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)({any_publisher(names)})(?!\w)", re.IGNORECASE)


def any_publisher(names: tuple[str, ...]) -> str:
    """A pattern for any of these names, the longest first."""
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


def _fits(entry: str, card: ToolCard) -> bool:
    role, _, publisher = entry.partition(" ")
    return card.role == role and (not publisher or publisher in card.publishers)
