"""Reports of an evaluation: lines to read, and one object for programs. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from evals.bench.figures import Figure, quantile
from evals.questions import Told, misses, shares
from evals.shares import Share

WORDS = {None: "", True: "met", False: "NOT MET"}


def report_object(every: Sequence[Told]) -> dict[str, Any]:
    """The evaluation as JSON."""
    return {
        "questions": len(every),
        "shares": [one.as_object() for one in shares(every)],
        "seconds": _seconds(every),
        "misses": [_miss_object(one) for one in misses(every)],
        "unverified": [
            {"id": one.asked.id, "text": text, "run_id": one.run_id}
            for one in every
            for text in one.unverified
        ],
    }


def report_lines(every: Sequence[Told]) -> Iterator[str]:
    """The evaluation to read: shares, then each miss with what was cited instead."""
    for one in shares(every):
        yield share_line(one)
    seconds = _seconds(every)
    yield f"seconds per question: median {seconds['p50']:.2f}, p95 {seconds['p95']:.2f}"
    wrong = misses(every)
    yield f"{len(wrong)} misses" + (", each with its run for `curbside show`:" if wrong else ".")
    for told in wrong:
        yield from _miss_lines(told)
    for told in every:
        for sentence in told.unverified:
            yield f"- {told.asked.id}: not verified: {sentence}  [{told.run_id}]"


def share_line(one: Share) -> str:
    """A share with its interval and its goal."""
    numbers = f"{one.value:.3f} ({one.hits} of {one.total}; 95% {one.low:.3f} to {one.high:.3f})"
    goal = "" if one.goal is None else f", goal {one.goal:g}: {WORDS[one.met]}"
    return f"{one.name}: {numbers}{goal}"


def figure_line(one: Figure) -> str:
    """A figure with its unit, samples and goal."""
    goal = f", goal {one.goal}: {WORDS[one.met]}" if one.goal else ""
    noun = "sample" if one.samples == 1 else "samples"
    return f"{one.name}: {one.value:.4g} {one.unit} ({one.samples} {noun}{goal})"


def _seconds(every: Sequence[Told]) -> dict[str, float]:
    seconds = [one.seconds for one in every]
    return {"p50": quantile(seconds, 0.5), "p95": quantile(seconds, 0.95)}


def _miss_lines(told: Told) -> Iterator[str]:
    asked = told.asked
    expected = f"a gap ({asked.gap})" if asked.gap else " or ".join(sorted(asked.documents))
    instead = ", ".join(told.cited) if told.cited else told.outcome
    yield f"- {asked.id}: {asked.question}"
    yield f"    expected {expected}"
    yield f"    came     {instead}  [{told.run_id}]"


def _miss_object(told: Told) -> dict[str, Any]:
    return {
        "id": told.asked.id,
        "question": told.asked.question,
        "expected": told.asked.gap or sorted(told.asked.documents),
        "outcome": told.outcome,
        "cited": list(told.cited),
        "run_id": told.run_id,
    }
