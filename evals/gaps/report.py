"""The figures of the gaps, by what was taken away, and every sample that was missed. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from evals.gaps.scoring import Score
from evals.gaps.switches import KINDS
from evals.questions.metrics import Metric, share
from evals.questions.report import metric_line

RECOGNISED = 0.9
"""What the project aims at for gaps that are recognised and for those that are rightly named."""
SHOWN = 2
"""Sentences of a missed sample that are printed. Chosen by hand."""


def gap_metrics(scores: Sequence[Score]) -> tuple[Metric, ...]:
    """Recognised and rightly named, over all and by kind; false gaps. Those without a sample are
    left out."""
    lost = [each for each in scores if each.sample.away is not None]
    kept = [each for each in scores if each.sample.away is None]
    found = []
    if lost:
        found.append(share("recognised", [s.is_gap for s in lost], goal=RECOGNISED))
        named = [s.is_rightly_named for s in lost]
        found.append(share("recognised and rightly named", named, goal=RECOGNISED))
    for kind in KINDS:
        own = [each for each in lost if each.sample.away and each.sample.away.kind == kind]
        if own:
            found.append(share(f"{kind}: recognised", [s.is_gap for s in own]))
            found.append(share(f"{kind}: rightly named", [s.is_rightly_named for s in own]))
    if kept:
        found.append(share("false gaps", [s.is_gap for s in kept]))
    return tuple(found)


def report_lines(scores: Sequence[Score]) -> Iterator[str]:
    """The metrics, then what was missed."""
    for metric in gap_metrics(scores):
        yield metric_line(metric)
    for each in scores:
        if problem := name_mistake(each):
            yield f"- {problem}: {each.sample.id}  [{each.run_id}]"
            if each.name:
                yield f"    said: {each.name}"
            yield from (f"    {text}" for text in each.sentences[:SHOWN])


def report_object(scores: Sequence[Score]) -> dict[str, Any]:
    """The same for programs."""
    return {
        "questions": len(scores),
        "shares": [metric.as_object() for metric in gap_metrics(scores)],
        "misses": [
            {"id": each.sample.id, "problem": name_mistake(each), "run_id": each.run_id}
            for each in scores
            if name_mistake(each)
        ],
    }


def name_mistake(score: Score) -> str:
    """What is wrong, in two words; empty when nothing is."""
    if score.sample.away is None:
        return "false gap" if score.is_gap else ""
    if not score.is_gap:
        return "answered"
    return "" if score.is_rightly_named else "wrongly named"
