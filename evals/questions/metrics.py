"""Metrics: scores of many samples as shares, with Wilson intervals and goals. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evals.metrics.intervals import Interval, wilson_share
from evals.questions.scoring import Score, declares_gap
from evals.running.systems import MeasuredMetric

GOAL = 0.9
"""For the share of answers that cite an expected document, and of gaps that are declared. Chosen
by hand: what the project promises on its own questions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """So many of so many, and how sure that share is."""

    name: str
    hits: int
    total: int
    interval: Interval
    """The share and its 95 % interval."""
    goal: float | None = None
    """The share should be at least this."""

    @property
    def value(self) -> float:
        return self.hits / self.total

    @property
    def is_met(self) -> bool | None:
        return None if self.goal is None else self.value >= self.goal

    def of_system(self, system: str, set_name: str = "") -> MeasuredMetric:
        """The same as a row of a table of systems."""
        name = f"{set_name}: {self.name}" if set_name else self.name
        return MeasuredMetric(
            system=system, metric=name, interval=self.interval, samples=self.total
        )

    def as_object(self) -> dict[str, Any]:
        """The metric as JSON: value, interval and number of samples."""
        return {
            "name": self.name,
            "value": round(self.value, 4),
            "hits": self.hits,
            "total": self.total,
            "low": round(self.interval.low, 4),
            "high": round(self.interval.high, 4),
            "goal": self.goal,
            "met": self.is_met,
        }


def compute_metrics(scores: Sequence[Score]) -> tuple[Metric, ...]:
    """What the answers are worth. Metrics without a sample are left out: of a kind of gap when no
    gap was declared, of sentences when no answer has one."""
    answerable = [score for score in scores if not score.sample.target.gap]
    gaps = [score for score in scores if score.sample.target.gap]
    kinds = [gap.output.missing == gap.sample.target.gap for gap in gaps if gap.is_correct]
    first = [score.cites_target_first for score in answerable]
    false_gaps = [declares_gap(score.output) for score in answerable]
    verified = _verified_sentences(scores)
    return (
        share("answers citing an expected document", _correct(answerable), goal=GOAL),
        share("answers citing an expected document first", first),
        share("gaps declared", _correct(gaps), goal=GOAL),
        *([share("gaps of the right kind", kinds)] if kinds else []),
        share("false gaps", false_gaps),
        *([share("sentences verified", verified, goal=1.0)] if verified else []),
    )


def share(name: str, values: Sequence[bool], *, goal: float | None = None) -> Metric:
    """The share of true values. Raises :class:`ValueError` without any value."""
    interval = wilson_share(sum(values), len(values))
    return Metric(name=name, hits=sum(values), total=len(values), interval=interval, goal=goal)


def incorrect(scores: Sequence[Score]) -> tuple[Score, ...]:
    """The samples with a wrong outcome."""
    return tuple(score for score in scores if not score.is_correct)


def _verified_sentences(scores: Sequence[Score]) -> list[bool]:
    """A value for every sentence of every answer."""
    outputs = [score.output for score in scores]
    return [n >= len(output.unverified) for output in outputs for n in range(output.sentences)]


def _correct(scores: Sequence[Score]) -> list[bool]:
    return [score.is_correct for score in scores]
