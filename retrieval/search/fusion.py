"""One ranking out of two: the lexical and the dense leg. Pure.

A leg is a ranked list of (key, score), best first. A key that is missing from a leg gets nothing
from it. Measured over eight sets, relative score and DBSF beat reciprocal ranks, and those the
cascade of the GeneSilico paper, which stays selectable. The learned fusion
(:mod:`retrieval.search.learned_ranking`) knows more of a document than two scores;
docs/ranking.md compares them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean
from typing import Literal, TypeVar, cast

Key = TypeVar("Key")
Leg = Sequence[tuple[Key, float]]
FusionName = Literal["learned", "relative_score", "dbsf", "rrf", "cascade"]


def relative_score(lexical: Leg[Key], dense: Leg[Key], alpha: float = 0.5) -> dict[Key, float]:
    """Each leg stretched to 0..1 over its own list; ``alpha`` weighs the dense one."""
    return _weighted_sums(_min_max(lexical), _min_max(dense), alpha)


def dbsf(lexical: Leg[Key], dense: Leg[Key], alpha: float = 0.5) -> dict[Key, float]:
    """Each leg's scores by their distance from its mean: -3 to +3 deviations become 0..1.

    Not clipped, so that order is kept beyond three deviations."""
    return _weighted_sums(_three_sigma(lexical), _three_sigma(dense), alpha)


def rrf(lexical: Leg[Key], dense: Leg[Key], c: int = 60) -> dict[Key, float]:
    """Reciprocal ranks, ``1/(c + rank)`` summed; 1 means first in both."""
    return _weighted_sums(_reciprocal(lexical, c), _reciprocal(dense, c), 0.5)


def cascade(
    lexical: Leg[Key], dense: Leg[Key], *, n: int, m: int, k: int, c: int = 60
) -> dict[Key, float]:
    """The paper's: lexical top ``n``, of these the ``m`` nearest, ``k`` by reciprocal ranks.

    ``dense`` must score all of the lexical top ``n``; the paper has n=10, m=7, k=5."""
    prefetched = list(lexical[:n])
    wanted = {key for key, _ in prefetched}
    nearest = [pair for pair in dense if pair[0] in wanted][:m]
    near = {key for key, _ in nearest}
    fused = _weighted_sums(
        {key: s for key, s in _reciprocal(prefetched, c).items() if key in near},
        _reciprocal(nearest, c),
        0.5,
    )
    best = sorted(fused.items(), key=lambda pair: -pair[1])[:k]
    return dict(best)


def fuse(
    name: str, lexical: Leg[Key], dense: Leg[Key], alpha: float, c: int = 60
) -> dict[Key, float]:
    """The fusion of this name over the union of both legs: all but the cascade, and but the
    learned one, which needs more than scores (:mod:`retrieval.search.learned_ranking`). Raises
    :class:`ValueError` for these and any other name."""
    match cast("FusionName", name):
        case "relative_score":
            return relative_score(lexical, dense, alpha)
        case "dbsf":
            return dbsf(lexical, dense, alpha)
        case "rrf":
            return rrf(lexical, dense, c)
        case _:
            detail = f"no fusion over a union is called {name!r}"
            raise ValueError(detail)


def _weighted_sums(
    lexical: dict[Key, float], dense: dict[Key, float], alpha: float
) -> dict[Key, float]:
    keys = dict.fromkeys([*lexical, *dense])
    return {key: (1 - alpha) * lexical.get(key, 0.0) + alpha * dense.get(key, 0.0) for key in keys}


def _min_max(leg: Leg[Key]) -> dict[Key, float]:
    if not leg:
        return {}
    scores = [score for _, score in leg]
    low, high = min(scores), max(scores)
    if high == low:
        return {key: 1.0 for key, _ in leg}
    return {key: (score - low) / (high - low) for key, score in leg}


def _three_sigma(leg: Leg[Key]) -> dict[Key, float]:
    if not leg:
        return {}
    mean = fmean(score for _, score in leg)
    spread = math.sqrt(fmean((score - mean) ** 2 for _, score in leg)) + 1e-9
    return {key: (score - (mean - 3 * spread)) / (6 * spread) for key, score in leg}


def _reciprocal(leg: Leg[Key], c: int) -> dict[Key, float]:
    """Scaled so that the first has 1."""
    return {key: (c + 1) / (c + rank) for rank, (key, _) in enumerate(leg, start=1)}
