"""Which variants belong to which class of a gene: sensitising, activating, V600."""

from __future__ import annotations


def genes_of_variant(variant: str) -> frozenset[str]:
    """The genes in which a variant is known."""
    return frozenset()
