"""The formulas, as SciPy computes them. It is imported when the first is used: that takes a second.

Installed with the extra ``analyses``."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from math import isnan
from typing import Any

from agents.turns.computing.drawings import Curve

CONFIDENCE = 0.95
"""The field's usual one."""
MOST_MARKS = 6
"""Times at which those at risk are counted. Chosen by hand: what fits below a picture."""


def is_installed() -> bool:
    """Whether what computes is there."""
    return find_spec("scipy") is not None


@dataclass(frozen=True, slots=True)
class Interval95:
    """The ends of an interval of 95 %; None where one is not reached."""

    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class SurvivalEstimate:
    """Kaplan and Meier's estimate of one group."""

    patients: int
    events: int
    median: float | None
    interval: Interval95
    times: tuple[float, ...]
    shares: tuple[float, ...]
    lows: tuple[float, ...]
    highs: tuple[float, ...]

    def at(self, time: float) -> tuple[float, Interval95]:
        """Survival at a time, with its interval."""
        place = sum(each <= time for each in self.times) - 1
        if place < 0:
            return 1.0, Interval95(1.0, 1.0)
        return self.shares[place], Interval95(self.lows[place], self.highs[place])


def exact_interval(count: int, of: int) -> Interval95:
    """Clopper and Pearson's interval of a share."""
    from scipy.stats import binomtest

    found = binomtest(count, of).proportion_ci(CONFIDENCE, method="exact")
    return Interval95(float(found.low), float(found.high))


def fisher_exact_p(table: Sequence[Sequence[int]]) -> float:
    """The p value of Fisher's exact test, two-sided."""
    from scipy.stats import fisher_exact

    return float(fisher_exact(table).pvalue)


def odds_ratio(table: Sequence[Sequence[int]]) -> tuple[float, Interval95]:
    """The conditional odds ratio with its exact interval."""
    from scipy.stats.contingency import odds_ratio as conditional

    found = conditional(table)
    ends = found.confidence_interval(CONFIDENCE)
    return float(found.statistic), Interval95(float(ends.low), float(ends.high))


def estimate_survival(times: Sequence[float], events: Sequence[bool]) -> SurvivalEstimate:
    """Kaplan and Meier's estimate; the interval of the median by the log-log method."""
    from scipy.stats import ecdf

    curve = ecdf(_right_censored(times, events)).sf
    with warnings.catch_warnings(action="ignore"):
        # Where nobody or everybody has had the event, the formula has no interval.
        ends = curve.confidence_interval(CONFIDENCE, method="log-log")
    at, shares = tuple(map(float, curve.quantiles)), tuple(map(float, curve.probabilities))
    lows, highs = (_ends_of(each.probabilities, shares) for each in (ends.low, ends.high))
    return SurvivalEstimate(
        patients=len(times),
        events=sum(events),
        median=_first_at_half(at, shares),
        interval=Interval95(_first_at_half(at, lows), _first_at_half(at, highs)),
        times=at,
        shares=shares,
        lows=lows,
        highs=highs,
    )


def log_rank(groups: Sequence[tuple[Sequence[float], Sequence[bool]]]) -> tuple[float, float]:
    """Chi-square, with one degree of freedom less than there are groups, and p, of the log-rank
    test. A group is its times, all in one unit, and for each whether its event came."""
    if len(groups) > 2:
        return _log_rank_of_several(groups)
    from scipy.stats import logrank

    one, other = groups
    found = logrank(_right_censored(*one), _right_censored(*other))
    return float(found.statistic) ** 2, float(found.pvalue)


def _log_rank_of_several(
    groups: Sequence[tuple[Sequence[float], Sequence[bool]]],
) -> tuple[float, float]:
    """SciPy has it for two groups alone."""
    from lifelines.statistics import multivariate_logrank_test

    times = [each for own, _ in groups for each in own]
    events = [each for _, own in groups for each in own]
    names = [number for number, (own, _) in enumerate(groups) for _ in own]
    found = multivariate_logrank_test(times, names, events)
    return float(found.test_statistic), float(found.p_value)


def curve_of(
    name: str, estimate: SurvivalEstimate, times: Sequence[float], longest: float
) -> Curve:
    """The estimate as a line, from the whole group at time 0; those at risk are counted until the
    longest time of any group."""
    marks = [longest * number / (MOST_MARKS - 1) for number in range(MOST_MARKS)]
    at_risk = tuple((mark, sum(each >= mark for each in times)) for mark in marks)
    return Curve(name, (0.0, *estimate.times), (1.0, *estimate.shares), at_risk)


def _right_censored(times: Sequence[float], events: Sequence[bool]) -> Any:
    from scipy.stats import CensoredData

    return CensoredData.right_censored(list(times), [not each for each in events])


def _ends_of(values: Any, shares: Sequence[float]) -> tuple[float, ...]:
    """The ends of the intervals; the estimate itself, 1 or 0, where the formula has none."""
    pairs = zip(values, shares, strict=True)
    return tuple(share if isnan(each) else float(each) for each, share in pairs)


def _first_at_half(times: Sequence[float], shares: Sequence[float]) -> float | None:
    return next((t for t, share in zip(times, shares, strict=True) if share <= 0.5), None)
