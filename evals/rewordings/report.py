"""The shares of wordings with another answer, by operator, and each of them. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from evals.questions.metrics import Metric, share
from evals.questions.report import metric_line
from evals.rewordings.samples import OPERATORS
from evals.rewordings.scoring import Score

MOST_OTHER = 0.02
"""Share of wordings whose answer may begin with something else. Chosen by hand, as the bound of
near misses is: some wordings do change what is asked."""


def rewording_metrics(scores: Sequence[Score]) -> tuple[Metric, ...]:
    """Wordings whose answer begins alike: over all, over the half that is held out, and by
    operator."""
    found = [share("answers that begin alike", [s.is_alike for s in scores])]
    if held := [s.is_alike for s in scores if s.sample.is_held_out]:
        found.append(share("begin alike, held-out half", held))
    found.append(share("answers with the same sentences", [s.likeness == "same" for s in scores]))
    for name in OPERATORS:
        if own := [s.is_alike for s in scores if s.sample.operator == name]:
            found.append(share(f"begin alike, {name}", own))
    return tuple(found)


def are_alike(scores: Sequence[Score]) -> bool:
    """Whether the answers keep the bound."""
    return rewording_metrics(scores)[0].value >= 1 - MOST_OTHER


def rewording_lines(scores: Sequence[Score], *, every: bool = False) -> Iterator[str]:
    """The metrics, how the others differ, and each of the half that is mended against; with
    ``every`` those of the held-out half, too."""
    for metric in rewording_metrics(scores):
        yield metric_line(metric)
    others = [each for each in scores if not each.is_alike]
    for kind, count in Counter(each.likeness for each in others).most_common():
        yield f"- {kind}: {count}"
    for each in others:
        if every or not each.sample.is_held_out:
            yield f"{each.likeness}, {each.sample.operator}  [{each.run_id}]"
            yield f"    {each.own}"
            yield f"    {' / '.join(each.sample.question.splitlines())}"
            yield from (f"    > {lead}" for lead in each.leads)
            yield from (f"    not read: {fact}" for fact in each.lost)
            yield from (f"    read only here: {fact}" for fact in each.added)


def rewording_object(scores: Sequence[Score]) -> dict[str, Any]:
    """The same for programs."""
    return {
        "wordings": len(scores),
        "shares": [metric.as_object() for metric in rewording_metrics(scores)],
        "others": [
            {"id": s.sample.id, "operator": s.sample.operator, "likeness": s.likeness,
             "run_id": s.run_id}
            for s in scores
            if not s.is_alike
        ],
    }  # fmt: skip
