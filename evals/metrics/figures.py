"""Figures of a benchmark: quantiles of samples, and lines to print. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

GOAL_WORDS = {None: "", True: "met", False: "NOT MET"}


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
    """The smallest sample that at least ``share`` of the samples do not exceed, so always one that
    was measured. Raises :class:`ValueError` without samples."""
    if not len(samples):
        raise ValueError("no samples")
    return float(np.quantile(samples, share, method="inverted_cdf"))


def figure_below(name: str, value: float, unit: str, samples: int, limit: float) -> Figure:
    """A figure that should stay below a limit."""
    return Figure(name, value, unit, samples, f"below {limit:g} {unit}", value < limit)


def figure_line(figure: Figure) -> str:
    """A figure with its unit, samples and goal."""
    goal = f", goal {figure.goal}: {GOAL_WORDS[figure.met]}" if figure.goal else ""
    noun = "sample" if figure.samples == 1 else "samples"
    return f"{figure.name}: {figure.value:.4g} {figure.unit} ({figure.samples} {noun}{goal})"
