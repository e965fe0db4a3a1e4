"""Macro F1 with its interval: a figure of all samples together, so that samples are resampled and
the figure is made of each draw. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from evals.metrics.intervals import CONFIDENCE, RESAMPLES, SEED, Interval

Codes = NDArray[np.intp]
"""Shape (draws, samples) or (samples,)."""


def macro_f1(chosen: Sequence[str], targets: Sequence[str]) -> Interval:
    """The mean over the targets of precision and recall as one number; what was not answered is
    chosen as no target. Raises :class:`ValueError` without samples."""
    if not len(targets):
        raise ValueError("no samples")
    known = sorted(set(targets))
    codes = {name: number for number, name in enumerate(known)}
    given = np.array([codes.get(each, -1) for each in chosen], np.intp)
    right = np.array([codes[each] for each in targets], np.intp)
    random = np.random.default_rng(SEED)
    drawn = random.integers(0, len(right), (RESAMPLES, len(right)))
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(_of_draws(given[drawn], right[drawn], len(known)), [tail, 1 - tail])
    value = _of_draws(given[None, :], right[None, :], len(known))[0]
    return Interval(float(value), float(low), float(high))


def _of_draws(given: Codes, right: Codes, targets: int) -> NDArray[np.float64]:
    found = np.zeros((targets, len(given)))
    for number in range(targets):
        hits = ((given == number) & (right == number)).sum(axis=1)
        marked = (given == number).sum(axis=1) + (right == number).sum(axis=1)
        found[number] = 2 * hits / np.maximum(marked, 1)
    return np.asarray(found.mean(axis=0), np.float64)
