"""Which of several mentions stay where they overlap."""

from __future__ import annotations

from collections.abc import Sequence

from names.entities import EntityKind, EntityMention

PRIORITY: dict[EntityKind, int] = {
    "registration": 0,
    "pmid": 0,
    "drug": 1,
    "drug_class": 1,
    "tumour": 1,
    "setting": 1,
    "condition": 1,
    "effect": 1,
    "phenotype": 1,
    "outcome": 1,
    "gene": 2,
    "trial": 3,
}
"""The likelier kind has the lower number; where two have 1, a wording may stand for both."""
LAST = 4
"""Of every kind that is not listed."""


def resolve_overlaps(mentions: Sequence[EntityMention]) -> list[EntityMention]:
    """Where mentions overlap the longest stays, then the likelier kind; equals both stay.

    Longer ones come first, so a shorter one that overlaps shares its first or its last character
    with one that stays: two look-ups decide, however many mentions there are."""
    order = sorted(mentions, key=lambda m: (m.start - m.end, PRIORITY.get(m.kind, LAST)))
    kept: list[EntityMention] = []
    at: dict[int, list[EntityMention]] = {}
    for mention in order:
        first, last = at.get(mention.start), at.get(mention.end - 1)
        if first is None and last is None:
            here = [mention]
            at.update(dict.fromkeys(range(mention.start, mention.end), here))
            kept.append(mention)
        elif first is last and first is not None and _both_stay(mention, first):
            first.append(mention)
            kept.append(mention)
    return kept


def _both_stay(mention: EntityMention, others: Sequence[EntityMention]) -> bool:
    """Whether a wording at the very same place means this as well as the others."""
    return all(
        (other.start, other.end) == (mention.start, mention.end)
        and PRIORITY[other.kind] == PRIORITY[mention.kind] == 1
        for other in others
    )
