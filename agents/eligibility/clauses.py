"""What a criterion says, as values: terms, joined to groups, joined to a clause."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from names.clinical.values import ClinicalValue

Joint = Literal["all", "any", "either"]
"""How terms are joined; ``either`` where the words leave open which."""


@dataclass(frozen=True, slots=True)
class CriterionTerm:
    """What stands at one place: values of which one must hold, or each."""

    values: tuple[ClinicalValue, ...]
    words: str
    joint: Joint = "any"
    """How values of one kind are joined."""
    is_denied: bool = False
    """Whether a word before it turns it round."""


@dataclass(frozen=True, slots=True)
class TermGroup:
    """Neighbouring terms of one kind."""

    terms: tuple[CriterionTerm, ...]
    joint: Joint


@dataclass(frozen=True, slots=True)
class Clause:
    """A criterion, or a part of it that stands by itself."""

    groups: tuple[TermGroup, ...] = ()
    joint: Joint = "all"
    is_narrowed: bool = False
    """Whether words make it hold for fewer than its values."""
    unread: str = ""
    """The words that no rule reads; empty if it is read."""


def is_short_form(words: str, name: str) -> bool:
    """``HCV`` of hepatitis C."""
    return words.removesuffix(" infection") in (_initials(name), _initials(f"{name} virus"))


def _initials(name: str) -> str:
    return "".join(w[0] for w in name.removesuffix(" infection").split()).upper()
