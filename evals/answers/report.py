"""The figures of a setting, with intervals, and every sample that was missed. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from evals.answers.scoring import Score
from evals.metrics.figures import quantile
from evals.questions.metrics import Metric, share
from evals.questions.report import metric_line
from evals.running.systems import MeasuredMetric, measure_spent

FULL_REGIMEN, EXACT_SET, ABSTENTION = 0.8, 0.5, 10 / 12
"""What the project aims at with structured records."""
SHOWN = 3
"""Sentences of a missed sample that are printed. Chosen by hand."""


def answer_metrics(scores: Sequence[Score], *, with_goals: bool) -> tuple[Metric, ...]:
    """The metrics of one set in one setting. Those without a sample are left out."""
    answerable = [each for each in scores if each.sample.is_answerable]
    approved = [each for each in answerable if each.sample.approved]
    unanswerable = [each for each in scores if not each.sample.is_answerable]

    def goal(value: float) -> float | None:
        return value if with_goals else None

    found = []
    for name, values, least in (
        ("full regimen", [s.names_a_full_regimen for s in answerable], goal(FULL_REGIMEN)),
        ("full regimen, approved", [s.names_a_full_regimen for s in approved], None),
        ("every regimen, approved", [s.names_every_regimen for s in approved], None),
        ("exact set", [s.is_exact for s in answerable], goal(EXACT_SET)),
        ("false gap", [s.is_gap for s in answerable], None),
        ("abstention", [s.is_gap for s in unanswerable], goal(ABSTENTION)),
    ):
        if values:
            found.append(share(name, values, goal=least))
    return tuple(found)


def rows_of(system: str, scores: Sequence[Score]) -> Iterator[MeasuredMetric]:
    """The metrics set by set, as rows of a table of systems."""
    for name in dict.fromkeys(each.sample.set_name for each in scores):
        own = [each for each in scores if each.sample.set_name == name]
        yield from (m.of_system(system, name) for m in answer_metrics(own, with_goals=False))
    yield from measure_spent(system, [(each.tokens, each.cost_usd) for each in scores])


def report_lines(scores: Sequence[Score], *, with_goals: bool) -> Iterator[str]:
    """A block for each set: metrics, seconds, what was missed."""
    for set_name in dict.fromkeys(each.sample.set_name for each in scores):
        own = [each for each in scores if each.sample.set_name == set_name]
        yield f"{set_name}: {len(own)} samples"
        yield from (f"  {metric_line(m)}" for m in answer_metrics(own, with_goals=with_goals))
        seconds = [each.seconds for each in own]
        told = f"median {quantile(seconds, 0.5):.2f}, p95 {quantile(seconds, 0.95):.2f}"
        yield f"  seconds per question: {told}"
    for each in scores:
        if problem := name_mistake(each):
            yield f"- {each.sample.id} ({problem}): {each.sample.question}  [{each.run_id}]"
            yield f"    target  {_regimens_in_words(each.sample.approved or each.sample.used)}"
            yield f"    offered {_regimens_in_words(each.offered)}"
            yield from (f"    {text}" for text in each.sentences[:SHOWN])


def report_object(scores: Sequence[Score], *, with_goals: bool) -> dict[str, Any]:
    """The same for programs, without texts."""
    sets = dict.fromkeys(each.sample.set_name for each in scores)
    return {
        name: [
            metric.as_object()
            for metric in answer_metrics(
                [each for each in scores if each.sample.set_name == name], with_goals=with_goals
            )
        ]
        for name in sets
    } | {
        "spent": [
            row.as_object()
            for row in measure_spent("", [(each.tokens, each.cost_usd) for each in scores])
        ],
        "rows": [
            {"id": each.sample.id, "missed": name_mistake(each), "run_id": each.run_id}
            for each in scores
        ],
    }


def goals_are_met(scores: Sequence[Score]) -> bool:
    """Whether every set reaches every goal."""
    names = dict.fromkeys(each.sample.set_name for each in scores)
    sets = ([each for each in scores if each.sample.set_name == name] for name in names)
    return all(m.is_met is not False for own in sets for m in answer_metrics(own, with_goals=True))


def name_mistake(score: Score) -> str:
    """What is wrong with an answer, in two words; empty when nothing is."""
    if not score.sample.is_answerable:
        return "" if score.is_gap else "no abstention"
    if score.is_gap:
        return "false gap"
    if not score.names_a_full_regimen:
        return "no full regimen"
    if not score.names_every_regimen:
        return "regimens left out"
    return "" if score.is_exact else "more offered"


def _regimens_in_words(regimens: frozenset[frozenset[str]]) -> str:
    return "; ".join(sorted(" + ".join(sorted(each)) for each in regimens)) or "nothing"
