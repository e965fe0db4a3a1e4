"""The intervals of figures: by bootstrap of a mean, by the score of a share. Pure.

The interval of a mean is the percentiles of the mean over resampled values (Efron's bootstrap; for
retrieval see Sakai 2006). That of a share is Wilson's score interval (1927; Brown, Cai and DasGupta
2001): none of a few is not surely none, which resampling would say.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 4_000
"""Chosen by hand: with so many, another seed moves an end of an interval by about 0.001."""
RESAMPLES_AT_ONCE = 500
"""Bounds the memory: 500 times 1,000 queries are 4 MB. Divides :data:`RESAMPLES`."""
SEED = 20_26
"""The same values give the same interval every time."""
CONFIDENCE = 0.95
"""The field's usual one."""

Values = NDArray[np.float64]
"""Shape (samples,)."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and its 95 % interval."""

    value: float
    low: float
    high: float

    def as_list(self) -> list[float]:
        return [round(number, 4) for number in (self.value, self.low, self.high)]


def bootstrap_mean(
    values: Values | Sequence[float], groups: NDArray[np.int64] | None = None
) -> Interval:
    """The mean of the values with its interval. Raises :class:`ValueError` without values.

    Values of one group (a number for each) are drawn together: where several measure the same
    thing, an interval that draws them apart is too narrow."""
    numbers = np.asarray(values, np.float64)
    if not len(numbers):
        raise ValueError("no values")
    tail = (1 - CONFIDENCE) / 2
    means = _resampled_means(numbers) if groups is None else _regrouped_means(numbers, groups)
    low, high = np.quantile(means, [tail, 1 - tail])
    return Interval(float(numbers.mean()), float(low), float(high))


def wilson_share(hits: int, total: int) -> Interval:
    """The share ``hits`` of ``total`` with its interval. Raises :class:`ValueError` without any.

    By hand, since SciPy comes with an extra that most evaluations do not need."""
    if total < 1:
        raise ValueError("no values")
    z, value = NormalDist().inv_cdf((1 + CONFIDENCE) / 2), hits / total
    middle, scale = value + z * z / (2 * total), 1 + z * z / total
    half = z * math.sqrt(value * (1 - value) / total + z * z / (4 * total * total))
    return Interval(value, max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale))


def bootstrap_difference(
    one: Values, other: Values, groups: NDArray[np.int64] | None = None
) -> Interval:
    """How much better the first is: the same samples are drawn for both, so that what makes a
    sample hard for both does not widen the interval."""
    return bootstrap_mean(one - other, groups)


def _resampled_means(values: Values) -> Values:
    random = np.random.default_rng(SEED)
    size = (RESAMPLES_AT_ONCE, len(values))
    rounds = range(RESAMPLES // RESAMPLES_AT_ONCE)
    return np.concatenate(
        [values[random.integers(0, len(values), size)].mean(axis=1) for _ in rounds]
    )


def _regrouped_means(values: Values, groups: NDArray[np.int64]) -> Values:
    """Means over as many groups as there are, drawn with all of their values."""
    names, place = np.unique(groups, return_inverse=True)
    sums, sizes = np.bincount(place, values), np.bincount(place)
    random = np.random.default_rng(SEED)
    size = (RESAMPLES_AT_ONCE, len(names))
    means: list[Values] = []
    for _ in range(RESAMPLES // RESAMPLES_AT_ONCE):
        drawn = random.integers(0, len(names), size)
        means.append(sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1))
    return np.concatenate(means)
