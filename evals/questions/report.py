"""Reports of a question evaluation: lines to read, and one object for programs. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from evals.metrics.figures import GOAL_WORDS, quantile
from evals.questions.metrics import Metric, compute_metrics, incorrect
from evals.questions.scoring import Score


def report_object(scores: Sequence[Score]) -> dict[str, Any]:
    """The evaluation as JSON. Its keys are those of earlier reports."""
    return {
        "questions": len(scores),
        "shares": [metric.as_object() for metric in compute_metrics(scores)],
        "seconds": _seconds(scores),
        "misses": [_miss_object(score) for score in incorrect(scores)],
        "unverified": [
            {"id": score.sample.id, "text": text, "run_id": score.output.run_id}
            for score in scores
            for text in score.output.unverified
        ],
    }


def report_lines(scores: Sequence[Score]) -> Iterator[str]:
    """The evaluation to read: metrics, then each miss with what was cited instead."""
    for metric in compute_metrics(scores):
        yield metric_line(metric)
    seconds = _seconds(scores)
    yield f"seconds per question: median {seconds['p50']:.2f}, p95 {seconds['p95']:.2f}"
    misses = incorrect(scores)
    yield f"{len(misses)} misses" + (", each with its run for `curbside show`:" if misses else ".")
    for score in misses:
        yield from _miss_lines(score)
    for score in scores:
        for sentence in score.output.unverified:
            yield f"- {score.sample.id}: not verified: {sentence}  [{score.output.run_id}]"


def metric_line(metric: Metric) -> str:
    """A metric with its interval and its goal."""
    low, high = metric.interval.low, metric.interval.high
    numbers = f"{metric.value:.3f} ({metric.hits} of {metric.total}; 95% {low:.3f} to {high:.3f})"
    goal = "" if metric.goal is None else f", goal {metric.goal:g}: {GOAL_WORDS[metric.is_met]}"
    return f"{metric.name}: {numbers}{goal}"


def _seconds(scores: Sequence[Score]) -> dict[str, float]:
    seconds = [score.output.seconds for score in scores]
    return {"p50": quantile(seconds, 0.5), "p95": quantile(seconds, 0.95)}


def _miss_lines(score: Score) -> Iterator[str]:
    target, output = score.sample.target, score.output
    expected = f"a gap ({target.gap})" if target.gap else " or ".join(sorted(target.documents))
    instead = ", ".join(output.cited) if output.cited else output.outcome
    yield f"- {score.sample.id}: {score.sample.question}"
    yield f"    expected {expected}"
    yield f"    came     {instead}  [{output.run_id}]"


def _miss_object(score: Score) -> dict[str, Any]:
    return {
        "id": score.sample.id,
        "question": score.sample.question,
        "expected": score.sample.target.gap or sorted(score.sample.target.documents),
        "outcome": score.output.outcome,
        "cited": list(score.output.cited),
        "run_id": score.output.run_id,
    }
