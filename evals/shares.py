"""Shares of questions for which something holds, with bootstrap intervals. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

RESAMPLES = 5_000
CONFIDENCE = 0.95
SEED = 20
"""The same questions and answers give the same interval every time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """So many of so many."""

    name: str
    hits: int
    total: int
    low: float
    high: float
    """The interval that holds 95% of the shares of resampled questions."""
    goal: float | None = None
    """The share should be at least this."""

    @property
    def value(self) -> float:
        return self.hits / self.total

    @property
    def met(self) -> bool | None:
        return None if self.goal is None else self.value >= self.goal

    def as_object(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "value": round(self.value, 4),
            "hits": self.hits,
            "total": self.total,
            "low": round(self.low, 4),
            "high": round(self.high, 4),
            "goal": self.goal,
            "met": self.met,
        }


def share(name: str, held: Sequence[bool], *, goal: float | None = None) -> Share:
    """The share of true values. Raises :class:`ValueError` without any value."""
    if not held:
        raise ValueError("a share of nothing")
    low, high = interval(held)
    return Share(name=name, hits=sum(held), total=len(held), low=low, high=high, goal=goal)


def interval(held: Sequence[bool]) -> tuple[float, float]:
    """The percentile bootstrap interval of a share."""
    values = np.asarray(held, np.float64)
    chosen = np.random.default_rng(SEED).integers(0, len(values), (RESAMPLES, len(values)))
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(values[chosen].mean(axis=1), [tail, 1 - tail])
    return float(low), float(high)
