"""The learned fusion: a weighted sum of what is known of every candidate of both legs. Pure.

Both stores use it alike: they bring the candidates, with how often each word of the query stands
in them and with their vectors, and this orders them. Unlike the other fusions it knows both scores
of every candidate, also of one that only one leg brought. The weights were found by
``python -m evals.ranking.train``; ``docs/ranking.md`` has what was tried.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

WEIGHTS = Path(__file__).with_name("learned_ranking.json")
SATURATION = 0.9
"""``k1`` of BM25, lower than its usual 1.2: repeats of a word soon stop to count. Measured:
docs/ranking.md."""
LENGTH = 0.75
"""``b`` of BM25, its usual value."""
RARITY = 1.5
"""Power of idf: a rare word of the query counts for more than in BM25. Measured:
docs/ranking.md."""
KEYWORD_RARITY = 0.5
"""RARITY where the query is keywords: each was chosen to be looked for, the frequent ones, too.
Measured on other queries than those it is shown on: docs/ranking.md."""
KEYWORD_NEARNESS = 0.7
"""How much nearness counts where the query is keywords, beside questions. Measured:
docs/ranking.md."""
FEEDBACK = 5
"""How many of the first round's best the others are compared with in the second. Chosen by hand:
the weights in ``learned_ranking.json`` were trained with it (docs/ranking.md), so that another
number needs another training."""
SHARPNESS = 2.0
"""How much more the best of them counts than the others: scores times this, as exponents. Chosen by
hand and trained with, like FEEDBACK."""
DECIMALS = 5
"""Sums differ in the last bits depending on where a row lies; equal documents must tie."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """The union of both legs, in any order; ``n`` documents, ``w`` different query words."""

    counts: Floats
    """Shape (w, n): how often each word of the query occurs in each document."""
    weights: Floats
    """Shape (w,): 1 for a word of the query itself, less for one that was added to it."""
    names: Floats
    """Shape (w,): 1 for a word that is part of a name, such as a gene or a variant, else 0."""
    keywords: bool
    """Whether the query has no function words."""
    idf: Floats
    """Shape (w,): ``ln(1 + (N - df + 0.5) / (df + 0.5))`` over the silo."""
    lengths: Floats
    """Shape (n,): words of each document."""
    average: float
    """Words of a document of the silo, on average."""
    vectors: NDArray[np.float32]
    """Shape (v, dimensions): the vectors of all candidates, those of one adjacent."""
    starts: NDArray[np.int64]
    """Shape (n,): the first vector of each. Every document has one or more."""


def score_candidates(
    query: NDArray[np.float32], candidates: Candidates, weights: Sequence[float] = ()
) -> Floats:
    """Shape (n,): a score from 0 to 1 for each candidate; comparable within one call only.
    ``query``: its vector, as long as those of the candidates. ``weights`` by :data:`FEATURES`;
    without them those that ship."""
    columns, told = features(query, candidates), weights or _shipped_weights()
    score = sum(weight * column for column, weight in zip(columns, told, strict=True))
    result: Floats = np.round(1 / (1 + np.exp(-np.asarray(score))), DECIMALS)
    return result


FEATURES = ("words", "nearest", "whole", "feedback", "names")


def features(query: NDArray[np.float32], candidates: Candidates) -> tuple[Floats, ...]:
    """By :data:`FEATURES`, each one a candidate, in deviations from its mean: the words, the
    cosine of the nearest vector, that of the mean vector, nearness to the best by these, and how
    many of the query's names stand in the document at all, the rare ones counting for more.

    The more of a query are names, the less the vectors count: to them one variant is like the
    next. Where the query is keywords, vectors count less, too, and nearness to the best nothing:
    vectors were made of sentences, and the best are those of a part of the keywords."""
    wholes = _mean_vectors(candidates)
    words = _deviations(_word_scores(candidates))
    nearest = _deviations(np.maximum.reduceat(candidates.vectors @ query, candidates.starts))
    whole = _deviations(wholes @ query)
    first = words + _deviations((nearest + whole) / 2)
    feedback = _deviations(wholes @ _feedback(first, wholes))
    rarity = candidates.names * candidates.idf
    vague = 1 - float(rarity.sum() / max(candidates.idf.sum(), 1e-9))
    named = _deviations(rarity @ (candidates.counts > 0))
    near = vague * (KEYWORD_NEARNESS if candidates.keywords else 1)
    alike = 0 if candidates.keywords else vague
    return words, near * nearest, near * whole, alike * feedback, named


def _word_scores(candidates: Candidates) -> Floats:
    saturated = saturate(
        candidates.counts, candidates.lengths, candidates.average, SATURATION, LENGTH
    )
    power = KEYWORD_RARITY if candidates.keywords else RARITY
    term_weights: Floats = candidates.weights * candidates.idf**power
    result: Floats = term_weights @ saturated
    return result


def saturate(counts: Floats, lengths: Floats, average: float, k1: float, b: float) -> Floats:
    """How much each occurrence counts, as in BM25: shape (w, n) of ``counts``, of ``lengths`` (n,);
    ``k1`` says how soon repeats stop to count, ``b`` how much the length of a document does."""
    result: Floats = counts * (k1 + 1) / (counts + k1 * (1 - b + b * lengths / max(average, 1e-9)))
    return result


def _mean_vectors(candidates: Candidates) -> NDArray[np.float32]:
    vectors, starts = candidates.vectors, candidates.starts
    sizes = np.diff(np.append(starts, len(vectors)))
    sums = vectors[starts]
    # Several times as fast as add.reduceat along the rows.
    for part in range(1, int(sizes.max())):
        longer = np.flatnonzero(sizes > part)
        sums[longer] += vectors[starts[longer] + part]
    result: NDArray[np.float32] = sums / np.maximum(
        np.linalg.norm(sums, axis=1, keepdims=True), 1e-9
    )
    return result


def _feedback(first: Floats, wholes: NDArray[np.float32]) -> NDArray[np.float32]:
    """The mean of the best documents' vectors, the better ones counting for more."""
    wanted = min(FEEDBACK, len(first))
    # Those that tie with the last count, too, so that equal documents never differ.
    least = np.partition(first, len(first) - wanted)[len(first) - wanted]
    best = np.flatnonzero(first >= least - 10.0**-DECIMALS)
    shares = np.exp(SHARPNESS * (first[best] - first.max()))
    result: NDArray[np.float32] = (shares / shares.sum()).astype(np.float32) @ wholes[best]
    return result


def _deviations(scores: Floats | NDArray[np.float32]) -> Floats:
    values: Floats = scores.astype(np.float64)
    spread = float(values.std())
    # What differs by rounding only does not differ.
    if spread <= 1e-6:
        return np.zeros(len(values))
    result: Floats = (values - values.mean()) / spread
    return result


@lru_cache(maxsize=1)
def _shipped_weights() -> tuple[float, ...]:
    told: Mapping[str, float] = json.loads(WEIGHTS.read_text("utf-8"))["weights"]
    return tuple(told[name] for name in FEATURES)
