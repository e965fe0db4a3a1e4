"""What rankings are worth: measures by ir_measures, intervals by the bootstrap.

Intervals are percentiles of the mean over resampled queries (Efron's bootstrap; for retrieval see
Sakai 2006). A difference is resampled as a difference: both methods on the same queries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MEASURES = ("nDCG@10", "R@5", "R@10", "R@100", "RR@10")
SAMPLES = 4_000
SEED = 20_26
CHUNK = 500

Ranking = Mapping[str, float]
"""Score by document."""
Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and its 95 % interval."""

    value: float
    low: float
    high: float

    def as_list(self) -> list[float]:
        return [round(number, 4) for number in (self.value, self.low, self.high)]


def per_query(
    gains: Mapping[str, Mapping[str, int]], rankings: Mapping[str, Ranking]
) -> dict[str, Values]:
    """By measure, the value of every query in the order of ``gains``. Queries for which nothing
    was found count 0."""
    import ir_measures

    wanted = [ir_measures.parse_measure(name) for name in MEASURES]
    place = {query: number for number, query in enumerate(gains)}
    values = {name: np.zeros(len(gains)) for name in MEASURES}
    judgements = [
        ir_measures.Qrel(query, name, grade)
        for query, graded in gains.items()
        for name, grade in graded.items()
    ]
    scored = [
        ir_measures.ScoredDoc(query, name, score)
        for query, ranking in rankings.items()
        for name, score in ranking.items()
    ]
    for metric in ir_measures.iter_calc(wanted, judgements, scored):
        values[str(metric.measure)][place[metric.query_id]] = metric.value
    return values


def interval(values: Values) -> Interval:
    """The mean over queries with its interval; always the same for the same values."""
    means = _resampled(values)
    low, high = np.percentile(means, (2.5, 97.5))
    return Interval(float(values.mean()), float(low), float(high))


def difference(one: Values, other: Values) -> Interval:
    """How much better the first is, on the same queries."""
    return interval(one - other)


def _resampled(values: Values) -> Values:
    random = np.random.default_rng(SEED)
    parts = [
        values[random.integers(0, len(values), (CHUNK, len(values)))].mean(axis=1)
        for _ in range(SAMPLES // CHUNK)
    ]
    return np.concatenate(parts)


def strictly_ordered(ids: Sequence[str]) -> dict[str, float]:
    """Scores that keep an order, since measures sort by score and break ties by name."""
    return {name: float(len(ids) - place) for place, name in enumerate(ids)}
