"""Figures of a benchmark: quantiles of samples, and lines to print. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured thing."""

    name: str
    value: float
    unit: str
    samples: int
    goal: str = ""
    """What the project aims at, in words; empty when there is none."""
    met: bool | None = None

    def as_object(self) -> dict[str, Any]:
        return asdict(self)


def quantile(samples: Sequence[float], share: float) -> float:
    """The smallest sample that at least ``share`` of the samples do not exceed."""
    ordered = sorted(samples)
    if not ordered:
        raise ValueError("no samples")
    index = max(0, -(-len(ordered) * int(share * 1000) // 1000) - 1)
    return ordered[min(index, len(ordered) - 1)]


def below(name: str, value: float, unit: str, samples: int, limit: float) -> Figure:
    """A figure that should stay below a limit."""
    return Figure(name, value, unit, samples, f"below {limit:g} {unit}", value < limit)


def middle(samples: Sequence[float]) -> float:
    return float(median(samples))
