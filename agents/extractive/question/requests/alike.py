"""Questions on whether two variants are treated alike: "E545K the same as H1047R?"."""

from __future__ import annotations

import re

from names.recognise import recognise

_ALIKE = re.compile(
    r"(?i)\b(?:same|alike|equal(?:ly)?|equivalent|interchangeabl[ey]|identical(?:ly)?"
    r"|different(?:ly)?|differ|difference)\b"
)

WHICH_VARIANTS = frozenset(("classification", "definition", "eligibility"))
"""Kinds of statement that tell what counts as an alteration, and give and refuse nothing."""


def variants_held_alike(text: str) -> frozenset[str]:
    """The variants of which a text asks whether they are the same; empty if it asks no such
    thing."""
    variants = recognise(text).names("variant")
    return variants if len(variants) > 1 and _ALIKE.search(text) else frozenset()
