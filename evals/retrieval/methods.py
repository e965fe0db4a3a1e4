"""The ways of ranking that are compared, as the store's own query fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from retrieval.declaration.cards import SiloCard

DEPTH = 100
"""How many documents a ranking has, for recall at 100."""


@dataclass(frozen=True, slots=True)
class RankingMethod:
    """A way of ranking."""

    name: str
    query_fields: Mapping[str, Any] = field(default_factory=dict)
    """Fields of :class:`retrieval.stores.contract.StoreQuery`; missing ones are the store's."""
    synonyms: bool = False
    reranked: bool = False


def list_methods(card: SiloCard, *, reranker: bool) -> tuple[RankingMethod, ...]:
    """All methods; ``default`` is what the silo declares."""
    default = {
        "fusion": card.fusion,
        "alpha": card.alpha,
        "candidates": card.candidates,
        "nearest": card.nearest,
    }
    found = [
        RankingMethod("bm25", {"fusion": "relative_score", "alpha": 0.0}),
        RankingMethod("dense", {"fusion": "relative_score", "alpha": 1.0}),
        RankingMethod("rrf", {"fusion": "rrf"}),
        # The GeneSilico Copilot paper's: sparse 10, of these the nearest 7, of these 5.
        RankingMethod("cascade", {"fusion": "cascade", "candidates": 10, "nearest": 7, "limit": 5}),
        RankingMethod("cascade at 10", {"fusion": "cascade", "candidates": 10, "nearest": 10,
                                 "limit": 10}),
        RankingMethod("relative score", {"fusion": "relative_score"}),
        RankingMethod("dbsf", {"fusion": "dbsf"}),
        RankingMethod("default", default),
        RankingMethod("default + synonyms", default, synonyms=True),
    ]  # fmt: skip
    if reranker:
        found.append(RankingMethod("default + re-ranker", default, reranked=True))
    return tuple(found)


def select_methods(
    all_of: Sequence[RankingMethod], names: Sequence[str]
) -> tuple[RankingMethod, ...]:
    """Those of the names, in their own order; the default always takes part."""
    wanted = {*names, "default"}
    return tuple(one for one in all_of if not names or one.name in wanted)
