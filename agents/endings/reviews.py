"""Marks that people set on a run, in words. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from agents.turns import Review, Reviewed, View


def citation_number(key: str) -> str:
    """The number that a thread shows: ``c7`` is [7], in the steps and in the answer alike."""
    digits = "".join(mark for mark in key if mark.isdigit())
    return f"[{digits or key}]"


def target_words(review: Review, view: View, numbers: Mapping[str, str] | None = None) -> str:
    """``step 2`` or ``[7]``; empty for the answer as a whole. ``numbers`` are those of citations
    where they are shown otherwise than in a thread."""
    if review.citation:
        return (numbers or {}).get(review.citation) or citation_number(review.citation)
    if review.seq is None:
        return ""
    number = next((step.number for step in view.all_steps if step.seq == review.seq), None)
    return f"step {number}" if number else "an earlier step"


def has_target(view: View, review: Review) -> bool:
    """Whether the run has what a mark is about: an ending, the step, the citation."""
    if review.citation:
        return review.citation in view.citations
    if review.seq is None:
        return view.ending is not None
    return any(step.seq == review.seq for step in view.all_steps)


def review_line(reviewed: Reviewed, view: View, numbers: Mapping[str, str] | None = None) -> str:
    """``Marked wrong on [2] by U0BEN, 2026-11-24: the dose is for capsules``."""
    review = reviewed.review
    where = target_words(review, view, numbers)
    line = f"Marked {review.verdict}{f' on {where}' if where else ''} by {review.by}"
    line += f", {reviewed.at:%Y-%m-%d}"
    return f"{line}: {' '.join(review.comment.split())}" if review.comment else line


def verdict_counts(reviews: Sequence[Reviewed]) -> str:
    """``wrong 2, right 1``: how often each verdict was given."""
    counts = Counter(each.review.verdict for each in reviews)
    return ", ".join(f"{verdict} {count}" for verdict, count in sorted(counts.items()))


def review_object(reviewed: Reviewed, view: View) -> dict[str, object]:
    """A mark as JSON tells it."""
    review = reviewed.review
    return {
        "at": reviewed.at.isoformat(),
        "by": review.by,
        "verdict": review.verdict,
        "target": target_words(review, view) or "answer",
        "reason": review.comment,
    }
