"""What several systems are worth by the same metrics: one table, one object, one picture. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evals.metrics.intervals import Interval, bootstrap_mean

SMALL = 0.1
"""Below it a value that is no share has more places. Chosen by hand: ten cents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredMetric:
    """One metric of one system."""

    system: str
    metric: str
    interval: Interval
    samples: int
    is_share: bool = True
    """Whether it lies between 0 and 1."""

    def as_object(self) -> dict[str, Any]:
        """Value, interval and number of samples as JSON."""
        return {
            "system": self.system,
            "metric": self.metric,
            "value": round(self.interval.value, 4),
            "low": round(self.interval.low, 4),
            "high": round(self.interval.high, 4),
            "samples": self.samples,
        }


def measure_mean(
    system: str, metric: str, values: Sequence[float], *, is_share: bool = True
) -> tuple[MeasuredMetric, ...]:
    """The mean of the values with its interval; nothing without a value."""
    if not values:
        return ()
    interval = bootstrap_mean([float(value) for value in values])
    return (
        MeasuredMetric(
            system=system,
            metric=metric,
            interval=interval,
            samples=len(values),
            is_share=is_share,
        ),
    )


def measure_spent(
    system: str, spent: Sequence[tuple[int, float | None]]
) -> tuple[MeasuredMetric, ...]:
    """Tokens and US dollars a question, of those that asked a model at all; a price that is not
    known is no price of nothing."""
    tokens = [float(number) for number, _ in spent if number]
    costs = [cost for number, cost in spent if number and cost is not None]
    return (
        *measure_mean(system, "tokens a question", tokens, is_share=False),
        *measure_mean(system, "US dollars a question", costs, is_share=False),
    )


def spent_in(usage: Mapping[str, Any]) -> tuple[int, float | None]:
    """Tokens and cost, of the ``usage`` of an object of ``curbside ask --json``."""
    return usage["input_tokens"] + usage["output_tokens"], usage["cost_usd"]


def table_lines(rows: Sequence[MeasuredMetric]) -> Iterator[str]:
    """A table in Markdown: a line for each metric, a column for each system. What a system was not
    measured by stays empty."""
    systems = list(dict.fromkeys(row.system for row in rows))
    yield f"| metric | {' | '.join(systems)} |"
    yield "|---" * (len(systems) + 1) + "|"
    for metric in dict.fromkeys(row.metric for row in rows):
        found = {row.system: row for row in rows if row.metric == metric}
        cells = [_cell(found[name]) if name in found else "" for name in systems]
        yield f"| {metric} | {' | '.join(cells)} |"


def _cell(row: MeasuredMetric) -> str:
    # A question costs parts of a cent, which two places would print as nothing.
    is_small = 0 < row.interval.value < SMALL
    digits = 3 if row.is_share else 5 if is_small else 2
    value, low, high = (
        f"{number:.{digits}f}"
        for number in (row.interval.value, row.interval.low, row.interval.high)
    )
    return f"{value} ({low} to {high}) of {row.samples}"
