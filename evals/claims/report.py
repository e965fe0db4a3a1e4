"""How many lies pass and how many honest sentences are flagged, by kind. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from evals.claims.samples import CheckedClaim
from evals.questions.metrics import Metric, share
from evals.questions.report import metric_line

MOST_WRONG = 0.08
"""The bound on either side that the project has set itself; docs/evaluation-check.md tells the
figures."""


def claim_metrics(checked: Sequence[CheckedClaim]) -> tuple[Metric, ...]:
    """Lies passed, honest sentences flagged, and the same of quotes; shares that should be low."""
    sides = (
        ("lies passed", False, False),
        ("honest sentences flagged", False, True),
        ("altered quotes accepted", True, False),
        ("sound quotes refused", True, True),
    )
    found = []
    for name, is_quote, is_honest in sides:
        rows = [c for c in checked if c.is_quote == is_quote and c.is_honest == is_honest]
        if rows:
            found.append(share(name, [not row.is_right for row in rows]))
    return tuple(found)


def is_good_enough(checked: Sequence[CheckedClaim]) -> bool:
    """Whether at most the bound of either side is judged wrong."""
    return all(metric.value <= MOST_WRONG for metric in claim_metrics(checked))


def claim_lines(checked: Sequence[CheckedClaim]) -> Iterator[str]:
    """The figures, a line a kind, and every row that was judged wrong with the reason."""
    for metric in claim_metrics(checked):
        yield metric_line(metric)
    for (side, kind), (wrong, total) in sorted(by_kind(checked).items()):
        yield f"{side}, {kind}: {wrong} wrong of {total}"
    for row in checked:
        if not row.is_right:
            yield f"- {row.id} ({row.kind}): {row.text}  [{row.problem or 'verified'}]"


def claim_object(checked: Sequence[CheckedClaim]) -> dict[str, Any]:
    """The same for programs."""
    return {
        "claims": len(checked),
        "shares": [metric.as_object() for metric in claim_metrics(checked)],
        "kinds": [
            {"side": side, "kind": kind, "wrong": wrong, "of": total}
            for (side, kind), (wrong, total) in sorted(by_kind(checked).items())
        ],
        "wrong": [
            {"id": row.id, "kind": row.kind, "problem": row.problem}
            for row in checked
            if not row.is_right
        ],
    }


def by_kind(checked: Sequence[CheckedClaim]) -> dict[tuple[str, str], tuple[int, int]]:
    """Side and kind, with how many were judged wrong of how many."""
    counts: dict[tuple[str, str], tuple[int, int]] = {}
    for row in checked:
        side = "honest" if row.is_honest else "lie"
        wrong, total = counts.get((side, row.kind), (0, 0))
        counts[side, row.kind] = (wrong + (not row.is_right), total + 1)
    return counts
