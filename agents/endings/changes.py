"""What the answer of a fork changed: quotes that are cited anew, and quotes that are not any more.
Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agents.turns import Answer, Citation, View


@dataclass(frozen=True, slots=True)
class Changes:
    """The quotes of two answers, compared by where they stand."""

    gained: tuple[Citation, ...]
    lost: tuple[Citation, ...]
    kept: tuple[Citation, ...]


def changes_of(view: View) -> Changes | None:
    """What changed beside the run that this one was forked from; None while it is not over, and
    for what is no fork."""
    if view.forked is None or view.ending is None:
        return None
    after = view.ending.citations if isinstance(view.ending, Answer) else ()
    return changes_between(view.forked.forked.cited, after)


def changes_between(before: Sequence[Citation], after: Sequence[Citation]) -> Changes:
    """What one answer cites and the other does not."""
    return Changes(
        gained=_without(after, before),
        lost=_without(before, after),
        kept=_without(after, _without(after, before)),
    )


def _without(some: Sequence[Citation], others: Sequence[Citation]) -> tuple[Citation, ...]:
    places = {(each.ref, each.start, each.end) for each in others}
    return tuple(each for each in some if (each.ref, each.start, each.end) not in places)
