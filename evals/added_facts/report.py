"""The shares of added facts that are dealt with rightly, by kind, and each of the others. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, get_args

from evals.added_facts.samples import Kind
from evals.added_facts.scoring import Score
from evals.questions.metrics import Metric, share
from evals.questions.report import metric_line

LEAST_RIGHT = 0.98
"""Chosen by hand, as the bound of rewordings is."""
SHOWN = 4
"""Sentences that are printed of an answer. Chosen by hand."""


def added_fact_metrics(scores: Sequence[Score]) -> tuple[Metric, ...]:
    """Rows kept, facts weighed and rows refused: by kind, over all and over the half that is held
    out."""
    found = [share("dealt with rightly", [s.is_right for s in scores])] if scores else []
    for kind in get_args(Kind):
        own = [s for s in scores if s.sample.kind == kind]
        if own:
            found.append(share(f"right, {kind}", [s.is_right for s in own]))
        if held := [s.is_right for s in own if s.sample.is_held_out]:
            found.append(share(f"right, {kind}, held-out half", held))
    return tuple(found)


def are_right(scores: Sequence[Score]) -> bool:
    """Whether added facts keep the bound."""
    return bool(scores) and added_fact_metrics(scores)[0].value >= LEAST_RIGHT


def added_fact_lines(scores: Sequence[Score], *, every: bool = False) -> Iterator[str]:
    """The metrics, how the others fail, and each of the half that is mended against; with ``every``
    those of the held-out half, too."""
    for metric in added_fact_metrics(scores):
        yield metric_line(metric)
    wrong = [each for each in scores if not each.is_right]
    for (kind, verdict), count in Counter((s.sample.kind, s.verdict) for s in wrong).most_common():
        yield f"- {kind}, {verdict}: {count}"
    for each in wrong:
        if every or not each.sample.is_held_out:
            yield f"{each.sample.kind}, {each.verdict}: {each.sample.fact}  [{each.run_id}]"
            yield f"    {each.sample.asked}: {each.sample.question}"
            yield f"    before: {each.row}"
            yield from (f"    > {text}" for text in each.sentences[:SHOWN])


def added_fact_object(scores: Sequence[Score]) -> dict[str, Any]:
    """The same for programs."""
    return {
        "added_facts": len(scores),
        "shares": [metric.as_object() for metric in added_fact_metrics(scores)],
        "others": [
            {"id": s.sample.id, "verdict": s.verdict, "run_id": s.run_id}
            for s in scores
            if not s.is_right
        ],
    }
