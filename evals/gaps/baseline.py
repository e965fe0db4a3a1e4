"""Baselines that look at no question: always a gap, never one. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from evals.gaps.report import gap_metrics
from evals.gaps.scoring import Score
from evals.running.systems import MeasuredMetric, measure_spent

BASELINES = {"always a gap": "gap", "never a gap": "answer"}


def rows_beside_baselines(system: str, scores: Sequence[Score]) -> Iterator[MeasuredMetric]:
    """What was measured beside both, as rows of a table of systems. Whoever refuses everything
    recognises every gap and names none."""
    yield from (metric.of_system(system) for metric in gap_metrics(scores))
    yield from measure_spent(system, [(each.tokens, each.cost_usd) for each in scores])
    for name, outcome in BASELINES.items():
        same = [replace(each, outcome=outcome, missing="", name="") for each in scores]
        yield from (metric.of_system(name) for metric in gap_metrics(same))
